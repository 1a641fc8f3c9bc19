#include "functional/memory/buffer_bounds.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;
using Catch::Matchers::Contains;

namespace {

BufferBounds two_buffers(BufferBounds::Policy policy) {
  BufferBounds bounds{"kernel k", policy};
  bounds.add("a", ByteAddress{0x1000}, ByteSize{64});
  bounds.add("b", ByteAddress{0x2000}, ByteSize{0x1000});
  return bounds;
}

OutsideAccess read_of(std::uint32_t group, std::uint32_t instruction, std::uint64_t address) {
  return {.group = group,
          .instruction = instruction,
          .address = ByteAddress{address},
          .bytes = 4,
          .base = ByteAddress{0x1000}};
}

}  // namespace

TEST_CASE("a buffer holds bytes up to its end and none beyond", "[bounds]") {
  const BufferBounds bounds = two_buffers(BufferBounds::Policy::kCount);
  CHECK(bounds.holds(0x1000, 64));
  CHECK(!bounds.holds(0x1000, 65));
  CHECK(!bounds.holds(0xFFF, 4));
  CHECK(!bounds.holds(0x103E, 4));
  CHECK(bounds.holds(0x2FFC, 4));
  CHECK(!bounds.holds(0x2FFD, 4));
  CHECK(!bounds.holds(~std::uint64_t{0} - 1, 4));
  CHECK(bounds.holds(0x103C, 4));  // the one before again
}

TEST_CASE("the first access beyond buffers is that of the lowest group and instruction, whichever came first",
          "[bounds]") {
  BufferBounds bounds = two_buffers(BufferBounds::Policy::kCount);
  bounds.note(read_of(2, 0x10, 0x1040));
  bounds.note(read_of(1, 0x20, 0x1044));
  bounds.note(read_of(1, 0x18, 0x1048));
  bounds.note(read_of(1, 0x18, 0x1040));
  bounds.note(read_of(3, 0x8, 0x1040));
  CHECK(bounds.count() == 5);
  CHECK(bounds.text() ==
        "kernel k: 5 accesses beyond its buffers, the first: work group 1, instruction at byte 0x18, reads bytes 64 to "
        "67 "
        "of a, which has 64 (such reads give 0)");
}

TEST_CASE("an offset that a kernel counted down from a buffer's begin is told as negative", "[bounds]") {
  BufferBounds bounds = two_buffers(BufferBounds::Policy::kCount);
  bounds.note(read_of(0, 0, 0x1000 + 0xFFFF'FFF8));
  CHECK_THAT(bounds.text(), Contains("1 access beyond its buffers") && Contains("reads bytes -8 to -5 of a"));
}

TEST_CASE("an access by address is told from the buffer before it, and by its address where there is none",
          "[bounds]") {
  BufferBounds behind = two_buffers(BufferBounds::Policy::kCount);
  behind.note({.address = ByteAddress{0x3004}, .bytes = 8, .write = true, .by_address = true, .base = {}});
  CHECK_THAT(behind.text(), Contains("writes bytes 4100 to 4107 of b, which has 4096 (by a 64-bit address"));
  BufferBounds before = two_buffers(BufferBounds::Policy::kCount);
  before.note({.address = ByteAddress{0x10}, .bytes = 8, .write = true, .by_address = true, .base = {}});
  CHECK_THAT(before.text(), Contains("writes 8 bytes at address 0x10 "));
}

TEST_CASE("where no access beyond buffers is allowed the first one is a mismatch", "[bounds]") {
  BufferBounds bounds = two_buffers(BufferBounds::Policy::kRefuse);
  try {
    bounds.note(read_of(0, 0x40, 0x1040));
    FAIL("allowed");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMismatch);
    CHECK_THAT(error.diagnostics().front().text(), Contains("kernel k: an access beyond its buffers: work group 0"));
  }
}
