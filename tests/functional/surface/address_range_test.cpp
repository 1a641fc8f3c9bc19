#include "functional/surface/address_range.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/sampling/sampler_bench.h"

namespace texpipe::functional {
namespace {

using test::Op;
using test::SamplerBench;

constexpr std::uint64_t kEnd = GpuMemory::kEnd;

gen9::RenderSurfaceState state_of(const SurfaceImage& image, SurfaceOptions options = {}) {
  GpuMemory memory;
  return build_surface(memory, "surface", image, {}, options);
}

bool fits(gen9::RenderSurfaceState state, std::uint64_t base) {
  state.base_address = ByteAddress{base};
  try {
    require_addressable(state);
    return true;
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return false;
  }
}

TEST_CASE("a surface may end with the last byte of the address space, and not behind it", "[surface][R29]") {
  struct Case {
    const char* what;
    SurfaceImage image;
    SurfaceOptions options;
    std::uint64_t bytes;  // to the last one that is read
  };
  using enum SurfaceType;
  const auto rgba = gen9::SurfaceFormat::kR8G8B8A8Unorm;
  for (const Case& c : {
           Case{"a tile", {k2D, rgba, 32, 32}, {}, 4096},
           Case{"two rows of 64 bytes, the last one used to its middle",
                {k2D, rgba, 8, 2},
                {.tiling = Tiling::kLinear},
                96},
           Case{"three slices of four rows", {k2D, rgba, 16, 4, 1, 3}, {.tiling = Tiling::kLinear}, 3 * 256},
           Case{"six faces", {kCube, rgba, 16, 16}, {.tiling = Tiling::kLinear}, 6 * 16 * 64},
           Case{"a volume", {k3D, rgba, 16, 4, 8}, {.tiling = Tiling::kLinear}, 8 * 256},
           Case{"a row of texels", {k1D, rgba, 64}, {.tiling = Tiling::kLinear}, 256},
           Case{"a buffer", {kBuffer, gen9::SurfaceFormat::kR32Uint, 7}, {.tiling = Tiling::kLinear}, 28},
       }) {
    INFO(c.what);
    const gen9::RenderSurfaceState state = state_of(c.image, c.options);
    CHECK(fits(state, 0x10000));
    CHECK(fits(state, kEnd - c.bytes));
    CHECK_FALSE(fits(state, kEnd - c.bytes + 4));
    CHECK_FALSE(fits(state, kEnd));
    CHECK_FALSE(fits(state, ~std::uint64_t{0} - 3));
  }
}

TEST_CASE("Minimum Array Element counts among the slices that a surface reaches", "[surface][R29]") {
  gen9::RenderSurfaceState state = state_of({.width = 16, .height = 4}, {.tiling = Tiling::kLinear});
  CHECK(fits(state, kEnd - 256));
  state.minimum_array_element = 2;
  CHECK_FALSE(fits(state, kEnd - 256));
  CHECK(fits(state, kEnd - 3 * 256));
}

TEST_CASE("an MCS may end with the address space, too", "[surface][R29]") {
  gen9::RenderSurfaceState state = state_of({.width = 100, .height = 20, .sample_bits = 2}, {.mcs = true});
  CHECK(fits(state, 0x10000));
  state.aux_base_address = ByteAddress{kEnd - 4096};
  CHECK(fits(state, 0x10000));
  state.aux_base_address = ByteAddress{kEnd};
  CHECK_FALSE(fits(state, 0x10000));
  state.height = 33;  // a second row of tiles
  state.aux_base_address = ByteAddress{kEnd - 4096};
  CHECK_FALSE(fits(state, 0x10000));
}

TEST_CASE("null surfaces and those that the model cannot lay out have no range", "[surface][R29]") {
  CHECK(fits(gen9::RenderSurfaceState{}, kEnd));
  gen9::RenderSurfaceState astc = state_of({});
  astc.astc = true;
  CHECK(fits(astc, kEnd));
}

TEST_CASE("a surface beyond the address space is refused where it is bound", "[surface][R29]") {
  GpuMemory memory;
  StateHeap heap{memory};
  gen9::RenderSurfaceState state = build_surface(memory, "surface", {.width = 32, .height = 32}, {});
  state.base_address = ByteAddress{kEnd - 4096};
  CHECK(heap.add_surface(state) == 0);
  state.base_address = ByteAddress{kEnd};
  CHECK_THROWS_WITH(heap.add_surface(state),
                    "a surface at 0x1000000000000 ends beyond the GPU address space; the last byte is at "
                    "0xffffffffffff");
  CHECK(heap.add_surface(gen9::RenderSurfaceState{}) == 1);
}

TEST_CASE("a message refuses a state that was written with a surface beyond the address space", "[surface][R29]") {
  SamplerBench bench{{.width = 32, .height = 32}, std::vector<std::byte>(4096, std::byte{255})};
  const auto message = bench.message(Op::kLd, {0, 0});
  const std::uint64_t place = bench.heap().context().surface_state_base.value() +
                              (bench.memory.read_u32(bench.heap().context().surface_state_base) & ~0x3Fu);
  gen9::RenderSurfaceState state = bench.state;
  const auto moved_to = [&](std::uint64_t base) {
    state.base_address = ByteAddress{base};
    const auto words = state.encode();
    bench.memory.write(ByteAddress{place}, std::as_bytes(std::span{words}));
    return execute_sampler_message(bench.memory, message, PlanDetail::kNone);
  };
  bench.memory.write_u32(ByteAddress{kEnd - 4096}, 0xFFFFFFFF);
  CHECK(test::real(moved_to(kEnd - 4096), 0) == 1.0f);
  CHECK_THROWS_AS(moved_to(kEnd), Error);
}

}  // namespace
}  // namespace texpipe::functional
