// Steps that a frame leaves for the fixed functions.
#include "functional/frame/work/frame_work.h"

#include <catch2/catch.hpp>
#include <numeric>

using namespace texpipe;
using namespace texpipe::functional;

namespace {

std::vector<FrameLine> lines(std::uint64_t first, std::size_t count, FrameCache cache) {
  std::vector<FrameLine> lines;
  for (std::size_t i = 0; i < count; ++i) lines.push_back({.address = ByteAddress{first + 64 * i}, .cache = cache});
  return lines;
}

std::vector<std::uint64_t> addresses_of(const FrameWork& work, std::size_t step) {
  std::vector<std::uint64_t> addresses;
  for (std::uint32_t i = 0; i < work.steps[step].lines; ++i)
    addresses.push_back(work.lines[work.steps[step].first_line + i].address.value());
  return addresses;
}

}  // namespace

TEST_CASE("steps share an amount and lines evenly, and leave none out", "[frame]") {
  FrameWork work;
  const std::vector<FrameLine> hiz = lines(0, 5, FrameCache::kHiz), depth = lines(0x1000, 3, FrameCache::kDepth);
  work.add_shared(FrameStepKind::kDepthClear, 100, 3, {hiz, depth});
  REQUIRE(work.steps.size() == 3);
  CHECK(work.steps[0].amount + work.steps[1].amount + work.steps[2].amount == 100);
  CHECK(addresses_of(work, 0) == std::vector<std::uint64_t>{0, 0x1000});
  CHECK(addresses_of(work, 1) == std::vector<std::uint64_t>{64, 128, 0x1040});
  CHECK(addresses_of(work, 2) == std::vector<std::uint64_t>{192, 256, 0x1080});
}

TEST_CASE("steps of draws that are not wanted go with their lines, and those before stay", "[frame]") {
  FrameWork work;
  for (const std::uint32_t draw : {7u, 1u, 2u, 1u}) {
    work.draw = draw;
    work.add(FrameStepKind::kTile);
    work.touch({.address = ByteAddress{0x100ull * work.steps.size()}, .cache = FrameCache::kDepth});
  }
  work.keep(1, [](std::uint32_t draw) { return draw == 1; });
  REQUIRE(work.steps.size() == 3);
  CHECK((work.steps[0].draw == 7 && work.steps[1].draw == 1 && work.steps[2].draw == 1));
  CHECK(addresses_of(work, 0) == std::vector<std::uint64_t>{0x100});
  CHECK(addresses_of(work, 1) == std::vector<std::uint64_t>{0x200});
  CHECK(addresses_of(work, 2) == std::vector<std::uint64_t>{0x400});
  CHECK(work.lines.size() == 3);
}
