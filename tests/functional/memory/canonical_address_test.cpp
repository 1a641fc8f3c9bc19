#include "functional/memory/canonical_address.h"

#include <catch2/catch.hpp>

#include "functional/surface/geometry.h"
#include "isa/gen9/render_surface_state.h"

using namespace texpipe;
using namespace texpipe::functional;

TEST_CASE("a canonical address of the upper half is the place of its 48 bits, others stay", "[memory]") {
  CHECK(from_canonical(ByteAddress{0xFFFF'FFFE'FFFA'4000}) == ByteAddress{0xFFFE'FFFA'4000});
  CHECK(from_canonical(ByteAddress{0x7FFF'FFFF'F000}) == ByteAddress{0x7FFF'FFFF'F000});
  CHECK(from_canonical(ByteAddress{0xFFFF'0000'0000'1000}) == ByteAddress{0xFFFF'0000'0000'1000});  // bit 47 is 0
  CHECK(from_canonical(ByteAddress{0x8001'0000'0000'0000}) == ByteAddress{0x8001'0000'0000'0000});
}

TEST_CASE("surfaces lie where their canonical base addresses say", "[memory]") {
  gen9::RenderSurfaceState state;
  state.type = gen9::SurfaceType::k2D;
  state.format = gen9::SurfaceFormat::kR8G8B8A8Unorm;
  state.base_address = ByteAddress{0xFFFF'FFFE'FFFA'4000};
  CHECK(surface_geometry(state).base == ByteAddress{0xFFFE'FFFA'4000});
}
