#include "timing/stage/request_port.h"

#include <catch2/catch.hpp>
#include <vector>

#include "base/diagnostic.h"
#include "timing/kernel/kernel.h"
#include "timing/simulation/connect.h"
#include "timing/support/script.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

/// A memory whose every call the test decides.
struct ScriptedMemory : sc_core::sc_module {
  MemoryTarget<ScriptedMemory> socket{"socket"};

  ScriptedMemory(sc_core::sc_module_name name) : sc_module{name} {
    socket.register_nb_transport_fw(this, &ScriptedMemory::forward);
  }

  tlm::tlm_sync_enum forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase == tlm::END_RESP) {
      ended(delay);
      return tlm::TLM_COMPLETED;
    }
    offered.push_back(PayloadRef{payload});
    return asked(payload, phase, delay);
  }

  void end_request(std::size_t request, sc_core::sc_time delay = sc_core::SC_ZERO_TIME) {
    tlm::tlm_phase phase = tlm::END_REQ;
    socket->nb_transport_bw(*offered[request], phase, delay);
  }

  void respond(std::size_t request, sc_core::sc_time delay = sc_core::SC_ZERO_TIME,
               tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE) {
    offered[request]->set_response_status(status);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    socket->nb_transport_bw(*offered[request], phase, delay);
  }

  std::vector<PayloadRef> offered;
  std::function<tlm::tlm_sync_enum(Payload&, tlm::tlm_phase&, sc_core::sc_time&)> asked =
      [](Payload&, tlm::tlm_phase&, sc_core::sc_time&) { return tlm::TLM_ACCEPTED; };
  std::function<void(const sc_core::sc_time&)> ended = [](const sc_core::sc_time&) {};
};

struct Bench {
  Bench() { connect(simulation, port.socket, memory.socket); }

  void send(std::uint64_t address) {
    port.send(memory_request(simulation.memory, MemoryCommand::kRead, ByteAddress{address}, ByteSize{64}));
  }
  std::uint64_t now() const { return simulation.clock.now().value(); }
  sc_core::sc_time span(double cycles) const {
    return sc_core::sc_time::from_value(
        static_cast<std::uint64_t>(cycles * static_cast<double>(simulation.clock.period().value())));
  }

  using Event = std::pair<std::uint64_t, std::uint64_t>;  // cycle, address

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.check_protocols = true}};
  Script script{simulation};
  ScriptedMemory memory{"memory"};
  std::vector<Event> answers;
  std::vector<std::uint64_t> sent;  // cycles
  RequestPort port{"port", simulation,
                   [this](Payload& payload) {
                     answers.push_back({now(), payload.get_address()});
                   },
                   [this] { sent.push_back(now()); }};
};

using Events = std::vector<Bench::Event>;

}  // namespace

TEST_CASE("a request waits until the target took the one before", "[stage]") {
  Bench bench;
  bench.script.at(0, [&] { bench.send(64), bench.send(128); });
  bench.script.at(6, [&] {
    CHECK(bench.memory.offered.size() == 1);
    CHECK(bench.port.queue() == 2);
    bench.memory.end_request(0);
    CHECK(bench.memory.offered.size() == 2);
    CHECK(bench.port.queue() == 1);
  });
  bench.script.at(7, [&] { bench.memory.end_request(1); });
  bench.script.at(8, [&] { bench.memory.respond(1), bench.memory.respond(0); });
  bench.simulation.run();
  CHECK(bench.sent == std::vector<std::uint64_t>{6, 7});
  CHECK(bench.answers == Events{{8, 128}, {8, 64}});
  CHECK(bench.port.outstanding() == 0);
}

TEST_CASE("an annotated step takes effect at the next edge after its delay", "[stage]") {
  Bench bench;
  bench.script.at(0, [&] { bench.send(64); });
  bench.script.at(2, [&] { bench.memory.end_request(0, bench.span(2.5)); });
  bench.script.at(6, [&] { bench.memory.respond(0, bench.span(3)); });
  bench.simulation.run();
  CHECK(bench.sent == std::vector<std::uint64_t>{5});
  CHECK(bench.answers == Events{{9, 64}});
}

TEST_CASE("annotated steps of one edge take effect in the order in which they came", "[stage]") {
  Bench bench;
  bench.memory.asked = [](Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  };
  bench.script.at(0, [&] { bench.send(64), bench.send(128), bench.send(192); });
  bench.script.at(3, [&] { bench.memory.respond(1, bench.span(4)), bench.memory.respond(2, bench.span(4)); });
  bench.script.at(4, [&] { bench.memory.respond(0, bench.span(2)); });
  bench.simulation.run();
  CHECK(bench.answers == Events{{6, 64}, {7, 128}, {7, 192}});
}

TEST_CASE("a response that comes before END_REQ stands for it", "[stage]") {
  Bench bench;
  bench.script.at(0, [&] { bench.send(64), bench.send(128); });
  bench.script.at(3, [&] { bench.memory.respond(0); });
  bench.script.at(4, [&] { bench.memory.end_request(1), bench.memory.respond(1); });
  bench.simulation.run();
  CHECK(bench.sent == std::vector<std::uint64_t>{3, 4});
  CHECK(bench.answers == Events{{3, 64}, {4, 128}});
}

TEST_CASE("early completion and early response end a request in the call itself", "[stage]") {
  Bench bench;
  bench.memory.asked = [&](Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = bench.span(2);
    if (payload.get_address() == 64) return tlm::TLM_COMPLETED;
    phase = tlm::BEGIN_RESP;
    return tlm::TLM_UPDATED;
  };
  bench.script.at(1, [&] { bench.send(64), bench.send(128); });
  bench.simulation.run();
  CHECK(bench.answers == Events{{3, 64}, {5, 128}});
  CHECK(bench.port.outstanding() == 0);
}

TEST_CASE("an error response ends the run with its address", "[stage]") {
  Bench bench;
  bench.script.at(0, [&] { bench.send(4096); });
  bench.script.at(1, [&] {
    bench.simulation.guarded([&] {
      bench.memory.end_request(0);
      bench.memory.respond(0, sc_core::SC_ZERO_TIME, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    });
  });
  try {
    bench.simulation.run();
    FAIL("the run went on");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMismatch);
    CHECK_THAT(error.what(), Catch::Contains("TLM_ADDRESS_ERROR_RESPONSE for address 4096"));
  }
}

TEST_CASE("BEGIN_RESP is answered with END_RESP, for targets that know no TLM_COMPLETED there", "[stage]") {
  Bench bench;
  bench.script.at(0, [&] { bench.send(64); });
  bench.script.at(2, [&] {
    bench.memory.end_request(0);
    bench.memory.offered[0]->set_response_status(tlm::TLM_OK_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = bench.span(1.5);
    CHECK(bench.memory.socket->nb_transport_bw(*bench.memory.offered[0], phase, delay) == tlm::TLM_UPDATED);
    CHECK(phase == tlm::END_RESP);
    CHECK(delay == bench.span(1.5));
  });
  bench.simulation.run();
  CHECK(bench.answers == Events{{4, 64}});
}

TEST_CASE("END_RESP to an early response is not earlier than the response", "[stage]") {
  Bench bench;
  std::vector<sc_core::sc_time> ended;
  bench.memory.asked = [&](Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    delay = bench.span(3);
    phase = tlm::BEGIN_RESP;
    return tlm::TLM_UPDATED;
  };
  bench.memory.ended = [&](const sc_core::sc_time& delay) { ended.push_back(delay); };
  bench.script.at(1, [&] { bench.send(64); });
  bench.simulation.run();
  CHECK(bench.answers == Events{{4, 64}});
  CHECK(ended == std::vector{bench.span(3)});
}

TEST_CASE("a phase of a protocol beyond the base's is let pass", "[stage]") {
  Bench bench;
  bench.simulation.options.check_protocols = false;
  bench.script.at(0, [&] { bench.send(64); });
  bench.script.at(1, [&] { bench.memory.end_request(0); });
  bench.script.at(2, [&] {
    tlm::tlm_phase phase{77};
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    CHECK(bench.memory.socket->nb_transport_bw(*bench.memory.offered[0], phase, delay) == tlm::TLM_ACCEPTED);
  });
  bench.script.at(5, [&] { bench.memory.respond(0); });
  bench.simulation.run();
  CHECK(bench.answers == Events{{5, 64}});
}
