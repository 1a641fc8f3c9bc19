#include "functional/rasterization/pixel_query.h"

namespace texpipe::functional {

namespace {

constexpr std::int32_t kLargestOffsetCount = 8;

bool has_sample(const PixelCoverage& pixel, std::int32_t sample) {
  return sample >= 0 && sample < pixel.pattern.count;
}

PixelQueryResult sample_offset(const PixelCoverage& pixel, std::int32_t sample, PixelQuerySwitches switches) {
  if (!has_sample(pixel, sample) || pixel.pattern.count > kLargestOffsetCount || !pixel.pattern.standard)
    return {.warning = true};
  const SamplePosition position = pixel.pattern.positions[static_cast<unsigned>(sample)];
  if (!switches.grid_integer) return {.value = packed(offset_of(position))};
  return {.value = packed({static_cast<std::int16_t>(position.x - kSampleGrid / 2),
                           static_cast<std::int16_t>(position.y - kSampleGrid / 2)})};
}

}  // namespace

PixelQueryResult query_pixel(const PixelCoverage& pixel, PixelQuery query, std::int32_t sample,
                             PixelQuerySwitches switches) {
  const std::uint32_t coverage = pixel.coverage & pixel.pattern.full_mask();
  switch (query) {
    case PixelQuery::kMsCount:
      return {.value = pixel.pattern.count};
    case PixelQuery::kCovMask:
      return {.value = coverage};
    case PixelQuery::kCovered: {
      const bool covered = has_sample(pixel, sample) && (coverage >> sample & 1) != 0;
      const std::uint32_t true_value = switches.covered_all_ones ? 0xFFFF'FFFFu : 1u;
      return {.value = covered ? true_value : 0, .predicate = covered};
    }
    case PixelQuery::kOffset:
      return sample_offset(pixel, sample, switches);
    case PixelQuery::kCentroidOffset:
      return {.value = packed(centroid(pixel.pattern, coverage, pixel.sample_mask))};
    case PixelQuery::kMyIndex:
      return {.value = pixel.sample_index.value_or(0), .predicate = pixel.sample_index.has_value()};
  }
  return {};
}

}  // namespace texpipe::functional
