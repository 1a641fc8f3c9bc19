// Memories that texpipe did not write stand behind L3's socket: a blocking one, and non-blocking ones with other
// habits.
#include <catch2/catch.hpp>
#include <map>
#include <optional>

#include "timing/cache/line_cache.h"
#include "timing/memory/blocking_adapter.h"
#include "timing/memory/memory.h"
#include "timing/support/sampler_bench.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

class BlockingMemory : public sc_core::sc_module {
 public:
  MemoryTarget<BlockingMemory> socket{"socket"};
  explicit BlockingMemory(sc_core::sc_module_name name) : sc_module{name} {
    socket.register_b_transport(this, &BlockingMemory::transport);
  }
  unsigned calls = 0;

 private:
  void transport(Payload& payload, sc_core::sc_time& delay) {
    ++calls;
    delay += sc_core::sc_time(99.5, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// Answers a request at once with TLM_COMPLETED and an annotated delay that is no whole number of cycles.
class EarlyMemory : public sc_core::sc_module {
 public:
  MemoryTarget<EarlyMemory> socket{"socket"};
  explicit EarlyMemory(sc_core::sc_module_name name) : sc_module{name} {
    socket.register_nb_transport_fw(this, &EarlyMemory::transport);
  }

 private:
  tlm::tlm_sync_enum transport(Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    delay += sc_core::sc_time(99.5, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
};

struct Bench {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{
      SimulationOptions{.clock = 1000_MHz, .watchdog_limit = Cycles{100'000}, .check_protocols = true}};
  functional::GpuMemory bytes;
  MockEu eu{"eu", simulation};
  std::uint64_t line = 0;
  Plan plan{.subspans = 1, .texels = [this] { return std::vector<std::uint64_t>{64 * line++}; }};
  Sampler sampler{"sampler",
                  simulation,
                  without_l2(),
                  bytes,
                  {[this](const functional::Message&, const functional::PlanRequest& wanted,
                          functional::SamplerOutcome& outcome) { outcome = outcome_of(plan, wanted.lines); },
                   {}}};

  static machine::SamplerParameters without_l2() {
    machine::SamplerParameters parameters;
    parameters.l2.enabled = false;
    return parameters;
  }
  Bench() { connect(simulation, eu.socket, sampler.messages()); }
  std::uint64_t slowest_fill() {
    return std::get<machine::Histogram>(simulation.statistics.find("sampler.l1.fill_latency")->value).high();
  }
};

}  // namespace

TEST_CASE("a blocking-only memory serves through the one-thread adapter, one request after the other", "[memory]") {
  Bench bench;
  BlockingMemoryAdapter adapter{"adapter", bench.simulation, 2};
  BlockingMemory memory{"memory"};
  connect(bench.simulation, bench.sampler.fills(), adapter.socket());
  adapter.memory.bind(memory.socket);
  bench.eu.start(10, Cycles{});
  bench.simulation.run();
  CHECK(bench.eu.answers.size() == 10);
  CHECK(memory.calls == 10);
  CHECK(bench.slowest_fill() >= 9 * 100);
}

TEST_CASE("an annotated delay is honoured, rounded up to the next cycle", "[memory]") {
  Bench bench;
  EarlyMemory memory{"memory"};
  connect(bench.simulation, bench.sampler.fills(), memory.socket);
  bench.eu.start(10, Cycles{});
  bench.simulation.run();
  CHECK(bench.eu.answers.size() == 10);
  CHECK(bench.slowest_fill() <= 10 * 100);
  const auto fills = std::get<machine::Histogram>(bench.simulation.statistics.find("sampler.l1.fill_latency")->value);
  CHECK(fills.low() == 100);
}

TEST_CASE("memory lends its bytes to debug transport and refuses direct access", "[memory]") {
  Bench bench;
  Memory memory{"memory", bench.simulation, {}, bench.bytes};
  connect(bench.simulation, bench.sampler.fills(), memory.socket());
  bench.bytes.write_u32(ByteAddress{0x1000}, 0xABCD1234);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  PayloadRef read = memory_request(bench.simulation.memory, MemoryCommand::kRead, ByteAddress{0x1000}, 4_B);
  CHECK(bench.sampler.fills()->transport_dbg(*read) == 4);
  CHECK(bytes_of(*read) == std::vector<unsigned char>{0x34, 0x12, 0xCD, 0xAB});
  tlm::tlm_dmi dmi;
  CHECK_FALSE(bench.sampler.fills()->get_direct_mem_ptr(*read, dmi));
  CHECK(bench.simulation.clock.now() == Cycles{});
}

namespace {

/// Keeps bytes, for debug transport alone.
class StoringMemory final : public sc_core::sc_module, public MemoryBlock {
 public:
  explicit StoringMemory(sc_core::sc_module_name name) : sc_module{name} {
    socket_.register_transport_dbg(this, &StoringMemory::debug);
    socket_.register_b_transport(this, &StoringMemory::transport);
  }
  Socket& socket() override { return socket_; }

 private:
  void transport(Payload&, sc_core::sc_time&) {}
  unsigned debug(Payload& payload) {
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      const std::uint64_t address = payload.get_address() + i;
      if (payload.is_read()) {
        payload.get_data_ptr()[i] = bytes_[address];
      } else {
        bytes_[address] = payload.get_data_ptr()[i];
      }
    }
    return payload.get_data_length();
  }

  MemoryTarget<StoringMemory> socket_{"socket"};
  std::map<std::uint64_t, unsigned char> bytes_;
};

}  // namespace

TEST_CASE("a memory that keeps its own bytes is loaded by debug transport and compared at the end", "[memory]") {
  Kernel kernel;
  Simulation simulation{SimulationOptions{}};
  functional::GpuMemory bytes;
  const ByteAddress place = bytes.allocate("surface", ByteSize{10'000});
  bytes.write_u32(ByteAddress{place.value() + 5'000}, 0x01020304);
  StoringMemory memory{"memory"};
  RequestPort port{"port", simulation, [](Payload&) {}};
  connect(simulation, port.socket, memory.socket());
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  load(port.socket, bytes, 64_B);
  CHECK_NOTHROW(compare(port.socket, bytes, 64_B));

  bytes.write_u32(ByteAddress{place.value() + 9'000}, 7);  // a write that never comes to the memory
  try {
    compare(port.socket, bytes, 64_B);
    FAIL("compared equal");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMismatch);
    CHECK(std::string{error.what()}.find("holds 0 instead of 7 at address " + std::to_string(place.value() + 9'000)) !=
          std::string::npos);
  }
}

namespace {

/// Gives a payload an extension of its own until the transaction is over, as a target may.
class MarkingMemory final : public sc_core::sc_module {
 public:
  struct Mark : tlm::tlm_extension<Mark> {
    tlm::tlm_extension_base* clone() const override { return new Mark; }
    void copy_from(const tlm::tlm_extension_base&) override {}
  };

  MemoryTarget<MarkingMemory> socket{"socket"};
  unsigned seen = 0;  // marks of an earlier transaction

  explicit MarkingMemory(sc_core::sc_module_name name) : sc_module{name} {
    socket.register_nb_transport_fw(this, &MarkingMemory::transport);
  }

 private:
  tlm::tlm_sync_enum transport(Payload& payload, tlm::tlm_phase&, sc_core::sc_time& delay) {
    if (payload.get_extension<Mark>() != nullptr) ++seen;
    payload.set_auto_extension(new Mark);
    delay += sc_core::sc_time(50, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
};

}  // namespace

TEST_CASE("what a target attaches to a transaction goes with it", "[memory]") {
  Bench bench;
  MarkingMemory memory{"memory"};
  connect(bench.simulation, bench.sampler.fills(), memory.socket);
  bench.eu.start(20, Cycles{});
  bench.simulation.run();
  CHECK(bench.eu.answers.size() == 20);
  CHECK(memory.seen == 0);
}
