// The data port alone, between a mock EU and a memory of fixed latency.
#include "timing/data_port/data_port.h"

#include <catch2/catch.hpp>

#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::timing;

namespace {

using functional::Grf;

/// Untyped SIMD8 messages of one DWord to addresses (index 255) or local memory (index 254).
struct Bench {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  test::MockEu eu{"eu", simulation};
  test::MockMemory memory{"memory", simulation};
  DataPort port;
  Grf places{};
  bool local = false;
  bool write = false;
  bool four_dwords = false;  // of a read
  std::vector<functional::MessageResponse> responses;

  explicit Bench(const machine::DataPortParameters& parameters)
      : port{"data_port", simulation, parameters, bytes, ByteSize{64}} {
    eu.fill = [this](functional::Message& message) {
      message.shared_function = 12;
      message.descriptor = (write ? 0x0402'6E00u : four_dwords ? 0x0240'6000u : 0x0210'6E00u) | (local ? 254u : 255u);
      message.extended_descriptor = 12;
      message.execution_mask = 0xFF;
      message.payload.assign(1, places);
      if (write) message.payload.push_back(Grf{1, 2, 3, 4, 5, 6, 7, 8});
      message.local_memory = ByteAddress{0x10000};
      message.local_bytes = 4096;
    };
    eu.received = [this](const functional::MessageResponse& response) { responses.push_back(response); };
    connect(simulation, eu.socket, port.messages);
    connect(simulation, port.memory, memory.socket);
  }

  void run(std::uint64_t count) {
    eu.start(count, Cycles{10});
    simulation.run();
    CHECK(simulation.messages.in_use() == 0);
  }
  std::uint64_t answered(std::size_t index) const { return eu.answers.at(index).answered.value(); }
  std::uint64_t counter(const char* name) const {
    return std::get<machine::Counter>(simulation.statistics.find(std::string{"data_port."} + name)->value).value();
  }
};

const machine::DataPortParameters kParameters{
    .latency = Cycles{8}, .line_interval = Cycles{2}, .local_memory = {.banks = 16, .latency = Cycles{30}}};

}  // namespace

TEST_CASE("a read is answered when the last of its lines is there and asks for each line once", "[data_port]") {
  Bench bench{kParameters};
  bench.places = {0x1000, 0x1004, 0x1040, 0x1044, 0x1008, 0x1080, 0x1081, 0x1000};
  for (std::uint32_t i = 0; i < 64; ++i) bench.bytes.write_u32(ByteAddress{0x1000 + 4 * i}, i);
  bench.run(1);
  CHECK(bench.memory.requests == 3);
  CHECK(bench.answered(0) == 10 + 8 + 2 * 2 + 100 + 1);
  CHECK(bench.counter("lines_read") == 3);
  CHECK(bench.counter("bytes_read") == 12 + 8 + 5);
  CHECK(bench.counter("lines") == 0);
  REQUIRE(bench.responses.size() == 1);
  CHECK(bench.responses[0].registers[0][3] == 17);
}

TEST_CASE("shared local memory answers without lines after its banks have worked one after the other", "[data_port]") {
  Bench bench{kParameters};
  bench.local = true;
  bench.write = GENERATE(false, true);
  struct Row {
    Grf places;
    std::uint64_t cycles;
  };
  const Row row = GENERATE(Row{{0, 4, 8, 12, 16, 20, 24, 28}, 1}, Row{{0, 64, 128, 192, 4, 8, 12, 16}, 4},
                           Row{{0, 0, 0, 0, 0, 0, 0, 0}, 1}, Row{{0, 0, 0, 0, 64, 64, 64, 64}, 2});
  bench.places = row.places;
  bench.run(2);
  CHECK(bench.memory.requests == 0);
  CHECK(bench.answered(0) == 10 + 8 + row.cycles - 1 + 30 + 1);
  CHECK(bench.answered(1) == bench.answered(0) + row.cycles);
  CHECK(bench.counter("local_messages") == 2);
  CHECK(bench.counter("local_cycles") == 2 * row.cycles);
}

TEST_CASE("reads take the rate of messages and the latency behind their lines and writes neither", "[data_port]") {
  machine::DataPortParameters parameters = kParameters;
  parameters.line_interval = Cycles{1};
  parameters.read_latency = Cycles{GENERATE(0u, 1u, 40u)};
  const std::uint32_t interval = GENERATE(1u, 8u, 1024u);
  parameters.reads_per_cycle = Fraction{1, interval};
  Bench bench{parameters};
  bench.places = {0x1000, 0x1004, 0x1008, 0x100C, 0x1010, 0x1014, 0x1018, 0x101C};
  bench.write = GENERATE(false, true);
  bench.run(2);
  const std::uint64_t latency = bench.write ? 0 : parameters.read_latency.value();
  CHECK(bench.answered(0) == 10 + 8 + 100 + latency + 1);
  CHECK(bench.answered(1) == bench.answered(0) + (bench.write ? 1 : interval));
}

TEST_CASE("a message of several lines takes no longer at a rate that gives it as many cycles", "[data_port]") {
  machine::DataPortParameters parameters = kParameters;
  parameters.line_interval = Cycles{1};
  parameters.reads_per_cycle = Fraction{4, 7};
  Bench bench{parameters};
  bench.places = {0x1000, 0x1040, 0x1080, 0x10C0, 0x1000, 0x1000, 0x1000, 0x1000};
  bench.run(2);
  CHECK(bench.memory.requests == 8);
  CHECK(bench.answered(1) == bench.answered(0) + 4);
}

TEST_CASE("channels that are gathered apart ask for a line again", "[data_port]") {
  machine::DataPortParameters parameters = kParameters;
  parameters.line_interval = Cycles{1};
  parameters.read_gather = ByteSize{GENERATE(64u, 1024u)};
  Bench bench{parameters};
  bench.four_dwords = true;
  bench.places = {0x1000, 0x1010, 0x1020, 0x1030, 0x1000, 0x1010, 0x1020, 0x1030};
  bench.run(1);
  CHECK(bench.memory.requests == (parameters.read_gather == ByteSize{64} ? 2 : 1));
}

TEST_CASE("a line that may not be sent yet is blocked from its own time on, whatever happens then", "[data_port]") {
  machine::DataPortParameters parameters = kParameters;
  parameters.outstanding_lines = 1;
  Bench bench{parameters};
  bench.write = true;
  bench.eu.pause = [] { return Cycles{4}; };
  bench.run(2);
  // The second message's line could be sent at 14 + 8; the first one's is acknowledged at 10 + 8 + 100.
  const auto& cycles = std::get<machine::CycleAccount>(bench.simulation.statistics.find("data_port.cycles")->value);
  CHECK(cycles.cycles(1).value() == 118 - 22);
}
