#include "rtl_cosim/scoreboard/texture_filter_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <set>

#include "functional/sampling/anisotropy.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::FootprintPlan;
using functional::kPixelsPerSubspan;
using functional::kTexelsPerFootprint;
using functional::kTexelsPerPixel;

constexpr EnumRow kRtls[] = {
    {0, "repository", "rtl_cosim/rtl/texture_filter.sv"},
    {1, "swapped_weights", "planted bug: corners 1 and 2 of a pixel exchange their weights"},
};

constexpr EnumRow kFilters[] = {
    {0, "POINT", "one texel"},
    {1, "BILINEAR", "four texels"},
    {2, "TRILINEAR", "two levels"},
    {3, "ANISOTROPIC", "2 to 16 taps"},
    {4, "ANISOTROPIC_TRILINEAR", "taps on two levels"},
    {5, "VOLUME", "two slices"},
    {6, "VOLUME_TRILINEAR", "two slices of two levels"},
    {7, "MONO", "a box of whole texels"},
};

/// Ways to draw the codes of a subspan's texels.
constexpr std::string_view kCodes[] = {"any", "all lowest", "all highest", "lowest and highest"};
constexpr std::string_view kOrders[] = {"below", "at", "above", "NaN"};
constexpr unsigned kShadowFunctions = 8;
constexpr unsigned kMostTaps = functional::kMaxTaps;

bool is_anisotropic(FilterStimulus filter) {
  return filter == FilterStimulus::kAnisotropic || filter == FilterStimulus::kAnisotropicTrilinear;
}
bool has_two_levels(FilterStimulus filter) {
  return filter == FilterStimulus::kTrilinear || filter == FilterStimulus::kAnisotropicTrilinear ||
         filter == FilterStimulus::kVolumeTrilinear;
}
bool has_slices(FilterStimulus filter) {
  return filter == FilterStimulus::kVolume || filter == FilterStimulus::kVolumeTrilinear;
}
unsigned footprints_of(FilterStimulus filter, unsigned taps) {
  return taps * (has_two_levels(filter) ? 2 : 1) * (has_slices(filter) ? 2 : 1);
}

std::string functions_bin(unsigned function, std::string_view order) {
  return fmt::format("compare {}: a limit {} a texel", texpipe::name_of(static_cast<gen9::ShadowFunction>(function)),
                     order);
}
std::string count_bin(std::string_view filter, unsigned count) {
  return fmt::format("{}: {} footprints a pixel", filter, count);
}

/// Inputs that say how to compare.
const std::set<std::string_view> kOfComparison{"in_relation", "in_compare_alpha", "in_shown", "in_limits",
                                               "in_unordered"};

}  // namespace

EnumRows enum_rows(TextureFilterVariant) {
  return {"filter RTL", kRtls};
}

EnumRows enum_rows(FilterStimulus) {
  return {"filter", kFilters};
}

TextureFilterBlock::TextureFilterBlock(TextureFilterVariant rtl, std::vector<FilterStimulus> filters)
    : rtl_{rtl}, filters_{std::move(filters)} {
  if (!filters_.empty()) return;
  for (const EnumRow& row : kFilters) filters_.push_back(static_cast<FilterStimulus>(row.value));
}

const std::vector<TextureFilterBlock::Coding>& TextureFilterBlock::codings_of(FilterStimulus filter) {
  // Codes of texels: 8, 16 and 24 bits, signed, and what blocks come to.
  static const std::vector<Coding> codings{{255, false},  {127, true},        {1530, false},
                                           {8925, false}, {4445, true},       {65535, false},
                                           {32767, true}, {0xFF'FFFF, false}, {0xFF'FFFF, true}};
  static const std::vector<Coding> one_bit{{1, false}};
  return filter == FilterStimulus::kMono ? one_bit : codings;
}

std::string TextureFilterBlock::name_of(Coding coding) {
  return fmt::format("{} codes over {}", coding.is_signed ? "signed" : "unsigned", coding.denominator);
}

TextureFilterBlock::Place TextureFilterBlock::place_of(std::uint64_t seed, std::uint64_t index) const {
  const std::uint64_t run = mixed(seed, index / kRun);
  const std::uint64_t target = index % kRun;
  for (std::uint64_t at = 0;;) {
    Place place{.own = mixed(run, at)};
    RandomStream random{mixed(place.own, 1)};
    place.filter = filters_[random.below(filters_.size())];
    place.taps = is_anisotropic(place.filter)            ? 2 + 2 * static_cast<unsigned>(random.below(kMostTaps / 2))
                 : place.filter == FilterStimulus::kMono ? 1 + static_cast<unsigned>(random.below(kMostTaps))
                                                         : 1;
    place.two_groups = random.one_in(4);
    place.count = footprints_of(place.filter, place.taps) + (place.two_groups ? 1 : 0);
    if (target < at + place.count) {
      place.number = static_cast<unsigned>(target - at);
      place.last = place.number + 1 == place.count || target + 1 == kRun;
      return place;
    }
    at += place.count;
  }
}

/// The second group is the subspan's last footprint, of bilinear pixels.
void TextureFilterBlock::put_weights(const Place& place, Work& work) {
  RandomStream random{mixed(place.own, 2)};
  FootprintPlan& plan = work.plan;
  const auto taking_part = static_cast<unsigned>(random.below(15)) + 1;
  const unsigned second = place.two_groups ? static_cast<unsigned>(random.below(16)) : 0;
  const bool in_second = place.two_groups && place.number + 1 == place.count;
  plan.pixels = 0;
  for (unsigned pixel = 0; pixel < kPixelsPerSubspan; ++pixel) {
    const auto level = static_cast<std::uint32_t>(1 + random.below(255));
    const auto slice = static_cast<std::uint32_t>(random.below(256));
    if ((taking_part >> pixel & 1) == 0 || ((second >> pixel & 1) != 0) != in_second) continue;
    std::uint32_t weight = 1;
    unsigned number = place.number;
    if (!in_second && has_slices(place.filter)) {
      weight *= number % 2 != 0 ? slice : 256 - slice;
      number /= 2;
    }
    if (!in_second && has_two_levels(place.filter)) {
      weight *= number % 2 != 0 ? level : 256 - level;
      number /= 2;
    }
    if (!in_second && is_anisotropic(place.filter)) weight *= functional::tap_weight(place.taps, number);
    if (weight == 0) continue;
    plan.pixels |= static_cast<std::uint8_t>(1u << pixel);
    plan.pixel_weight[pixel] = weight;
  }
}

void TextureFilterBlock::put_texels(RandomStream& random, Work& work) {
  FootprintPlan& plan = work.plan;
  const bool point = work.place.filter == FilterStimulus::kPoint, mono = work.place.filter == FilterStimulus::kMono;
  const bool borders = random.one_in(3);
  const std::int64_t highest = work.coding.denominator, lowest = work.coding.is_signed ? -highest : 0;
  plan.corners = plan.border = 0;
  plan.weight = {};
  for (unsigned pixel = 0; pixel < kPixelsPerSubspan; ++pixel) {
    const auto u = static_cast<std::uint32_t>(random.below(256)), v = static_cast<std::uint32_t>(random.below(256));
    const bool whole = random.one_in(8);  // all weight on one corner
    for (unsigned corner = 0; corner < (point ? 1 : kTexelsPerPixel); ++corner) {
      const unsigned at = kTexelsPerPixel * pixel + corner;
      const std::uint32_t x = whole || point ? (corner % 2 == 0 ? 256 : 0) : corner % 2 != 0 ? u : mono ? 256 : 256 - u;
      const std::uint32_t y = whole || point ? (corner / 2 == 0 ? 256 : 0) : corner / 2 != 0 ? v : mono ? 256 : 256 - v;
      plan.corners |= static_cast<std::uint16_t>(1u << at);
      if (borders && random.one_in(2)) plan.border |= static_cast<std::uint16_t>(1u << at);
      plan.weight[at] = x * y;
      for (std::uint32_t& code : work.texels[at].code) {
        std::int64_t drawn =
            lowest + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(highest - lowest) + 1));
        if (work.codes == "all lowest") drawn = lowest;
        if (work.codes == "all highest") drawn = highest;
        if (work.codes == "lowest and highest" || random.one_in(16)) drawn = random.one_in(2) ? lowest : highest;
        code = static_cast<std::uint32_t>(drawn);
      }
    }
  }
}

void TextureFilterBlock::put_limits(RandomStream& random, Work& work) {
  if (!random.one_in(3)) return;
  functional::SubspanCompare& compare = work.compare.emplace();
  compare.function = static_cast<gen9::ShadowFunction>(random.below(kShadowFunctions));
  compare.channel = random.one_in(4) ? 3 : 0;
  compare.shown = static_cast<std::uint8_t>(random.below(16) | 1u << compare.channel);
  for (std::uint32_t& other : compare.others) other = static_cast<std::uint32_t>(random.below(2));
  for (unsigned pixel = 0; pixel < kPixelsPerSubspan; ++pixel) {
    const functional::Texel& texel = work.texels[kTexelsPerPixel * pixel + random.below(kTexelsPerPixel)];
    const auto near =
        static_cast<std::int32_t>(texel.code[compare.channel]) + static_cast<std::int32_t>(random.below(3)) - 1;
    const auto most = static_cast<std::int32_t>(work.coding.denominator);
    compare.limit[pixel] =
        random.one_in(8) ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(std::clamp(near, -most, most));
  }
  work.plan.border = 0;  // a border colour is compared like any texel
}

TextureFilterBlock::Work TextureFilterBlock::work_of(std::uint64_t seed, std::uint64_t index) const {
  Work work{};
  work.place = place_of(seed, index);
  RandomStream of_subspan{mixed(work.place.own, 3)};
  const std::vector<Coding>& codings = codings_of(work.place.filter);
  work.coding = codings[of_subspan.below(codings.size())];
  work.codes = of_subspan.one_in(3) ? kCodes[of_subspan.below(std::size(kCodes))] : kCodes[0];
  put_weights(work.place, work);
  RandomStream random{mixed(mixed(seed, index), 4)};
  put_texels(random, work);
  put_limits(random, work);
  return work;
}

std::array<functional::Texel, kTexelsPerFootprint> TextureFilterBlock::Work::compared() const {
  auto result = texels;
  for (unsigned at = 0; compare && at < kTexelsPerFootprint; ++at)
    result[at] = (*compare)(texels[at], compare->limit[at / kTexelsPerPixel]);
  return result;
}

PortValues TextureFilterBlock::request(std::uint64_t seed, std::uint64_t index) const {
  const Work work = work_of(seed, index);
  PortValues request =
      texture_filter_request(work.plan, work.texels, work.compare ? &*work.compare : nullptr, work.place.last);
  RandomStream random{mixed(mixed(seed, index), 5)};
  // The weight of a pixel without a part means nothing, so it is anything; so is, without a comparison, what says how
  // to compare.
  const auto weights = static_cast<std::size_t>(
      std::find_if(inputs().begin(), inputs().end(), [](const Port& port) { return port.name == "in_pixel_weights"; }) -
      inputs().begin());
  const unsigned bits = inputs()[weights].part();
  for (unsigned pixel = 0; pixel < kPixelsPerSubspan; ++pixel) {
    if ((work.plan.pixels >> pixel & 1) == 0) request[weights].put(bits * pixel, bits, random.below(1u << bits));
  }
  if (work.compare) return request;
  for (std::size_t port = 0; port < request.size(); ++port) {
    const Port& input = inputs()[port];
    if (!kOfComparison.contains(input.name)) continue;
    for (unsigned at = 0; at < input.bits; ++at) request[port].put(at, 1, random.below(2));
  }
  return request;
}

PortValues TextureFilterBlock::result(std::uint64_t seed, std::uint64_t index, const PortValues&,
                                      const PortValues* before) const {
  const Work work = work_of(seed, index);
  const auto texels = work.compared();
  PortValues result;
  for (const Port& port : outputs()) result.emplace_back(port.bits);
  const bool goes_on = before != nullptr && (*before)[2].get(0, 1) == 0;
  for (unsigned pixel = 0; pixel < kPixelsPerSubspan; ++pixel) {
    functional::PixelSums sums;
    if (goes_on) sums = texture_filter_sums(*before, pixel);
    if ((work.plan.pixels >> pixel & 1) != 0)
      sums.add(functional::footprint_sums(work.plan, pixel, texels), work.plan.pixel_weight[pixel]);
    put_texture_filter_sums(result, pixel, sums);
  }
  result[2].put(0, 1, work.place.last);
  return result;
}

std::string TextureFilterBlock::explain(std::uint64_t seed, std::uint64_t index, const PortValues&) const {
  const Work work = work_of(seed, index);
  const auto texels = work.compared();
  std::string text = fmt::format("    footprint    {} of {} of a subspan, {}, {} {}, border at {:#06x}\n",
                                 work.place.number + 1, work.place.count, texpipe::name_of(work.place.filter),
                                 work.codes, name_of(work.coding), work.plan.border);
  if (work.compare) {
    text += fmt::format("    compare      {} of {} with {}\n", texpipe::name_of(work.compare->function),
                        "RGBA"[work.compare->channel], fmt::join(work.compare->limit, " "));
  }
  for (unsigned pixel = 0; pixel < kPixelsPerSubspan; ++pixel) {
    if ((work.plan.pixels >> pixel & 1) == 0) continue;
    const functional::PixelSums sums = functional::footprint_sums(work.plan, pixel, texels);
    text += fmt::format("    pixel {}      the footprint's sums {}, by {}; border corners weigh {}\n", pixel,
                        fmt::join(sums.texels, " "), work.plan.pixel_weight[pixel], sums.border_weight);
  }
  return text;
}

void TextureFilterBlock::declare(CoverBins& bins) const {
  for (const FilterStimulus filter : filters_) {
    const std::string_view name = texpipe::name_of(filter);
    for (const Coding coding : codings_of(filter)) bins.declare(fmt::format("{}: {}", name, name_of(coding)));
    const unsigned step = is_anisotropic(filter) ? 2 : 1;
    const unsigned most = is_anisotropic(filter) || filter == FilterStimulus::kMono ? kMostTaps : 1;
    for (unsigned taps = step; taps == step || taps <= most; taps += step)
      bins.declare(count_bin(name, footprints_of(filter, taps)));
    for (const std::string_view codes : kCodes) bins.declare(fmt::format("{}: codes {}", name, codes));
    bins.declare(fmt::format("{}: two groups of pixels", name));
  }
  for (unsigned function = 0; function < kShadowFunctions; ++function) {
    for (const std::string_view order : kOrders) bins.declare(functions_bin(function, order));
  }
  for (const char channel : {'R', 'A'}) bins.declare(fmt::format("compare of {}", channel));
  for (unsigned corners = 0; corners <= kTexelsPerPixel; ++corners)
    bins.declare(fmt::format("border at {} corners of a pixel", corners));
  for (unsigned pixels = 0; pixels < 16; ++pixels) bins.declare(fmt::format("pixels {:04b} have a part", pixels));
}

void TextureFilterBlock::cover(std::uint64_t seed, std::uint64_t index, const PortValues&, CoverBins& bins) const {
  const Work work = work_of(seed, index);
  const std::string_view name = texpipe::name_of(work.place.filter);
  bins.hit(fmt::format("{}: {}", name, name_of(work.coding)));
  bins.hit(count_bin(name, footprints_of(work.place.filter, work.place.taps)));
  bins.hit(fmt::format("{}: codes {}", name, work.codes));
  if (work.place.two_groups) bins.hit(fmt::format("{}: two groups of pixels", name));
  bins.hit(fmt::format("pixels {:04b} have a part", work.plan.pixels));
  if (work.compare) bins.hit(fmt::format("compare of {}", "RGBA"[work.compare->channel]));
  for (unsigned pixel = 0; pixel < kPixelsPerSubspan; ++pixel) {
    if ((work.plan.pixels >> pixel & 1) == 0) continue;
    bins.hit(fmt::format("border at {} corners of a pixel", std::popcount(work.plan.border >> (4 * pixel) & 0xFu)));
    if (!work.compare) continue;
    const float limit = work.compare->limit[pixel];
    const float value = work.compare->value(work.texels[kTexelsPerPixel * pixel].code[work.compare->channel]);
    const std::string_view order = limit < value    ? kOrders[0]
                                   : limit == value ? kOrders[1]
                                   : limit > value  ? kOrders[2]
                                                    : kOrders[3];
    bins.hit(functions_bin(static_cast<unsigned>(work.compare->function), order));
  }
}

}  // namespace texpipe::rtl_cosim
