// Sockets of the protocols without blocking calls.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "timing/kernel/kernel.h"
#include "timing/protocol/footprint_protocol.h"
#include "timing/simulation/simulation.h"

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::timing;

namespace {

struct Sender : sc_core::sc_module {
  MessageInitiator<Sender> first{"first"};
  MessageInitiator<Sender> second{"second"};
  FootprintInitiator<Sender> footprints{"footprints"};
  std::vector<std::string> answers;

  explicit Sender(sc_core::sc_module_name name) : sc_module{name} {
    for (auto* socket : {&first, &second}) socket->register_nb_transport_bw(this, &Sender::backward);
    footprints.register_nb_transport_bw(this, &Sender::backward);
  }

  tlm::tlm_sync_enum backward(Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
    answers.emplace_back(phase.get_name());
    return tlm::TLM_COMPLETED;
  }
};

struct Receiver : sc_core::sc_module {
  TaggedMessageTarget<Receiver> first{"first"};
  TaggedMessageTarget<Receiver> second{"second"};
  FootprintTarget<Receiver> footprints{"footprints"};
  std::vector<int> from;  // socket of each request; -1: footprints

  explicit Receiver(sc_core::sc_module_name name) : sc_module{name} {
    first.register_nb_transport_fw(this, &Receiver::request, 0);
    second.register_nb_transport_fw(this, &Receiver::request, 1);
    footprints.register_nb_transport_fw(this, &Receiver::footprint);
  }

  tlm::tlm_sync_enum request(int socket, Payload&, tlm::tlm_phase& phase, sc_core::sc_time&) {
    from.push_back(socket);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  tlm::tlm_sync_enum footprint(Payload&, tlm::tlm_phase&, sc_core::sc_time&) {
    from.push_back(-1);
    return tlm::TLM_ACCEPTED;
  }
};

struct Bench {
  Kernel kernel;
  StrictReports strict;
  Simulation simulation{SimulationOptions{.clock = 1050_MHz}};
  Sender sender{"sender"};
  Receiver receiver{"receiver"};

  Bench() {
    sender.first.bind(receiver.first);
    sender.second.bind(receiver.second);
    sender.footprints.bind(receiver.footprints);
  }
};

unsigned threads_of(const std::vector<sc_core::sc_object*>& objects) {
  unsigned threads = 0;
  for (const sc_core::sc_object* object : objects) {
    if (std::string{object->kind()} == "sc_thread_process") ++threads;
    threads += threads_of(object->get_child_objects());
  }
  return threads;
}

}  // namespace

TEST_CASE("requests reach the module with the number of their socket, answers come back", "[transaction]") {
  Bench bench;
  bench.simulation.run();
  Payload payload;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  for (auto* socket : {&bench.sender.second, &bench.sender.first}) {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    CHECK((*socket)->nb_transport_fw(payload, phase, delay) == tlm::TLM_UPDATED);
    CHECK(phase == tlm::END_REQ);
  }
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  CHECK(bench.sender.footprints->nb_transport_fw(payload, phase, delay) == tlm::TLM_ACCEPTED);
  CHECK(bench.receiver.from == std::vector{1, 0, -1});
  phase = tlm::END_REQ;
  bench.receiver.footprints->nb_transport_bw(payload, phase, delay);
  CHECK(bench.sender.answers == std::vector<std::string>{"END_REQ"});
}

TEST_CASE("a blocking call of a protocol without them is refused by the socket's name", "[transaction]") {
  Bench bench;
  bench.simulation.run();
  Payload payload;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  CHECK_THROWS_WITH(bench.sender.first->b_transport(payload, delay),
                    "receiver.first: its protocol has no blocking transport");
  CHECK(bench.sender.footprints->transport_dbg(payload) == 0);
  tlm::tlm_dmi dmi;
  CHECK_FALSE(bench.sender.footprints->get_direct_mem_ptr(payload, dmi));
}

TEST_CASE("a socket without a module for its requests is told before the first cycle", "[transaction]") {
  struct Alone : sc_core::sc_module {
    MessageInitiator<Alone> out{"out"};
    MessageTarget<Alone> in{"in"};
    explicit Alone(sc_core::sc_module_name name) : sc_module{name} { out.bind(in); }
  };
  Bench bench;
  const Alone alone{"alone"};
  CHECK_THROWS_WITH(bench.simulation.run(), Catch::Contains("alone.in: nobody is registered for its requests"));
}

TEST_CASE("message and footprint sockets start no threads", "[transaction]") {
  Bench bench;
  bench.simulation.run();
  CHECK(threads_of(sc_core::sc_get_top_level_objects()) == 0);
}
