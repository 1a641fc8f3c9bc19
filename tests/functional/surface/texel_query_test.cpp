#include "functional/surface/texel_query.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/memory/gpu_memory.h"
#include "functional/surface/surface_builder.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

gen9::RenderSurfaceState linear_surface() {
  gen9::RenderSurfaceState state;
  state.type = gen9::SurfaceType::k2D;
  state.format = gen9::SurfaceFormat::kR8G8B8A8Unorm;
  state.width = 64;
  state.height = 32;
  state.pitch = 256;
  state.mip_count = 2;
  state.base_address = ByteAddress{0x10000};
  return state;
}

std::string refusal(const gen9::RenderSurfaceState& state, const TexelQuestion& question) {
  try {
    TexelQuery{state}.answer(question);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the address of a texel is that of its element, level and slice", "[surface]") {
  gen9::RenderSurfaceState state = linear_surface();
  CHECK(TexelQuery{state}.answer({.x = 3, .y = 2}).address.value() == 0x10000 + 2 * 256 + 3 * 4);
  CHECK(TexelQuery{state}.answer({.level = 1}).address.value() == 0x10000 + 32 * 256);
  state.array = true;
  state.depth = 4;
  state.qpitch = 48;
  state.minimum_array_element = 1;
  CHECK(TexelQuery{state}.answer({.slice = 2}).address.value() == 0x10000 + 3 * 48 * 256);
  state = linear_surface();
  state.tile_mode = gen9::TileMode::kY;
  // Y tiles: columns of 16 bytes and 32 rows.
  CHECK(TexelQuery{state}.answer({.x = 4}).address.value() == 0x10000 + 512);
  CHECK(TexelQuery{state}.answer({.x = 32}).address.value() == 0x10000 + 4096);
  state.tile_mode = gen9::TileMode::kX;
  state.pitch = 512;
  CHECK(TexelQuery{state}.answer({.x = 4, .y = 1}).address.value() == 0x10000 + 512 + 16);
}

TEST_CASE("a texel of a block has the block's address and its place inside", "[surface]") {
  gen9::RenderSurfaceState state = linear_surface();
  state.format = gen9::SurfaceFormat::kBc7Unorm;
  const TexelAnswer answer = TexelQuery{state}.answer({.x = 6, .y = 5});
  CHECK(answer.address.value() == 0x10000 + 256 + 16);
  CHECK(answer.column == 2);
  CHECK(answer.row == 1);
  CHECK(answer.element.bytes == 16);
}

TEST_CASE("a place outside the surface is refused with its range", "[surface]") {
  gen9::RenderSurfaceState state = linear_surface();
  CHECK(refusal(state, {.x = 64}).find("expected 0 to 63") != std::string::npos);
  CHECK(refusal(state, {.level = 1, .x = 32}).find("expected 0 to 31") != std::string::npos);
  CHECK(refusal(state, {.level = 2}).find("expected 0 to 1") != std::string::npos);
  CHECK(refusal(state, {.slice = 1}).find("slice 1") != std::string::npos);
  CHECK(refusal(state, {.sample = 1}).find("sample 1") != std::string::npos);
  state.type = gen9::SurfaceType::kNull;
  CHECK(refusal(state, {}).find("null surface") != std::string::npos);
  state = linear_surface();
  state.base_address = ByteAddress{GpuMemory::kEnd - 4096};
  CHECK(refusal(state, {}).find("address space") != std::string::npos);
}
