#include "functional/frame/work/cleared_lines.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::functional;

TEST_CASE("a line is clear from a fast clear until somebody writes it", "[frame][clear]") {
  ClearedLines cleared;
  cleared.keep(true);
  for (std::uint64_t line = 60; line < 70; ++line) cleared.add(ByteAddress{64 * line});  // of two pages of 4096 bytes
  CHECK_FALSE(cleared.holds(ByteAddress{64 * 59}));
  CHECK(cleared.holds(ByteAddress{64 * 60}));
  CHECK(cleared.holds(ByteAddress{64 * 69}));
  CHECK_FALSE(cleared.holds(ByteAddress{64 * 70}));
  CHECK(cleared.remove(ByteAddress{64 * 63}));
  CHECK_FALSE(cleared.remove(ByteAddress{64 * 63}));
  CHECK_FALSE(cleared.holds(ByteAddress{64 * 63}));
  CHECK(cleared.holds(ByteAddress{64 * 64}));
  cleared.add(ByteAddress{64 * 63});
  CHECK(cleared.holds(ByteAddress{64 * 63}));
}

TEST_CASE("where lines that are clear are not kept, none is", "[frame][clear]") {
  ClearedLines cleared;
  cleared.add(ByteAddress{64});
  CHECK_FALSE(cleared.holds(ByteAddress{64}));
  CHECK_FALSE(cleared.remove(ByteAddress{64}));
}
