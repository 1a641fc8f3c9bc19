#include "functional/message/urb.h"

#include <catch2/catch.hpp>
#include <utility>

using namespace texpipe::functional;

TEST_CASE("handles of the URB count entries over blocks of different sizes, and entries do not overlap", "[urb]") {
  Urb urb;
  CHECK(urb.allocate(3, 2) == 0);
  CHECK(urb.allocate(2, 5) == 3);
  CHECK(urb.bytes() == (3 * 2 + 2 * 5) * sizeof(UrbSlot));
  for (std::uint32_t handle = 0; handle < 5; ++handle) {
    CHECK(urb.entry(handle).size() == (handle < 3 ? 2u : 5u));
    for (UrbSlot& slot : urb.entry(handle)) {
      CHECK(slot == UrbSlot{});
      slot.fill(handle + 1);
    }
  }
  for (std::uint32_t handle = 0; handle < 5; ++handle) {
    for (const UrbSlot& slot : std::as_const(urb).entry(handle)) CHECK(slot[3] == handle + 1);
  }
}

TEST_CASE("a handle that the URB did not give has no slots, and none is left after it was cleared", "[urb]") {
  Urb urb;
  CHECK(urb.entry(0).empty());
  urb.allocate(2, 4);
  CHECK(urb.entry(2).empty());
  CHECK(urb.entry(0xFFFF'FFFF).empty());
  urb.clear();
  CHECK(urb.bytes() == 0);
  CHECK(urb.entry(0).empty());
  CHECK(urb.allocate(1, 1) == 0);
}
