#include "functional/frame/work/cleared_lines.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::functional;

namespace {

FrameLine line(std::uint64_t number, FrameCache cache = FrameCache::kDepth) {
  return {.address = ByteAddress{64 * number}, .cache = cache};
}

}  // namespace

TEST_CASE("a line is clear from a fast clear until somebody writes it", "[frame][clear]") {
  ClearedLines cleared;
  cleared.keep(FrameCache::kDepth, true);
  for (std::uint64_t number = 60; number < 70; ++number) cleared.add(line(number));  // of two pages of 4096 bytes
  CHECK_FALSE(cleared.holds(ByteAddress{64 * 59}));
  CHECK(cleared.holds(ByteAddress{64 * 60}));
  CHECK(cleared.holds(ByteAddress{64 * 69}));
  CHECK_FALSE(cleared.holds(ByteAddress{64 * 70}));
  CHECK(cleared.remove(line(63)));
  CHECK_FALSE(cleared.remove(line(63)));
  CHECK_FALSE(cleared.holds(ByteAddress{64 * 63}));
  CHECK(cleared.holds(ByteAddress{64 * 64}));
  cleared.add(line(63));
  CHECK(cleared.holds(ByteAddress{64 * 63}));
}

TEST_CASE("where lines that are clear are not kept, none is", "[frame][clear]") {
  ClearedLines cleared;
  cleared.keep(FrameCache::kDepth, true);
  cleared.add(line(1, FrameCache::kColor));
  CHECK_FALSE(cleared.holds(ByteAddress{64}));
  CHECK_FALSE(cleared.remove(line(1, FrameCache::kColor)));
}

TEST_CASE("colours of a target without auxiliary surface are read whatever was cleared at their place",
          "[frame][clear]") {
  ClearedLines cleared;
  cleared.keep(FrameCache::kColor, true);
  FrameLine color = line(1, FrameCache::kColor);
  cleared.add(color);
  color.read = true;
  CHECK_FALSE(cleared.spares(color));
  color.auxiliary = true;
  CHECK(cleared.spares(color));
  CHECK_FALSE(cleared.remove(line(1, FrameCache::kMcs)));
  CHECK(cleared.remove(line(1, FrameCache::kColor)));
  CHECK_FALSE(cleared.spares(color));
}
