#include "workload/recording/plan_columns.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "functional/execution/eu_program.h"
#include "host/files/byte_reader.h"
#include "isa/gen9/shared_function.h"
#include "isa/gen9/surface_format.h"
#include "workload/recording/chunk_file.h"

namespace texpipe::study {

namespace {

using functional::Footprint;
using functional::FootprintLineNumbers;
using functional::PlannedFootprintKind;

constexpr std::uint32_t kMostSubspans = 8;  // of a message of 32 channels
constexpr std::uint64_t kStoredUnits = functional::GpuMemory::kEnd >> functional::kPlannedUnitBits;

FootprintWords words_of(const Footprint& f, unsigned stored, unsigned decoded) {
  return {f.pixels | f.level << 8u | f.tap << 16u | std::uint32_t{f.slice_half} << 24,
          f.texels | static_cast<std::uint32_t>(f.format) << 16,
          static_cast<std::uint32_t>(f.filter) | static_cast<std::uint32_t>(f.format_class) << 8 |
              f.element_bytes << 16u | std::uint32_t{f.texel_bytes} << 24,
          f.expansion | f.float_channels << 8u | f.buffer << 16u | std::uint32_t{f.blocks} << 24,
          stored | decoded << 8};
}

WordPlaceWords places_of(const Footprint& f) {
  const auto stored = f.word_places.stored.packed(), decoded = f.word_places.decoded.packed();
  return {stored[0], stored[1], stored[2], decoded[0], decoded[1], decoded[2]};
}

[[noreturn]] void refuse_footprints(const std::string& name, const std::string& problem) {
  malformed(name, "footprints of the recording: " + problem, "a recording as `texpipe run --record` writes it");
}

/// Byte `n` of a word, at most `most`.
std::uint8_t part(std::uint32_t word, unsigned n, unsigned least, unsigned most, const std::string& name) {
  const std::uint32_t value = word >> 8 * n & 0xFF;
  if (value < least || value > most) refuse_footprints(name, "a kind with a value out of its range");
  return static_cast<std::uint8_t>(value);
}

PlannedFootprintKind kind_of(const FootprintWords& words, const std::string& name) {
  PlannedFootprintKind kind;
  Footprint& f = kind.footprint;
  f.lines.number.fill(0);
  f.pixels = part(words[0], 0, 0, 0xF, name);
  f.level = part(words[0], 1, 0, 0xFF, name);
  f.tap = part(words[0], 2, 0, 0xFF, name);
  f.slice_half = part(words[0], 3, 0, 1, name);
  f.texels = static_cast<std::uint16_t>(words[1]);
  if (gen9::find_format(words[1] >> 16) == nullptr) refuse_footprints(name, "a format that does not exist");
  f.format = static_cast<gen9::SurfaceFormat>(words[1] >> 16);
  f.filter =
      static_cast<functional::FilterClass>(part(words[2], 0, 0, unsigned(functional::FilterClass::kAnisotropic), name));
  f.format_class =
      static_cast<functional::FormatClass>(part(words[2], 1, 0, unsigned(functional::FormatClass::k128Bits), name));
  f.element_bytes = part(words[2], 2, 1, 16, name);
  f.texel_bytes = part(words[2], 3, 1, 16, name);
  f.expansion = part(words[3], 0, 1, 64, name);
  f.float_channels = part(words[3], 1, 0, 4, name);
  f.buffer = part(words[3], 2, 0, 1, name) != 0;
  f.blocks = part(words[3], 3, 0, functional::kTexelsPerFootprint, name);
  kind.stored_units = part(words[4], 0, 0, FootprintLineNumbers::kMost, name);
  kind.decoded_units = part(words[4], 1, 0, f.expansion > 1 ? FootprintLineNumbers::kMost : 0, name);
  return kind;
}

/// Reads the places of words; recordings of older versions do not have them, and have all words in one row.
void take_places(const nlohmann::json& content, std::vector<PlannedFootprintKind>& kinds, const std::string& name) {
  if (!content.contains("word_places")) return;
  const auto places = column_at<WordPlaceWords>(content, "word_places", name);
  if (places.size() != kinds.size()) refuse_footprints(name, "as many places of words as kinds do not have");
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    functional::SurfaceWords& words = kinds[k].footprint.word_places;
    if (!functional::WordPlaces::unpack({places[k][0], places[k][1], places[k][2]}, words.stored) ||
        !functional::WordPlaces::unpack({places[k][3], places[k][4], places[k][5]}, words.decoded))
      refuse_footprints(name, "places of words that are none");
  }
}

/// Units of a footprint lie in memory, and among decoded texels where memory is.
void check_units(const PlannedFootprintKind& kind, std::span<const std::uint64_t> units, const std::string& name) {
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (units[i] >= kStoredUnits * (i < kind.stored_units ? 1 : kind.footprint.expansion))
      refuse_footprints(name, "a line beyond the GPU address space");
  }
}

}  // namespace

bool has_plan(const functional::Message& message) {
  return message.shared_function == static_cast<std::uint8_t>(gen9::SharedFunction::kSampler) &&
         message.variant == functional::OperationVariant::kGen9;
}

void PlanColumns::add(const functional::GpuMemory& memory, const functional::Message& message) {
  using functional::PlanDetail;
  functional::LineShape shape{.bits = functional::kPlannedUnitBits, .decoded = false};
  execute_sampler_message(memory, message, {PlanDetail::kFootprints, shape}, stored_);
  const auto has_blocks = [](const functional::SubspanPlan& plan) {
    return std::any_of(plan.footprints.begin(), plan.footprints.end(),
                       [](const Footprint& footprint) { return footprint.expansion > 1; });
  };
  const bool blocks = std::any_of(stored_.subspans.begin(), stored_.subspans.end(), has_blocks);
  shape.decoded = true;
  if (blocks) execute_sampler_message(memory, message, {PlanDetail::kFootprints, shape}, decoded_);
  messages_.push_back(static_cast<std::uint32_t>(stored_.subspans.size() | stored_.response.registers.size() << 16));
  for (std::size_t s = 0; s < stored_.subspans.size(); ++s) {
    const functional::SubspanPlan& plan = stored_.subspans[s];
    subspans_.push_back(static_cast<std::uint32_t>(plan.pixels | plan.anisotropy << 8 | plan.footprints.size() << 16));
    footprints_total_ += plan.footprints.size();
    for (std::size_t f = 0; f < plan.footprints.size(); ++f) {
      const Footprint& stored = plan.footprints[f];
      const bool both = stored.expansion > 1;
      const unsigned decoded = both ? decoded_.subspans[s].footprints[f].line_count : 0u;
      const FootprintWords words = words_of(stored, stored.line_count, decoded);
      const WordPlaceWords places = places_of(stored);
      const auto [found, fresh] = kinds_.try_emplace({words, places}, static_cast<std::uint32_t>(kind_words_.size()));
      if (fresh) kind_words_.push_back(words), kind_places_.push_back(places);
      footprints_.push_back(found->second);
      for (unsigned i = 0; i < stored.line_count; ++i) units_.push_back(stored.lines[i]);
      for (unsigned i = 0; i < decoded; ++i) units_.push_back(decoded_.subspans[s].footprints[f].lines[i]);
    }
  }
}

void PlanColumns::take(nlohmann::json& content) {
  for (std::size_t i = units_.size(); i-- > 1;) units_[i] -= units_[i - 1];
  content["planned"] = column(messages_);
  content["subspans"] = column(subspans_);
  content["footprint_kinds"] = column(kind_words_);
  content["word_places"] = column(kind_places_);
  content["footprints"] = column(footprints_);
  content["units"] = column(units_);
  messages_.clear();
  subspans_.clear();
  kinds_.clear();
  kind_words_.clear();
  kind_places_.clear();
  footprints_.clear();
  units_.clear();
}

std::unique_ptr<functional::PlannedMessages> planned_messages(const nlohmann::json& content, std::uint64_t messages,
                                                              const std::string& name) {
  auto plans = std::make_unique<functional::PlannedMessages>();
  for (const FootprintWords& words : column_at<FootprintWords>(content, "footprint_kinds", name))
    plans->kinds.push_back(kind_of(words, name));
  take_places(content, plans->kinds, name);
  for (const std::uint32_t message : column_at<std::uint32_t>(content, "planned", name)) {
    const std::uint32_t subspans = message & 0xFFFF, registers = message >> 16;
    if (subspans > kMostSubspans || registers > functional::kGrfCount)
      refuse_footprints(name, "a message of more subspans or registers than there are");
    plans->add_message(static_cast<std::uint16_t>(subspans), static_cast<std::uint16_t>(registers));
  }
  for (const std::uint32_t subspan : column_at<std::uint32_t>(content, "subspans", name)) {
    plans->add_subspan(part(subspan, 0, 0, 0xF, name), part(subspan, 1, 0, 0xFF, name),
                       static_cast<std::uint16_t>(subspan >> 16));
  }
  plans->units = column_at<std::uint64_t>(content, "units", name);
  for (std::size_t i = 1; i < plans->units.size(); ++i) plans->units[i] += plans->units[i - 1];
  for (const std::uint32_t kind : column_at<std::uint32_t>(content, "footprints", name)) {
    if (kind >= plans->kinds.size()) refuse_footprints(name, "a footprint of a kind that is not described");
    const std::uint64_t first = plans->units_wanted();
    plans->add_footprint(kind);
    if (plans->units_wanted() > plans->units.size()) refuse_footprints(name, "fewer units than the footprints have");
    check_units(plans->kinds[kind], std::span{plans->units}.subspan(first, plans->units_wanted() - first), name);
  }
  if (plans->messages() != messages || plans->subspans_added() != plans->subspans_wanted() ||
      plans->footprints_added() != plans->footprints_wanted() || plans->units_wanted() != plans->units.size())
    refuse_footprints(name, "as many as the messages do not have");
  return plans;
}

}  // namespace texpipe::study
