#include "timing/stage/answer_port.h"

#include <catch2/catch.hpp>
#include <deque>
#include <vector>

#include "timing/kernel/kernel.h"
#include "timing/simulation/connect.h"
#include "timing/support/script.h"

using namespace texpipe;
using namespace texpipe::timing;
using namespace texpipe::timing::test;

namespace {

/// Asks without waiting and ends responses when the test says so.
struct Asker : sc_core::sc_module {
  MemoryInitiator<Asker> socket{"socket"};

  Asker(sc_core::sc_module_name name, Simulation& simulation) : sc_module{name}, simulation_{simulation} {
    socket.register_nb_transport_bw(this, &Asker::backward);
  }

  void ask(std::uint64_t address, std::uint64_t bytes = 64) {
    requests.push_back(memory_request(simulation_.memory, MemoryCommand::kRead, ByteAddress{address}, ByteSize{bytes}));
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    if (socket->nb_transport_fw(*requests.back(), phase, delay) == tlm::TLM_UPDATED) taken.push_back(now());
  }

  void end_response() {
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    const PayloadRef ended = std::exchange(held_, PayloadRef{});
    socket->nb_transport_fw(*ended, phase, delay);
  }

  tlm::tlm_sync_enum backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
    if (phase == tlm::END_REQ) {
      taken.push_back(now());
      return tlm::TLM_ACCEPTED;
    }
    answers.push_back({now(), payload.get_address()});
    if (!holds) return tlm::TLM_COMPLETED;
    held_ = PayloadRef{payload};
    return tlm::TLM_ACCEPTED;
  }

  std::uint64_t now() const { return simulation_.clock.now().value(); }

  using Event = std::pair<std::uint64_t, std::uint64_t>;  // cycle, address
  std::deque<PayloadRef> requests;
  std::vector<std::uint64_t> taken;  // cycles
  std::vector<Event> answers;
  bool holds = false;

 private:
  Simulation& simulation_;
  PayloadRef held_;
};

struct Bench {
  Bench() { connect(simulation, asker.socket, port.socket); }

  void answer(std::size_t request, std::uint64_t ready, std::uint32_t rank = 0) {
    asker.requests[request]->set_response_status(tlm::TLM_OK_RESPONSE);
    port.answer(asker.requests[request], Cycles{ready}, rank);
  }

  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.check_protocols = true}};
  Script script{simulation};
  Asker asker{"asker", simulation};
  bool has_room = true;
  AnswerPort port{
      "port", simulation, Fraction{32}, {[this](Payload&) { return has_room; }, [](Payload&) { return 7u; }}};
};

using Events = std::vector<Asker::Event>;

}  // namespace

TEST_CASE("an answer port gives a response with its last byte", "[stage]") {
  Bench bench;  // 32 bytes a cycle
  bench.script.at(0, [&] { bench.asker.ask(64), bench.asker.ask(128, 96), bench.asker.ask(256, 8); });
  bench.script.at(1, [&] { bench.answer(0, 10), bench.answer(1, 10), bench.answer(2, 10); });
  bench.simulation.run();
  // Bytes of 10 and 11, of 12 to 14, of 15.
  CHECK(bench.asker.answers == Events{{11, 64}, {14, 128}, {15, 256}});
}

TEST_CASE("parts of a cycle add up on the bus", "[stage]") {
  Bench bench;
  bench.script.at(0, [&] {
    for (int i = 0; i < 8; ++i) bench.asker.ask(64 * static_cast<std::uint64_t>(i), 8);
    for (std::size_t i = 0; i < 8; ++i) bench.answer(i, 4);
  });
  bench.simulation.run();
  for (std::size_t i = 0; i < 8; ++i) CHECK(bench.asker.answers[i].first == 4 + i / 4);
}

TEST_CASE("responses leave in the order of readiness and then of rank", "[stage]") {
  Bench bench;
  bench.script.at(
      0, [&] { bench.asker.ask(0, 32), bench.asker.ask(1, 32), bench.asker.ask(2, 32), bench.asker.ask(3, 32); });
  bench.script.at(
      1, [&] { bench.answer(0, 20, 2), bench.answer(1, 20, 1), bench.answer(2, 20, 2), bench.answer(3, 19, 9); });
  bench.simulation.run();
  CHECK(bench.asker.answers == Events{{19, 3}, {20, 1}, {21, 0}, {22, 2}});
}

TEST_CASE("the next response waits until the last one is ended", "[stage]") {
  Bench bench;
  bench.asker.holds = true;
  bench.script.at(0, [&] { bench.asker.ask(0, 32), bench.asker.ask(1, 32), bench.answer(0, 5), bench.answer(1, 5); });
  bench.script.at(9, [&] {
    CHECK(bench.asker.answers == Events{{5, 0}});
    bench.asker.holds = false;
    bench.asker.end_response();
  });
  bench.simulation.run();
  CHECK(bench.asker.answers == Events{{5, 0}, {9, 1}});
}

TEST_CASE("a request without room waits until it is taken", "[stage]") {
  Bench bench;
  bench.has_room = false;
  bench.script.at(2, [&] {
    bench.asker.ask(0);
    CHECK(bench.port.waiting() == bench.asker.requests[0].get());
  });
  bench.script.at(7, [&] {
    bench.port.take_waiting();
    CHECK(bench.port.waiting() == nullptr);
    bench.answer(0, 8);
  });
  bench.simulation.run();
  CHECK(bench.asker.taken == std::vector<std::uint64_t>{7});
  CHECK(bench.asker.answers == Events{{9, 0}});
}

TEST_CASE("debug transport goes to the owner and takes no time", "[stage]") {
  Bench bench;
  unsigned bytes = 0;
  bench.script.at(3, [&] {
    const PayloadRef request =
        memory_request(bench.simulation.memory, MemoryCommand::kRead, ByteAddress{0}, ByteSize{64});
    bytes = bench.asker.socket->transport_dbg(*request);
  });
  CHECK(bench.simulation.run() == Cycles{3});
  CHECK(bytes == 7);
}
