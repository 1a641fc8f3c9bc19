// Units between L3 and memory, and those that an L3 shares: last-level cache, ring, TLB, partition, ports.
#include <catch2/catch.hpp>

#include "machine/cache/tlb.h"
#include "timing/support/cache_bench.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

/// L3 of one line before a last-level cache before memory.
struct ChainBench {
  ChainBench() {
    connect(simulation, requester.port.socket, l3.requester(0));
    connect(simulation, l3.memory_port().socket, llc.requester(0));
    connect(simulation, llc.memory_port().socket, memory.socket());
  }

  void read(Cycles time, std::uint64_t address) {
    script.at(time.value(), [=, this] {
      requester.port.send(memory_request(simulation.memory, MemoryCommand::kRead, ByteAddress{address}, 64_B));
    });
  }

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.clock = 1000_MHz, .check_protocols = true}};
  functional::GpuMemory bytes;
  machine::LineCacheParameters first{.size = 1_KiB, .ways = 16, .banks = 1};
  machine::LineCacheParameters last{.hit_latency = Cycles{90}, .data_latency = Cycles{60}};
  LineCache l3{"l3", simulation, first, {{.next_line = 64_B}, bytes, "in front"}};
  LineCache llc{"llc", simulation, last, {{}, bytes, "behind"}};
  Memory memory{"memory", simulation, machine::MemoryParameters{}, bytes};
  MockRequester requester{"requester", simulation};
  Script script{simulation};
};

std::vector<Cycles> times_of_answers(const CacheBench& bench, unsigned requester) {
  std::vector<Cycles> times;
  for (const auto& [address, at] : bench.requesters[requester]->answers) times.push_back(at);
  return times;
}

}  // namespace

TEST_CASE("a line that L3 lost and the last-level cache holds comes after its tags and the hit there", "[cache]") {
  ChainBench bench;
  for (std::uint64_t line = 0; line <= 16; ++line)
    bench.read(Cycles{1000 * line}, 64 * line);  // the last evicts the first
  bench.read(Cycles{30'000}, 0);
  bench.simulation.run();
  const Cycles l3 = Cycles{1} + bench.first.tag_latency(), llc = Cycles{1} + bench.last.hit_latency;
  CHECK(bench.requester.answers.back().second == Cycles{30'000} + l3 + llc + Cycles{1} + bench.first.fill_latency);
  // Cold: tags of both, a row, two cycles of the bus, collected and passed on by both.
  const Cycles cold = l3 + Cycles{1} + bench.last.tag_latency() + Cycles{150 + 1} + Cycles{1} +
                      bench.last.fill_latency + Cycles{1} + bench.first.fill_latency;
  CHECK(bench.requester.answers.front().second == cold);
}

TEST_CASE("writes come in at the width of their way and reads do not wait for them", "[cache]") {
  CacheBench bench{{.banks = 4, .bank_hash = {}}, {.requesters = 2, .write_bytes_per_cycle = Fraction{32}}};
  for (std::uint64_t line = 0; line < 4; ++line) bench.request(Cycles{0}, 0, 64 * line, MemoryCommand::kWrite);
  bench.request(Cycles{1000}, 0, 0x0, MemoryCommand::kWrite);
  bench.request(Cycles{1000}, 0, 0x40);
  bench.simulation.run();
  const Cycles hit = bench.parameters.hit_latency;
  // Two cycles each: there with their second.
  CHECK(times_of_answers(bench, 0) == std::vector<Cycles>{Cycles{1 + 1} + hit, Cycles{3 + 1} + hit, Cycles{5 + 1} + hit,
                                                          Cycles{7 + 1} + hit, Cycles{1000 + 1} + hit,
                                                          Cycles{1001 + 1} + hit});
}

TEST_CASE("what is not cache of the array holds no lines", "[cache]") {
  const std::uint64_t lines = GENERATE(32u, 33u);  // of 32 that two of four KiB hold
  CacheBench bench{{.size = 4_KiB, .ways = 32, .banks = 1, .urb = 1_KiB, .slm = 1_KiB}, 1};
  for (std::uint64_t i = 0; i < 2 * lines; ++i) bench.request(Cycles{1000 * i}, 0, 64 * (i % lines));
  bench.simulation.run();
  CHECK(bench.value("l3.hits") == (lines == 32 ? 32 : 0));
}

TEST_CASE("requesters that share a port are answered one after the other", "[cache]") {
  const std::uint32_t shared = GENERATE(1u, 2u);
  CacheBench bench{{.bytes_per_cycle = 16}, {.requesters = 2, .requesters_per_port = shared}};
  bench.request(Cycles{0}, 0, 0x0);
  bench.request(Cycles{0}, 0, 0x40);
  bench.request(Cycles{1000}, 0, 0x0);
  bench.request(Cycles{1000}, 1, 0x40);  // in another bank
  bench.simulation.run();
  const Cycles first = Cycles{1000 + 1} + bench.parameters.hit_latency + Cycles{3};
  CHECK(times_of_answers(bench, 0).back() == first);
  CHECK(times_of_answers(bench, 1).back() == first + Cycles{shared == 2 ? 4u : 0u});
}

TEST_CASE("a walk delays a miss by its latency and what follows leaves behind it", "[cache]") {
  const auto answers = [](machine::Tlb* tlb) {
    CacheBench bench{{}, {.requesters = 1, .tlb = tlb}};
    bench.request(Cycles{0}, 0, 0x0);
    bench.request(Cycles{1}, 0, 0x40);       // the page is held, its walk is under way
    bench.request(Cycles{1000}, 0, 0x80);    // held
    bench.request(Cycles{2000}, 0, 0x1000);  // another page
    bench.simulation.run();
    return times_of_answers(bench, 0);
  };
  machine::StatisticsRegistry statistics;
  machine::Tlb tlb{{.enabled = true, .walk_latency = Cycles{40}}, statistics.group("tlb")};
  const std::vector<Cycles> with = answers(&tlb), without = answers(nullptr);
  REQUIRE(with.size() == 4);
  CHECK(with[0] - without[0] == Cycles{40});
  CHECK(with[1] >= with[0]);
  CHECK(with[1] - without[1] <= Cycles{40});
  CHECK(with[2] == without[2]);
  CHECK(with[3] - without[3] == Cycles{40});
  CHECK(std::get<machine::Counter>(statistics.find("tlb.walks")->value).value() == 2);
}
