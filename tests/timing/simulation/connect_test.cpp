#include "timing/simulation/connect.h"

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <catch2/catch.hpp>

#include "timing/kernel/kernel.h"

using namespace texpipe;
using namespace texpipe::timing;

namespace {

/// A memory that answers in the call.
struct EarlyMemory : sc_core::sc_module {
  tlm_utils::simple_target_socket<EarlyMemory> socket{"socket"};
  explicit EarlyMemory(sc_core::sc_module_name name) : sc_module{name} {
    socket.register_nb_transport_fw(this, &EarlyMemory::forward);
  }
  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase&, sc_core::sc_time&) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
};

struct Asker : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Asker> socket{"socket"};
  explicit Asker(sc_core::sc_module_name name) : sc_module{name} {}
};

struct KeepsAll : tlm::tlm_mm_interface {
  void free(tlm::tlm_generic_payload*) override {}
};

struct Handshakes : EventListener {
  void on(const HandshakeEvent& event) override { seen.push_back(event.phase); }
  std::vector<Handshake> seen;
};

}  // namespace

TEST_CASE("a request that is completed in the call counts as all four handshakes", "[observe]") {
  Kernel kernel;
  Simulation simulation{SimulationOptions{.record_handshakes = true}};
  Handshakes handshakes;
  simulation.events.add(handshakes);
  EarlyMemory memory{"memory"};
  Asker asker{"asker"};
  connect(simulation, asker.socket, memory.socket);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  KeepsAll memory_manager;
  tlm::tlm_generic_payload payload{&memory_manager};
  payload.acquire();
  unsigned char bytes[64] = {};
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_data_ptr(bytes);
  payload.set_data_length(64);
  payload.set_streaming_width(64);
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay;
  CHECK(asker.socket->nb_transport_fw(payload, phase, delay) == tlm::TLM_COMPLETED);
  CHECK(handshakes.seen == std::vector{Handshake::kBeginRequest, Handshake::kEndRequest, Handshake::kBeginResponse,
                                       Handshake::kEndResponse});
}
