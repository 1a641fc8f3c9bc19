// Plans that leave out subspans whose neighbours read the same lines.
#include <catch2/catch.hpp>
#include <cstddef>
#include <memory>
#include <set>
#include <vector>

#include "functional/sampling/sampler_bench.h"
#include "functional/shared_function/execute_sampler_message.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

constexpr unsigned kSide = 64;

/// Coordinates of the pixels of a 4x4 square in the order of lanes, so many texels apart.
std::vector<float> coordinates(bool vertical, float texels) {
  std::vector<float> result;
  for (unsigned lane = 0; lane < 16; ++lane) {
    const unsigned subspan = lane / 4, pixel = lane % 4;
    const unsigned place = vertical ? subspan / 2 * 2 + pixel / 2 : subspan % 2 * 2 + pixel % 2;
    result.push_back((static_cast<float>(place) * texels + 0.5f) / kSide);
  }
  return result;
}

struct Planned {
  unsigned subspans = 0;  // that have footprints
  std::set<std::uint64_t> lines;
};

Planned plan(SamplerBench& bench, float texels, bool sparse) {
  PlanRequest request{PlanDetail::kFootprints, {.bits = 6, .decoded = false}};
  request.sparse = sparse;
  const SamplerOutcome outcome =
      bench.send(Op::kSampleLz, {coordinates(false, texels), coordinates(true, texels)}, {.simd16 = true}, request);
  Planned planned;
  for (const SubspanPlan& subspan : outcome.subspans) {
    CHECK(subspan.pixels == 0xF);
    planned.subspans += subspan.footprints.empty() ? 0 : 1;
    for (const Footprint& footprint : subspan.footprints)
      for (unsigned i = 0; i < footprint.line_count; ++i) planned.lines.insert(footprint.lines[i]);
  }
  return planned;
}

}  // namespace

TEST_CASE("a sparse plan has half of a square's subspans where they share lines, and else all", "[sampler]") {
  const std::vector<std::byte> texels(std::size_t{4} * kSide * kSide);
  SamplerBench bench{{.width = kSide, .height = kSide}, texels};
  // Texel for texel: one line has 4x4 texels.
  const Planned near = plan(bench, 1, true);
  CHECK(near.subspans == 2);
  CHECK(near.lines == plan(bench, 1, false).lines);
  // Every other texel: no subspan reads another one's line.
  const Planned far = plan(bench, 2, true);
  CHECK(far.subspans == 4);
  CHECK(far.lines == plan(bench, 2, false).lines);
}
