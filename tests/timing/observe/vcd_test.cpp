#include "timing/observe/vcd.h"

#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "timing/observe/waves.h"

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
  VcdFile file{bench.text};
  WaveWriter vcd{file, bench.hub, bench.clock, {}};
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
  VcdFile file{bench.text};
  WaveWriter vcd{file, bench.hub, bench.clock, {Cycles{10}, Cycles{20}, {"slice.filter"}}};
  for (std::uint64_t cycle : {5u, 12u, 25u}) {
    vcd.on(LevelEvent{bench.queue, Cycles{cycle}, cycle});
    vcd.on(LevelEvent{bench.other, Cycles{cycle}, cycle});
  }
  vcd.finish(Cycles{30});
  CHECK(bench.changes() == "#12000\nb0000000000001100 %\n#20000\n");
  CHECK(bench.text.str().find("filters") == std::string::npos);
}

TEST_CASE("a count that is the same in the next cycle does not change between them", "[observe]") {
  Bench bench;
  VcdFile file{bench.text};
  WaveWriter vcd{file, bench.hub, bench.clock, {}};
  for (std::uint64_t cycle : {5u, 6u}) vcd.on(HandshakeEvent{bench.socket, Cycles{cycle}, Handshake::kEndRequest});
  vcd.finish(Cycles{20});
  CHECK(bench.changes() == "#5000\nb00000001 !\n#7000\nb00000000 !\n#20000\n");
}

TEST_CASE("responses are counts of their cycle, too, and are held until they are taken", "[observe]") {
  Bench bench;
  VcdFile file{bench.text};
  WaveWriter vcd{file, bench.hub, bench.clock, {}};
  vcd.on(HandshakeEvent{bench.socket, Cycles{5}, Handshake::kBeginResponse});
  vcd.on(HandshakeEvent{bench.socket, Cycles{8}, Handshake::kEndResponse});
  vcd.finish(Cycles{20});
  CHECK(bench.changes() == "#5000\nb00000001 #\n1$\n#6000\nb00000000 #\n#8000\n0$\n#20000\n");
}

TEST_CASE("waves that end in the cycle of a count end with it", "[observe]") {
  Bench bench;
  VcdFile file{bench.text};
  WaveWriter vcd{file, bench.hub, bench.clock, {}};
  vcd.on(HandshakeEvent{bench.socket, Cycles{5}, Handshake::kEndRequest});
  vcd.finish(Cycles{5});
  CHECK(bench.changes() == "#5000\nb00000001 !\n#5000\n");
}

TEST_CASE("every signal of many has a code of its own", "[observe]") {
  EventHub hub;
  Clock clock{Frequency{1'000'000'000}};
  for (unsigned queue = 0; queue < 300; ++queue) hub.channel(EventChannelKind::kQueue, "q" + std::to_string(queue));
  std::ostringstream text;
  VcdFile file{text};
  WaveWriter vcd{file, hub, clock, {}};
  std::istringstream lines{text.str()};
  std::set<std::string> codes;
  for (std::string word; lines >> word;) {
    if (word != "$var") continue;
    std::string kind, bits, code;
    lines >> kind >> bits >> code;
    codes.insert(code);
  }
  CHECK(codes.size() == 300);
}
