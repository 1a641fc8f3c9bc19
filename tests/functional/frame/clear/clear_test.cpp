#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/frame/clear/depth_clear.h"
#include "functional/frame/clear/fast_clear.h"
#include "functional/frame/pixel_bench.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// Arms a clear of columns 2 to 4 and rows 3 to 8, bounds as 3DSTATE_WM_HZ_OP has them.
void arm(PixelBench& bench) {
  bench.set(command::kWmHzOp["Clear Rectangle X Min"], 2);
  bench.set(command::kWmHzOp["Clear Rectangle Y Min"], 3);
  bench.set(command::kWmHzOp["Clear Rectangle X Max"], 5);
  bench.set(command::kWmHzOp["Clear Rectangle Y Max"], 9);
}

bool inside(unsigned x, unsigned y) {
  return x >= 2 && x < 5 && y >= 3 && y < 9;
}

}  // namespace

TEST_CASE("a depth clear fills the rectangle of 3DSTATE_WM_HZ_OP and nothing beyond it", "[frame][clear]") {
  const std::uint32_t before = std::bit_cast<std::uint32_t>(1.0f), after = std::bit_cast<std::uint32_t>(0.25f);
  PixelBench bench;
  bench.depth_buffer(1);
  bench.fill_depth(before);
  arm(bench);
  bench.set_real(command::kClearParams["Depth Clear Value"], 0.25f);
  clear_depth(bench.state, bench.memory);  // neither depth nor stencil is enabled
  CHECK(bench.depth_code(2, 3) == before);
  bench.set(command::kWmHzOp["Depth Buffer Clear Enable"], 1);
  clear_depth(bench.state, bench.memory);
  for (unsigned y = 0; y < PixelBench::kSize; ++y) {
    for (unsigned x = 0; x < PixelBench::kSize; ++x) {
      INFO(x << ", " << y);
      CHECK(bench.depth_code(x, y) == (inside(x, y) ? after : before));
    }
  }
}

TEST_CASE("a depth clear adds the lines of blocks that it covers whole, a resolve those that it touches",
          "[frame][clear]") {
  PixelBench bench;
  bench.depth_buffer(1);  // of 32 bits: a line is 4x4 pixels
  bench.set(command::kWmHzOp["Clear Rectangle X Min"], 8);
  bench.set(command::kWmHzOp["Clear Rectangle Y Min"], 4);
  bench.set(command::kWmHzOp["Clear Rectangle X Max"], PixelBench::kSize);
  bench.set(command::kWmHzOp["Clear Rectangle Y Max"], 13);  // of the fourth row of blocks a row of pixels
  const auto lines = [&](gen9::FieldBits operation, bool hierarchical, bool kept) {
    bench.set(command::kDepthBuffer["Hierarchical Depth Buffer Enable"], hierarchical);
    bench.set(operation, 1);
    FrameWork work;
    work.cleared.keep(FrameCache::kDepth, kept);
    add_depth_operation(bench.state, bench.memory, work);
    bench.set(operation, 0);
    REQUIRE(work.steps.size() == 1);
    CHECK(work.steps[0].amount == (PixelBench::kSize / 8 - 1) * 3);
    std::vector<FrameLine> of_depth;
    for (const FrameLine& line : work.lines)
      if (line.cache == FrameCache::kDepth) of_depth.push_back(line);
    return of_depth;
  };
  const std::size_t columns = PixelBench::kSize / 4 - 2;
  const auto clear = command::kWmHzOp["Depth Buffer Clear Enable"];
  const std::vector<FrameLine> cleared = lines(clear, true, true);
  REQUIRE(cleared.size() == columns * 2);
  CHECK((cleared[0].cache == FrameCache::kDepth && cleared[0].clears && !cleared[0].read && !cleared[0].write));
  CHECK(lines(clear, false, true).empty());
  CHECK(lines(clear, true, false).empty());
  CHECK(lines(command::kWmHzOp["Stencil Buffer Clear Enable"], true, true).empty());
  const std::vector<FrameLine> resolved = lines(command::kWmHzOp["Depth Buffer Resolve Enable"], true, true);
  REQUIRE(resolved.size() == columns * 3);
  CHECK((resolved[0].write && resolved[0].if_clear && !resolved[0].clears && !resolved[0].read));
}

TEST_CASE("a depth clear writes the lines of the hierarchical buffer, and a resolve reads them", "[frame][clear]") {
  PixelBench bench;
  bench.depth_buffer(1);
  bench.set(command::kWmHzOp["Clear Rectangle X Max"], PixelBench::kSize);
  bench.set(command::kWmHzOp["Clear Rectangle Y Max"], 9);  // the first lower half of a tile, in part
  bench.set(command::kHierDepthBuffer["Surface Base Address"], 0x10000);
  bench.set(command::kHierDepthBuffer["Surface Pitch"], 2 * PixelBench::kSize - 1);
  const auto lines = [&](gen9::FieldBits operation, bool hierarchical) {
    bench.set(command::kDepthBuffer["Hierarchical Depth Buffer Enable"], hierarchical);
    bench.set(operation, 1);
    FrameWork work;
    add_depth_operation(bench.state, bench.memory, work);  // depth that is clear is not kept
    bench.set(operation, 0);
    return work.lines;
  };
  const std::size_t tiles = (PixelBench::kSize + 15) / 16;
  const std::vector<FrameLine> cleared = lines(command::kWmHzOp["Depth Buffer Clear Enable"], true);
  REQUIRE(cleared.size() == 2 * tiles);
  for (const FrameLine& line : cleared) CHECK((line.cache == FrameCache::kHiz && line.write && !line.read));
  CHECK(cleared[0].address == ByteAddress{0x10000});
  CHECK(cleared[tiles].address == ByteAddress{0x10000 + 64});  // the lower half of the same tile
  CHECK(lines(command::kWmHzOp["Depth Buffer Clear Enable"], false).empty());
  CHECK(lines(command::kWmHzOp["Stencil Buffer Clear Enable"], true).empty());
  CHECK(lines(command::kWmHzOp["Hierarchical Depth Buffer Resolve Enable"], true)[0].write);
  const std::vector<FrameLine> resolved = lines(command::kWmHzOp["Depth Buffer Resolve Enable"], true);
  REQUIRE(resolved.size() == 2 * tiles);
  CHECK((resolved[0].cache == FrameCache::kHiz && resolved[0].read && !resolved[0].write));
}

TEST_CASE("a stencil clear leaves depth as it was", "[frame][clear]") {
  PixelBench bench;
  bench.depth_buffer(1);
  bench.stencil_buffer();
  bench.fill_depth(7);
  bench.fill_stencil(1);
  arm(bench);
  bench.set(command::kWmHzOp["Stencil Buffer Clear Enable"], 1);
  bench.set(command::kWmHzOp["Stencil Clear Value"], 0xA5);
  clear_depth(bench.state, bench.memory);
  CHECK(bench.stencil(4, 8) == 0xA5);
  CHECK(bench.stencil(5, 8) == 1);
  CHECK(bench.stencil(4, 9) == 1);
  CHECK(bench.depth_code(4, 8) == 7);
}

TEST_CASE("a fast clear's rectangle counts blocks of the target, which it clears as far as there are pixels",
          "[frame][clear]") {
  PixelBench bench;
  bench.compress_target();
  const std::uint32_t one = std::bit_cast<std::uint32_t>(1.0f);
  bench.fill_target({one, one, one, one});
  REQUIRE(bench.covered() == PixelBench::kSize * PixelBench::kSize);
  Urb urb;
  AssembledPrimitives primitives{.kind = PrimitiveKind::kRectangle, .urb = &urb};
  AssembledPrimitive rectangle;
  const std::uint32_t first = urb.allocate(3, kVertexOutputSlot);
  const std::array<std::array<std::uint32_t, 2>, 3> corners{{{one, one}, {0, one}, {0, 0}}};
  for (std::uint32_t i = 0; i < 3; ++i) {
    urb.entry(first + i)[kVertexPositionSlot] = {corners[i][0], corners[i][1], 0, one};
    rectangle.vertices[i] = first + i;
  }
  clear_fast(bench.state, bench.memory, primitives, rectangle);
  CHECK(bench.covered() == 0);
  // In time: the rectangle is one pixel, which stands for 64x32 of the target; one line of the CCS covers it.
  FrameWork work;
  time_clear(bench.state, bench.memory, primitives, rectangle, work);
  REQUIRE(work.steps.size() == 1);
  CHECK((work.steps[0].kind == FrameStepKind::kClear && work.steps[0].amount == 1));
  const FrameLine written{.address = bench.control_base(), .cache = FrameCache::kMcs, .write = true};
  CHECK(work.lines == std::vector{written});
  CHECK(work.steps[0].lines == 1);
  // A resolve reads the line, too; a full one of compressed pairs moves the colours.
  bench.set(command::kPs["Render Target Fast Clear Enable"], 0);
  bench.set(command::kPs["Render Target Resolve Type"], 1);
  work.clear();
  work.compresses = true;
  time_clear(bench.state, bench.memory, primitives, rectangle, work);
  REQUIRE(work.lines.size() == 1);
  CHECK((work.lines[0].read && work.lines[0].write));
  bench.set(command::kPs["Render Target Resolve Type"], 3);
  work.clear();
  time_clear(bench.state, bench.memory, primitives, rectangle, work);
  REQUIRE(work.lines.size() == 1 + 16);
  CHECK((work.lines[16].cache == FrameCache::kColor && work.lines[16].compresses && work.lines[16].read));
  work.clear();
  work.compresses = false;
  time_clear(bench.state, bench.memory, primitives, rectangle, work);
  CHECK(work.lines.size() == 1);
  // Where lines of colours are known to be clear, resolves write those, and a clear lets all be clear.
  work.cleared.keep(FrameCache::kColor, true);
  for (const std::uint32_t resolve : {3u, 1u, 0u}) {
    bench.set(command::kPs["Render Target Resolve Type"], resolve);
    work.clear();
    time_clear(bench.state, bench.memory, primitives, rectangle, work);
    REQUIRE(work.lines.size() == 1 + 16);
    REQUIRE(work.steps.size() == 1);
    FrameLine last{.address = work.lines[16].address, .auxiliary = true};
    (resolve != 0 ? last.write : last.clears) = true;
    last.if_clear = last.write;
    CHECK(work.lines[16] == last);
  }
}

TEST_CASE("a clear of memory that is not mapped is refused with its address", "[frame][clear]") {
  PixelBench bench;
  bench.depth_buffer(1);
  bench.fill_depth(7);
  arm(bench);
  bench.set(command::kWmHzOp["Depth Buffer Clear Enable"], 1);
  std::uint64_t end = ~std::uint64_t{0};
  const MemoryHolds holds = [&](ByteAddress address, ByteSize size) { return address.value() + size.value() <= end; };
  clear_depth(bench.state, bench.memory, holds);
  CHECK(bench.depth_code(2, 3) == 0);
  bench.fill_depth(7);
  end = 0x1000;
  CHECK_THROWS_WITH(clear_depth(bench.state, bench.memory, holds),
                    Catch::Contains("clears 0x") && Catch::Contains(", which the recording does not map"));
  CHECK(bench.depth_code(2, 3) == 7);
}

TEST_CASE("a fast clear of a target without auxiliary surface is refused", "[frame][clear]") {
  PixelBench bench;
  Urb urb;
  AssembledPrimitives primitives{.kind = PrimitiveKind::kRectangle, .urb = &urb};
  urb.allocate(3, kVertexOutputSlot);
  try {
    clear_fast(bench.state, bench.memory, primitives, {.vertices = {0, 1, 2}});
    FAIL("is refused");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUnsupported);
    CHECK(error.diagnostics().front().problem == "unsupported: a fast clear of a target without auxiliary surface");
  }
}
