// Targets and copies of a frame: where a picture's pixels were painted.
#include "study/pixel_maps/frame_trail.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::study;

namespace {

constexpr std::uint64_t kHigh = 0xFFFF'0000'0000'0000;  // bit 47 repeated above, as drivers write it

gen9::RenderSurfaceState::Words surface(std::uint64_t address, std::uint32_t width = 32) {
  gen9::RenderSurfaceState state;
  state.type = gen9::SurfaceType::k2D;
  state.width = width;
  state.height = 16;
  state.base_address = ByteAddress{address};
  return state.encode();
}

/// A draw that paints a target; `from`: and copies another one to it.
std::uint32_t paint(FrameTrail& trail, std::uint64_t draw, const gen9::RenderSurfaceState::Words& words,
                    std::uint64_t from = 0) {
  trail.begin_phase({.first_thread = 10 * draw,
                     .draw = functional::DrawOfThreads{.number = draw, .by_driver = from != 0},
                     .stage = "pixel shader"});
  const auto target = trail.target(words, 0);
  REQUIRE(target);
  if (from != 0) trail.copied(ByteAddress{from}, *target);
  return *target;
}

constexpr std::uint64_t kTarget = 0x8000'0010'0000, kPicture = 0x8000'0020'0000;

}  // namespace

TEST_CASE("a picture's pixels come from the target that was copied to it since the copy before", "[frame][pixels]") {
  FrameTrail trail;
  const std::uint32_t target = paint(trail, 0, surface(kTarget | kHigh));
  paint(trail, 1, surface(kTarget | kHigh));
  const std::uint32_t picture = paint(trail, 2, surface(kPicture | kHigh), kTarget | kHigh);
  paint(trail, 3, surface(kTarget | kHigh));
  paint(trail, 4, surface(kPicture | kHigh), kTarget | kHigh);
  const std::vector<functional::PaintedPicture> pictures{{0, ByteAddress{kPicture}, 32, 16, 3},
                                                         {1, ByteAddress{kPicture}, 32, 16, 5}};
  const auto first = trail.parts_of(pictures[0], pictures);
  REQUIRE(first.size() == 2);
  CHECK(first[0].target == picture);
  CHECK(first[0].copied_by == 2);
  CHECK_FALSE(first[0].holds({.target = picture, .draw = 2}));
  CHECK(first[1].target == target);
  CHECK(first[1].holds({.target = target, .draw = 0}));
  CHECK(first[1].holds({.target = target, .draw = 1}));
  CHECK_FALSE(first[1].holds({.target = target, .draw = 3}));
  const auto second = trail.parts_of(pictures[1], pictures);
  REQUIRE(second.size() == 2);
  CHECK_FALSE(second[1].holds({.target = target, .draw = 1}));
  CHECK(second[1].holds({.target = target, .draw = 3}));
  CHECK(trail.is_of_application(target));
  CHECK_FALSE(trail.is_of_application(picture));
}

TEST_CASE("a copy from a surface of another size is none of the picture", "[frame][pixels]") {
  FrameTrail trail;
  paint(trail, 0, surface(kTarget, 64));
  paint(trail, 1, surface(kPicture), kTarget);
  const std::vector<functional::PaintedPicture> pictures{{0, ByteAddress{kPicture}, 32, 16, 2}};
  CHECK(trail.parts_of(pictures[0], pictures).size() == 1);
  CHECK(trail.parts_of({0, ByteAddress{kTarget}, 32, 16, 2}, pictures).empty());
}

TEST_CASE("levels and slices of a surface are targets of their own, and null surfaces are none", "[frame][pixels]") {
  FrameTrail trail;
  const std::uint32_t whole = paint(trail, 0, surface(kTarget));
  CHECK(trail.target(surface(kTarget), 1) != whole);
  CHECK(trail.target(surface(kTarget), 0) == whole);
  gen9::RenderSurfaceState null;
  null.type = gen9::SurfaceType::kNull;
  CHECK_FALSE(trail.target(null.encode(), 0));
  CHECK(trail.targets().size() == 2);
}

TEST_CASE("a thread's phase is the last one that began before it", "[frame][pixels]") {
  FrameTrail trail;
  CHECK(trail.phase_of(0) == nullptr);
  paint(trail, 0, surface(kTarget));
  paint(trail, 1, surface(kTarget));
  CHECK(trail.phase_of(9)->draw->number == 0);
  CHECK(trail.phase_of(10)->draw->number == 1);
  CHECK(trail.phase_of(999)->draw->number == 1);
}
