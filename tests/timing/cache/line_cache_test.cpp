// L3 and memory: latencies, arbitration, write-back, bandwidth, rows.
#include "timing/cache/line_cache.h"

#include <catch2/catch.hpp>
#include <memory>
#include <random>

#include "timing/support/cache_bench.h"
#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

TEST_CASE("a hit answers one cycle of arbitration and the hit latency after its arrival", "[cache]") {
  CacheBench bench;
  bench.request(Cycles{0}, 0, 0x1000);
  bench.request(Cycles{500}, 0, 0x1000);
  bench.simulation.run();
  REQUIRE(bench.requesters[0]->answers.size() == 2);
  // miss: arbitration, tags, row and data of memory (120 ns + 30 ns at 1 GHz), two cycles of its bus, collection, fill
  // latency
  CHECK(bench.requesters[0]->answers[0].second ==
        Cycles{1} + bench.parameters.tag_latency() + Cycles{150 + 1 + 1} + bench.parameters.fill_latency);
  CHECK(bench.requesters[0]->answers[1].second == Cycles{500 + 1} + bench.parameters.hit_latency);
}

TEST_CASE("a memory without latency still takes a cycle", "[memory]") {
  const auto answered = [](TimeSpan latency) {
    CacheBench bench{{}, 1, {.latency = latency, .row_miss = TimeSpan{0}}};
    bench.request(Cycles{0}, 0, 0x1000);
    bench.simulation.run();
    return bench.requesters[0]->answers.at(0).second;
  };
  const Cycles least = answered(TimeSpan{0});
  CHECK(answered(TimeSpan{1000}) == least);  // 1 ns, a cycle
  CHECK(answered(TimeSpan{2000}) == least + Cycles{1});
}

TEST_CASE("a response is there with its last byte", "[cache]") {
  CacheBench bench{{.bytes_per_cycle = GENERATE(64u, 4u, 1u)}};
  bench.request(Cycles{0}, 0, 0x1000);
  bench.request(Cycles{1000}, 0, 0x1000);
  bench.simulation.run();
  const Cycles transfer = machine::cycles_touched(machine::work_at_rate(64, bench.parameters.bytes_per_cycle));
  CHECK(bench.requesters[0]->answers.at(1).second ==
        Cycles{1000 + 1} + bench.parameters.hit_latency + transfer - Cycles{1});
}

TEST_CASE("a miss to a line already in flight merges and starts no second fill", "[cache]") {
  CacheBench bench;
  bench.request(Cycles{0}, 0, 0x1000);
  bench.request(Cycles{20}, 1, 0x1000);
  bench.simulation.run();
  CHECK(bench.value("l3.misses") == 1);
  CHECK(bench.value("l3.merges") == 1);
  CHECK(bench.value("l3.fills") == 1);
  CHECK(bench.requesters[0]->answers[0].second == bench.requesters[1]->answers[0].second);
}

TEST_CASE("requests of one cycle to one bank are granted in the order of requesters, one per cycle, turn about",
          "[cache]") {
  CacheBench bench{{.banks = 1}, 3};
  for (unsigned r = 0; r < 3; ++r) bench.request(Cycles{0}, r, 0x1000);
  for (unsigned r : {2u, 1u, 0u}) {
    for (unsigned n = 0; n < 2; ++n) bench.request(Cycles{1000}, r, 0x1000);
  }
  bench.simulation.run();
  for (unsigned r = 0; r < 3; ++r) {
    const auto& answers = bench.requesters[r]->answers;
    REQUIRE(answers.size() == 3);
    CHECK(answers[1].second == Cycles{1001 + r} + bench.parameters.hit_latency);
    CHECK(answers[2].second == Cycles{1004 + r} + bench.parameters.hit_latency);
  }
}

TEST_CASE("a dirty line goes to memory when it is evicted", "[cache]") {
  CacheBench bench{{.size = 4_KiB, .ways = 1, .set_hash = machine::SetHash::kModulo, .banks = 1}, 1};
  bench.request(Cycles{0}, 0, 0x0, MemoryCommand::kWrite);
  bench.request(Cycles{100}, 0, 0x1000);
  bench.simulation.run();
  CHECK(bench.value("l3.write_backs") == 1);
  CHECK(bench.value("memory.writes") == 1);
  CHECK(bench.value("memory.reads") == 1);
}

namespace {

using Lines = std::vector<std::vector<std::byte>>;

/// Takes everything at once and keeps the bytes of writes.
struct KeepingMemory : sc_core::sc_module {
  explicit KeepingMemory(sc_core::sc_module_name name) : sc_module{name} {
    socket.register_nb_transport_fw(this, &KeepingMemory::take);
    socket.register_transport_dbg(this, &KeepingMemory::debug);
  }

  tlm::tlm_sync_enum take(Payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    if (payload.is_write()) written.emplace_back(data_of(payload).begin(), data_of(payload).end());
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  unsigned debug(Payload& payload) {
    by_debug.emplace_back(data_of(payload).begin(), data_of(payload).end());
    return payload.get_data_length();
  }

  MemoryTarget<KeepingMemory> socket{"socket"};
  Lines written;
  Lines by_debug;
};

}  // namespace

TEST_CASE("lines that are written back carry their bytes to a memory that keeps its own", "[cache]") {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  for (std::uint64_t word = 0; word < 2048; ++word) {
    bytes.write_u32(ByteAddress{4 * word}, static_cast<std::uint32_t>(word + 1));
  }
  LineCache cache{"l3",
                  simulation,
                  {.size = 4_KiB, .ways = 1, .set_hash = machine::SetHash::kModulo, .banks = 1},
                  {{1}, bytes, "in front of a memory with bytes"}};
  KeepingMemory memory{"memory"};
  MockRequester requester{"requester", simulation};
  connect(simulation, requester.port.socket, cache.requester(0));
  connect(simulation, cache.memory_port().socket, memory.socket);
  cache.write_bytes_back();
  for (const std::uint64_t address : {0x0, 0x1000}) {
    requester.port.send(memory_request(simulation.memory, MemoryCommand::kWrite, ByteAddress{address}, 64_B));
  }
  simulation.run();
  cache.write_back_all();
  std::vector<std::byte> first(64), second(64);
  bytes.read(ByteAddress{0x0}, first);
  bytes.read(ByteAddress{0x1000}, second);
  CHECK((memory.written == Lines{first}));
  CHECK((memory.by_debug == Lines{second}));
}

TEST_CASE("a write of one byte by debug transport reaches a memory that keeps its own", "[cache]") {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  LineCache cache{"l3", simulation, {}, {{1}, bytes, "in front of a memory with bytes"}};
  KeepingMemory memory{"memory"};
  MockRequester requester{"requester", simulation};
  connect(simulation, requester.port.socket, cache.requester(0));
  connect(simulation, cache.memory_port().socket, memory.socket);
  std::byte value{0x5A};
  const auto write = [&] {
    Payload payload;
    payload.set_write();
    payload.set_address(0x1234);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
    payload.set_data_length(1);
    payload.set_streaming_width(1);
    return requester.port.socket->transport_dbg(payload);
  };
  CHECK(write() == 1);
  CHECK(memory.by_debug.empty());  // the model's memory has the bytes that the cache looks at
  cache.write_bytes_back();
  CHECK(write() == 1);
  CHECK((memory.by_debug == Lines{{std::byte{0x5A}}}));
}

TEST_CASE("misses run at the memory's bandwidth when nothing else limits them", "[memory]") {
  CacheBench bench{{.mshrs = 64, .queue = 256}, 1, {.bandwidth = Bandwidth{16'000'000'000}, .bank_cycle = TimeSpan{0}}};
  for (unsigned line = 0; line < 256; ++line) bench.request(Cycles{0}, 0, 64 * line);
  bench.simulation.run();
  const auto& answers = bench.requesters[0]->answers;
  REQUIRE(answers.size() == 256);
  // 16 GB/s at 1 GHz: a line of 64 bytes takes four cycles of the bus
  CHECK((answers[255].second - answers[127].second).value() == Approx(128 * 4).epsilon(0.02));
}

TEST_CASE("a request to an open row is faster than one that opens it", "[memory]") {
  CacheBench bench{{}, 1};
  bench.request(Cycles{0}, 0, 0);
  bench.request(Cycles{1000}, 0, 64);
  bench.request(Cycles{2000}, 0, 16 * 2048);  // same bank, another row
  bench.simulation.run();
  const auto& answers = bench.requesters[0]->answers;
  const Cycles first = answers[0].second;
  CHECK(answers[1].second - Cycles{1000} == first - Cycles{30});
  CHECK(answers[2].second - Cycles{2000} == first);
  CHECK(bench.value("memory.row_hits") == 1);
}

TEST_CASE("a prefetched line answers as one that was there, and one on its way is joined", "[cache][prefetch]") {
  CacheBench bench{{.size = 4_KiB, .banks = 1, .prefetch = machine::Prefetch::kNextLine}, 1};
  bench.request(Cycles{0}, 0, 4096);              // misses, and the next line is asked for
  bench.request(Cycles{5}, 0, 4096 + 64);         // on its way; its use asks for the line behind it
  bench.request(Cycles{1000}, 0, 4096 + 2 * 64);  // here
  bench.request(Cycles{2000}, 0, 8192 - 64);      // the next line is another page's
  bench.simulation.run();
  const auto& answers = bench.requesters[0]->answers;
  CHECK(answers[2].second == Cycles{1001} + machine::LineCacheParameters{}.hit_latency);
  CHECK(answers[3].second - Cycles{2000} > answers[2].second - Cycles{1000});
  CHECK(bench.value("l3.misses") == 2);
  CHECK(bench.value("l3.merges") == 1);
  CHECK(bench.value("l3.hits") == 1);
  CHECK(bench.value("l3.prefetches") == 3);
  CHECK(bench.value("l3.prefetches_used") == 2);
  CHECK(bench.value("l3.fills") == 5);
  CHECK(bench.value("memory.reads") == 5);
}

TEST_CASE("prefetches leave a bank's last miss register to reads", "[cache][prefetch]") {
  CacheBench bench{
      {.size = 4_KiB, .banks = 1, .mshrs = 2, .prefetch = machine::Prefetch::kNextLine, .prefetch_degree = 4}, 1};
  bench.request(Cycles{0}, 0, 4096);
  bench.simulation.run();
  CHECK(bench.value("l3.prefetches") == 0);
  CHECK(bench.value("l3.prefetches_dropped") == 4);
}

TEST_CASE("random traffic is answered in full under every shortage", "[cache]") {
  machine::LineCacheParameters parameters{
      .size = 4_KiB, .ways = 2, .banks = 2, .mshrs = 2, .queue = 2, .write_buffer = 1};
  parameters.replacement =
      GENERATE(machine::Replacement::kLru, machine::Replacement::kRandom, machine::Replacement::kFifo,
               machine::Replacement::kPlru, machine::Replacement::kSrrip, machine::Replacement::kNmru);
  CacheBench bench{parameters, 4, {.queue = 2}};
  std::mt19937 random{11};
  for (unsigned n = 0; n < 2000; ++n) {
    bench.request(Cycles{random() % 4000}, random() % 4, 64 * (random() % 256),
                  random() % 4 == 0 ? MemoryCommand::kWrite : MemoryCommand::kRead);
  }
  bench.simulation.run();
  std::size_t answers = 0;
  for (const auto& requester : bench.requesters) answers += requester->answers.size();
  CHECK(answers == 2000);
  CHECK(bench.value("l3.reads") == bench.value("l3.hits") + bench.value("l3.merges") + bench.value("l3.misses"));
  CHECK(bench.value("l3.reads") + bench.value("l3.writes") == 2000);
  CHECK(bench.value("l3.fills") == bench.value("l3.misses"));
  CHECK(bench.value("memory.reads") == bench.value("l3.misses"));
  CHECK(bench.value("memory.writes") == bench.value("l3.write_backs"));
  CHECK(bench.simulation.memory.in_use() == 0);
}

TEST_CASE("what waits in a bank is named with its address and its time", "[cache]") {
  machine::LineCacheParameters parameters;
  parameters.banks = 2;
  parameters.bank_hash = {};
  CacheBench bench{parameters, 1};
  for (std::uint64_t line = 0; line < 8; ++line) bench.request(Cycles{5}, 0, 64 * line);
  std::string queues;
  bench.script.at(7, [&] { queues = bench.simulation.watchdog.queues(); });
  bench.simulation.run();
  CAPTURE(queues);
  CHECK(queues.find("bank 0 address ") != std::string::npos);
  CHECK(queues.find("; bank 1 address ") != std::string::npos);
  CHECK(queues.find("since cycle 5") != std::string::npos);
}
