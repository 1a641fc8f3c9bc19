#include "timing/observe/vcd.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace texpipe;
using namespace texpipe::timing;

namespace {

struct Bench {
  EventHub hub;
  Clock clock{Frequency{1'000'000'000}};
  ChannelId socket = hub.channel(EventChannelKind::kSocket, "slice.filter.in");
  ChannelId queue = hub.channel(EventChannelKind::kQueue, "slice.filter.slots");
  ChannelId other = hub.channel(EventChannelKind::kQueue, "slice.filters.slots");
  std::ostringstream text;

  std::string changes() const {
    const std::string all = text.str();
    return all.substr(all.find("$end\n", all.find("$dumpvars")) + 5);
  }
};

}  // namespace

TEST_CASE("a handshake is a count in its cycle, a refused request waits, a level stays", "[observe]") {
  Bench bench;
  VcdWriter vcd{bench.text, bench.hub, bench.clock, {}};
  vcd.on(HandshakeEvent{bench.socket, Cycles{5}, Handshake::kBeginRequest});
  vcd.on(HandshakeEvent{bench.socket, Cycles{5}, Handshake::kEndRequest});
  vcd.on(LevelEvent{bench.queue, Cycles{5}, 3});
  vcd.on(HandshakeEvent{bench.socket, Cycles{8}, Handshake::kBeginRequest});
  vcd.finish(Cycles{20});
  CHECK(bench.changes() ==
        "#5000\nb00000001 !\nb0000000000000011 %\n"
        "#6000\nb00000000 !\n"
        "#8000\n1\"\n"
        "#20000\n");
}

TEST_CASE("waves show the chosen blocks in the chosen window", "[observe]") {
  Bench bench;
  VcdWriter vcd{bench.text, bench.hub, bench.clock, {Cycles{10}, Cycles{20}, {"slice.filter"}}};
  for (std::uint64_t cycle : {5u, 12u, 25u}) {
    vcd.on(LevelEvent{bench.queue, Cycles{cycle}, cycle});
    vcd.on(LevelEvent{bench.other, Cycles{cycle}, cycle});
  }
  vcd.finish(Cycles{30});
  CHECK(bench.changes() == "#12000\nb0000000000001100 %\n#20000\n");
  CHECK(bench.text.str().find("filters") == std::string::npos);
}
