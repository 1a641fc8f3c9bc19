#include "analysis/why/message_finder.h"

#include <fmt/format.h>

#include <bit>

#include "analysis/verify/row_probe.h"
#include "base/diagnostic.h"
#include "functional/sampling/texel_reader.h"

namespace texpipe::study {

namespace {

[[noreturn]] void refuse_texel(std::string problem, std::string hint) {
  throw Error{ExitCode::kUsage, Diagnostic{.path = "--texel", .problem = std::move(problem), .hint = std::move(hint)}};
}

}  // namespace

MessageFinder::MessageFinder(const functional::GpuMemory& memory, const HistoryQuery& query)
    : memory_{memory}, query_{query} {
  if (query.pixel) paints_.emplace(*query.pixel);
}

void MessageFinder::sent(const functional::Message& message) {
  ++sent_;
  if (query_.message && message.number == query_.message->number()) {
    for (std::uint32_t mask = message.execution_mask & 0xFFFF; mask != 0; mask &= mask - 1)
      found_[message.number].insert(static_cast<unsigned>(std::countr_zero(mask)));
    if (message.execution_mask == 0) found_[message.number];
  }
  if (query_.texel && of_asked_draw()) look_for_texel(message);
}

void MessageFinder::stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) {
  for (const auto& [message, channel] : sampled) {
    if (query_.pixel && query_.pixel->place.x == x && query_.pixel->place.y == y) found_[message].insert(channel);
  }
  note_pixel(x, y, sampled);
}

void MessageFinder::painted(const Paint& paint, std::span<const SampledChannel> sampled) {
  if (paints_) paints_->add(paint, sampled);
  note_pixel(paint.x, paint.y, sampled);
}

void MessageFinder::note_pixel(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) {
  for (const auto& [message, channel] : sampled) {
    const auto known = found_.find(message);
    if (known != found_.end() && known->second.contains(channel)) pixels_[{message, channel}] = {x, y};
  }
}

void MessageFinder::choose_paints(const std::vector<functional::PaintedPicture>& pictures) {
  if (!paints_) return;
  found_paints_ = paints_->found(*trail_, pictures, "--pixel");
  for (const SampledPaint& one : found_paints_.paints) {
    for (const SampledChannel& sampled : one.sampled) found_[sampled.message].insert(sampled.channel);
    note_pixel(one.paint.x, one.paint.y, one.sampled);
  }
}

std::optional<PixelPlace> MessageFinder::pixel(std::uint64_t message, unsigned channel) const {
  const auto known = pixels_.find({message, channel});
  if (known == pixels_.end()) return {};
  return known->second;
}

/// A binding table index names another surface in each draw.
bool MessageFinder::of_asked_draw() const {
  if (!query_.texel->draw) return true;
  const auto& draw = trail_->phase().draw;
  return draw && draw->number == *query_.texel->draw;
}

void MessageFinder::look_for_texel(const functional::Message& message) {
  const TexelQuery& texel = *query_.texel;
  functional::decode_sampler_request(message, request_);
  if (request_.binding_table_index != texel.surface || request_.operation->queries()) return;
  if (!surface_read_) find_address(message);
  functional::execute_sampler_message(memory_, message, functional::PlanDetail::kOperands, outcome_);
  for (unsigned subspan = 0; subspan < outcome_.subspans.size(); ++subspan) {
    const functional::SubspanPlan& plan = outcome_.subspans[subspan];
    for (std::size_t f = 0; f < plan.footprints.size() && f < plan.addresses.size(); ++f) {
      for (std::uint32_t mask = plan.footprints[f].texels; mask != 0; mask &= mask - 1) {
        const auto place = static_cast<unsigned>(std::countr_zero(mask));
        if (plan.footprints[f].level != level_ || plan.addresses[f][place].decoded != address_) continue;
        found_[message.number].insert(subspan * functional::kPixelsPerSubspan + place / functional::kTexelsPerPixel);
      }
    }
  }
}

void MessageFinder::find_address(const functional::Message& message) {
  const TexelQuery& texel = *query_.texel;
  const RowProbe probe{memory_, message, 0};
  const functional::SurfaceBinding& surface = probe.binding().surface;
  surface_read_ = true;
  if (surface.null) refuse_texel(fmt::format("surface {} is a null surface, which has no texels", texel.surface), "");
  if (texel.level > surface.last_level) {
    refuse_texel(fmt::format("surface {} has no level {}", texel.surface, texel.level),
                 fmt::format("expected a level from 0 to {}", surface.last_level));
  }
  const functional::LevelSize& size = surface.size[texel.level];
  if (texel.x >= size.width || texel.y >= size.height) {
    refuse_texel(
        fmt::format("level {} of surface {} has no texel ({}, {})", texel.level, texel.surface, texel.x, texel.y),
        fmt::format("it has {}x{} texels", size.width, size.height));
  }
  functional::TexelReader reader{memory_, surface};
  address_ = reader.address(texel.level, {.x = texel.x, .y = texel.y}).decoded;
  level_ = texel.level + surface.first_level;
}

}  // namespace texpipe::study
