#include "rtl_cosim/scoreboard/coverage_unit_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::EdgeFunction;
using functional::kMaxSamples;
using functional::kSampleGrid;
using functional::kSubpixelsPerPixel;
using functional::SamplePattern;
using functional::SamplePosition;
using functional::WindowVertex;
using spa::PixelMode;

constexpr EnumRow kRtls[] = {
    {0, "repository", "rtl_cosim/rtl/coverage_unit.sv"},
    {1, "centroid_of_helpers", "planted bug: the centroid of a helper pixel is its centre whatever the sample mask"},
};

constexpr PixelMode kModes[] = {PixelMode::kMsCount, PixelMode::kCovMask,        PixelMode::kCovered,
                                PixelMode::kOffset,  PixelMode::kCentroidOffset, PixelMode::kMyIndex};
constexpr unsigned kCounts[] = {1, 2, 4, 8, 16};

constexpr std::string_view kNear = "near the subspan", kOnSamples = "corners on samples", kLarge = "large",
                           kUpright = "upright edges", kGuardBand = "in the whole guard band";
constexpr std::string_view kKinds[] = {kNear, kOnSamples, kLarge, kUpright, kGuardBand};
constexpr std::int32_t kFarthestPixel = 1 << 19;
constexpr std::int32_t kGridStep = kSubpixelsPerPixel / kSampleGrid;

/// A vertex of a triangle of some kind, around the subspan's middle.
WindowVertex vertex_of(std::string_view kind, WindowVertex middle, const SamplePattern& pattern, RandomStream& random) {
  const auto around = [&](std::int32_t reach) {
    return static_cast<std::int32_t>(random.below(2 * static_cast<std::uint64_t>(reach) + 1)) - reach;
  };
  if (kind == kGuardBand) {
    constexpr std::int32_t kReach = functional::kGuardBand * kSubpixelsPerPixel;
    return {around(kReach), around(kReach)};
  }
  if (kind == kOnSamples) {
    const SamplePosition sample = pattern.positions[random.below(pattern.count)];
    return {(middle.x / kSubpixelsPerPixel + around(2)) * kSubpixelsPerPixel + sample.x * kGridStep,
            (middle.y / kSubpixelsPerPixel + around(2)) * kSubpixelsPerPixel + sample.y * kGridStep};
  }
  const std::int32_t reach = kind == kLarge ? 100 * kSubpixelsPerPixel : 2 * kSubpixelsPerPixel;
  return {middle.x + around(reach), middle.y + around(reach)};
}

bool is_partial(std::uint16_t coverage, const SamplePattern& pattern) {
  return coverage != 0 && coverage != pattern.full_mask();
}

/// Name of the rule that a pixel's centroid comes from.
std::string_view centroid_case(std::uint16_t coverage, std::uint16_t mask, const SamplePattern& pattern) {
  if (coverage == pattern.full_mask()) return "full";
  if (coverage != 0) return "partly covered";
  const std::uint32_t allowed = mask & pattern.full_mask();
  if (allowed == 0) return "helper and empty mask";
  return allowed == pattern.full_mask() ? "helper and full mask" : "helper and partial mask";
}
constexpr std::string_view kCentroidCases[] = {"full", "partly covered", "helper and empty mask",
                                               "helper and full mask", "helper and partial mask"};

std::string_view sample_case(std::int32_t sample, const SamplePattern& pattern) {
  return sample < 0 ? "negative sample" : sample >= pattern.count ? "sample beyond the count" : "sample of the pixel";
}
constexpr std::string_view kSampleCases[] = {"negative sample", "sample beyond the count", "sample of the pixel"};

std::string positions_case(const SamplePattern& pattern) {
  if (!pattern.standard) return "programmed positions";
  return pattern.count > 8 ? "too many samples" : "standard positions";
}

/// Names of the bins of one pixel's query.
std::vector<std::string> cases_of(PixelMode mode, const SamplePattern& pattern, std::uint16_t coverage,
                                  std::uint16_t mask, std::int32_t sample, bool has_index,
                                  functional::PixelQuerySwitches switches) {
  const std::string name{name_of(mode)};
  std::vector<std::string> cases{fmt::format("{}: {} samples", name, pattern.count)};
  switch (mode) {
    case PixelMode::kCovered:
      cases.push_back(fmt::format("{}: {}", name, sample_case(sample, pattern)));
      if (sample_case(sample, pattern) == kSampleCases[2])
        cases.push_back(fmt::format("{}: {}{}", name, coverage >> sample & 1 ? "true" : "false",
                                    switches.covered_all_ones ? " as ones" : ""));
      break;
    case PixelMode::kOffset:
      cases.push_back(fmt::format("{}: {}", name, sample_case(sample, pattern)));
      cases.push_back(
          fmt::format("{}: {}{}", name, positions_case(pattern), switches.grid_integer ? " in grid units" : ""));
      break;
    case PixelMode::kCentroidOffset:
      cases.push_back(fmt::format("{}: {}", name, centroid_case(coverage, mask, pattern)));
      break;
    case PixelMode::kMyIndex:
      cases.push_back(fmt::format("{}: {}", name, has_index ? "an index" : "no index"));
      break;
    default:
      break;
  }
  return cases;
}

}  // namespace

EnumRows enum_rows(CoverageUnitVariant) {
  return {"coverage unit RTL", kRtls};
}

CoverageUnitBlock::CoverageUnitBlock(CoverageUnitVariant rtl, std::vector<PixelMode> modes)
    : rtl_{rtl}, modes_{std::move(modes)} {
  if (modes_.empty()) modes_.assign(std::begin(kModes), std::end(kModes));
}

std::array<EdgeFunction, 3> CoverageUnitBlock::Subspan::edges() const {
  return {edge_function(vertices[0], vertices[1]), edge_function(vertices[1], vertices[2]),
          edge_function(vertices[2], vertices[0])};
}

CoverageUnitBlock::Subspan CoverageUnitBlock::subspan_of(std::uint64_t seed, std::uint64_t index) const {
  RandomStream random{mixed(seed, index)};
  Subspan subspan{};
  subspan.mode = modes_[random.below(modes_.size())];
  subspan.pattern = functional::standard_pattern(kCounts[random.below(std::size(kCounts))]);
  if (random.one_in(4)) {
    std::array<SamplePosition, kMaxSamples> positions;
    for (SamplePosition& position : positions)
      position = {static_cast<std::uint8_t>(random.below(kSampleGrid)),
                  static_cast<std::uint8_t>(random.below(kSampleGrid))};
    subspan.pattern = functional::programmed_pattern(std::span{positions}.first(subspan.pattern.count));
  }
  const auto place = [&] {
    const std::uint64_t bound = random.one_in(4) ? kFarthestPixel : 2048;
    return static_cast<std::int32_t>(2 * random.below(bound / 2));
  };
  subspan.x = place();
  subspan.y = place();
  subspan.pixels = random.one_in(4) ? static_cast<unsigned>(random.below(16)) : 15u;
  switch (random.below(4)) {
    case 0:
      subspan.sample_mask = static_cast<std::uint16_t>(random.next());
      break;
    case 1:
      subspan.sample_mask = random.one_in(4) ? 0 : 1;
      break;
    default:
      subspan.sample_mask = 0xFFFF;
  }

  subspan.kind = kKinds[random.below(std::size(kKinds))];
  const WindowVertex middle{(subspan.x + 1) * kSubpixelsPerPixel, (subspan.y + 1) * kSubpixelsPerPixel};
  for (WindowVertex& vertex : subspan.vertices) vertex = vertex_of(subspan.kind, middle, subspan.pattern, random);
  if (subspan.kind == kUpright) {
    subspan.vertices[1].y = subspan.vertices[0].y;
    subspan.vertices[2].x = subspan.vertices[0].x;
  }
  auto& [v0, v1, v2] = subspan.vertices;
  if (doubled_area(v0, v1, v2) == 0) {
    v0 = {middle.x - 100, middle.y - 100};
    v1 = {middle.x + 200, middle.y - 50};
    v2 = {middle.x - 50, middle.y + 200};
  }
  if (doubled_area(v0, v1, v2) < 0) std::swap(v1, v2);

  for (std::int32_t& sample : subspan.samples) {
    sample = random.one_in(8) ? static_cast<std::int32_t>(static_cast<std::uint32_t>(random.next()))
                              : static_cast<std::int32_t>(random.below(subspan.pattern.count + 2u)) - 1;
  }
  for (auto& own : subspan.own_index) {
    if (random.one_in(2)) own = static_cast<std::uint8_t>(random.below(kMaxSamples));
  }
  subspan.switches = {.grid_integer = random.one_in(2), .covered_all_ones = random.one_in(2)};
  return subspan;
}

std::array<std::uint16_t, 4> CoverageUnitBlock::coverage_of(const Subspan& subspan) {
  const functional::RasterState state{.viewport = {subspan.x, subspan.y, subspan.x + 2, subspan.y + 2},
                                      .pattern = subspan.pattern,
                                      .sample_mask = subspan.sample_mask};
  std::vector<functional::CoveredSubspan> covered;
  rasterize_triangle(state, subspan.vertices[0], subspan.vertices[1], subspan.vertices[2], covered);
  std::array<std::uint16_t, 4> coverage{};
  if (!covered.empty()) coverage = covered.front().samples;
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    if ((subspan.pixels >> pixel & 1) == 0) coverage[pixel] = 0;
  }
  return coverage;
}

functional::PixelQueryResult CoverageUnitBlock::answer_of(const Subspan& subspan, unsigned pixel,
                                                          std::uint16_t coverage) {
  const functional::PixelCoverage of_pixel{.pattern = subspan.pattern,
                                           .sample_mask = subspan.sample_mask,
                                           .coverage = coverage,
                                           .sample_index = subspan.own_index[pixel]};
  return query_pixel(of_pixel, static_cast<functional::PixelQuery>(subspan.mode), subspan.samples[pixel],
                     subspan.switches);
}

PortValues CoverageUnitBlock::request(std::uint64_t seed, std::uint64_t index) const {
  const Subspan subspan = subspan_of(seed, index);
  return coverage_unit_request({.edges = subspan.edges(),
                                .x = subspan.x,
                                .y = subspan.y,
                                .pixels = subspan.pixels,
                                .pattern = subspan.pattern,
                                .sample_mask = subspan.sample_mask,
                                .query = static_cast<functional::PixelQuery>(subspan.mode),
                                .samples = subspan.samples,
                                .own_index = subspan.own_index,
                                .switches = subspan.switches});
}

PortValues CoverageUnitBlock::result(std::uint64_t seed, std::uint64_t index, const PortValues&,
                                     const PortValues*) const {
  const Subspan subspan = subspan_of(seed, index);
  PortValues result;
  for (const Port& port : outputs()) result.emplace_back(port.bits);
  const std::array<std::uint16_t, 4> coverage = coverage_of(subspan);
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    const functional::PixelQueryResult answer = answer_of(subspan, pixel, coverage[pixel]);
    result[0].put(16 * pixel, 16, coverage[pixel]);
    result[1].put(32 * pixel, 32, answer.value);
    result[2].put(pixel, 1, answer.predicate.value_or(false) ? 1 : 0);
    result[3].put(pixel, 1, answer.predicate.has_value() ? 1 : 0);
    result[4].put(pixel, 1, answer.warning ? 1 : 0);
  }
  return result;
}

std::string CoverageUnitBlock::explain(std::uint64_t seed, std::uint64_t index, const PortValues&) const {
  const Subspan subspan = subspan_of(seed, index);
  const auto& [v0, v1, v2] = subspan.vertices;
  std::string text = fmt::format(
      "    triangle     ({}, {}) ({}, {}) ({}, {}) in 1/256 pixel, {}\n"
      "    subspan      at pixel ({}, {}), {} {} samples a pixel, {}\n",
      v0.x, v0.y, v1.x, v1.y, v2.x, v2.y, subspan.kind, subspan.x, subspan.y, subspan.pattern.count,
      subspan.pattern.standard ? "standard" : "programmed", name_of(subspan.mode));
  const std::array<std::uint16_t, 4> coverage = coverage_of(subspan);
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    text += fmt::format("    pixel {}      coverage {:#06x}, centroid: {}, sample {}, value {:#010x}\n", pixel,
                        coverage[pixel], centroid_case(coverage[pixel], subspan.sample_mask, subspan.pattern),
                        subspan.samples[pixel], answer_of(subspan, pixel, coverage[pixel]).value);
  }
  return text;
}

void CoverageUnitBlock::declare(CoverBins& bins) const {
  for (const std::string_view kind : kKinds) bins.declare(fmt::format("triangle: {}, partly covered pixel", kind));
  bins.declare("sample on an edge that covers it");
  bins.declare("sample on an edge that does not");
  bins.declare("pixel outside the viewport");
  for (const PixelMode mode : modes_) {
    const std::string name{name_of(mode)};
    for (const unsigned count : kCounts) bins.declare(fmt::format("{}: {} samples", name, count));
    if (mode == PixelMode::kCovered || mode == PixelMode::kOffset) {
      for (const std::string_view sample : kSampleCases) bins.declare(fmt::format("{}: {}", name, sample));
    }
    if (mode == PixelMode::kCovered) {
      for (const std::string_view answer : {"true", "true as ones", "false", "false as ones"})
        bins.declare(fmt::format("{}: {}", name, answer));
    }
    if (mode == PixelMode::kOffset) {
      for (const std::string_view positions : {"standard positions", "programmed positions", "too many samples"}) {
        bins.declare(fmt::format("{}: {}", name, positions));
        bins.declare(fmt::format("{}: {} in grid units", name, positions));
      }
    }
    if (mode == PixelMode::kCentroidOffset) {
      for (const std::string_view centroid : kCentroidCases) bins.declare(fmt::format("{}: {}", name, centroid));
    }
    if (mode == PixelMode::kMyIndex) {
      for (const std::string_view index : {"an index", "no index"}) bins.declare(fmt::format("{}: {}", name, index));
    }
  }
}

void CoverageUnitBlock::cover(std::uint64_t seed, std::uint64_t index, const PortValues&, CoverBins& bins) const {
  const Subspan subspan = subspan_of(seed, index);
  const std::array<std::uint16_t, 4> coverage = coverage_of(subspan);
  const std::array<EdgeFunction, 3> edges = subspan.edges();
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    if ((subspan.pixels >> pixel & 1) == 0) bins.hit("pixel outside the viewport");
    if (is_partial(coverage[pixel], subspan.pattern))
      bins.hit(fmt::format("triangle: {}, partly covered pixel", subspan.kind));
    for (const std::string& name :
         cases_of(subspan.mode, subspan.pattern, coverage[pixel], subspan.sample_mask, subspan.samples[pixel],
                  subspan.own_index[pixel].has_value(), subspan.switches))
      bins.hit(name);
    for (unsigned sample = 0; sample < subspan.pattern.count; ++sample) {
      const SamplePosition position = subspan.pattern.positions[sample];
      const auto px = static_cast<std::int32_t>(pixel & 1), py = static_cast<std::int32_t>(pixel >> 1);
      for (const EdgeFunction& edge : edges) {
        const std::int64_t value = edge.at((subspan.x + px) * kSubpixelsPerPixel + position.x * kGridStep,
                                           (subspan.y + py) * kSubpixelsPerPixel + position.y * kGridStep);
        if (value == 0 && (coverage[pixel] >> sample & 1) != 0) bins.hit("sample on an edge that covers it");
        if (value == -1) bins.hit("sample on an edge that does not");
      }
    }
  }
}

}  // namespace texpipe::rtl_cosim
