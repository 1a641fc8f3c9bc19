#include "machine/memory/memory_ports.h"

#include <catch2/catch.hpp>
#include <utility>
#include <vector>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

using Taken = std::vector<std::pair<std::uint32_t, int>>;

/// What memory takes in a cycle, with room for so many.
Taken take(MemoryPorts<int>& ports, Cycles now, std::size_t room) {
  Taken taken;
  ports.take(
      now, [&] { return taken.size() < room; },
      [&](std::uint32_t requester, int request) { taken.emplace_back(requester, request); });
  return taken;
}

}  // namespace

TEST_CASE("memory takes requests of several ports in the next cycle, in turn", "[memory]") {
  MemoryPorts<int> ports{3};
  CHECK(ports.next() == kNever);
  ports.put(2, 20, Cycles{5});
  ports.put(0, 1, Cycles{5});
  CHECK(ports.full(2));
  CHECK_FALSE(ports.full(1));
  CHECK(ports.next() == Cycles{6});
  CHECK(take(ports, Cycles{5}, 8).empty());
  CHECK(take(ports, Cycles{6}, 8) == Taken{{0, 1}, {2, 20}});
  CHECK(ports.next() == kNever);
  ports.put(2, 21, Cycles{7});
  ports.put(0, 2, Cycles{7});
  ports.put(1, 10, Cycles{7});
  CHECK(take(ports, Cycles{8}, 1) == Taken{{0, 2}});
  CHECK(ports.next() == kNever);  // until there is room
  CHECK(take(ports, Cycles{9}, 1) == Taken{{1, 10}});
  CHECK(take(ports, Cycles{10}, 1) == Taken{{2, 21}});
}
