#include <algorithm>

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include "memories.h"
#include "stored_bytes.h"

namespace own_memory {

using namespace texpipe;

namespace {

/// One request after the other, each `service` long, but none within the first `refresh` of every `interval`.
class RefreshingMemory final : public sc_core::sc_module, public timing::MemoryBlock {
 public:
  RefreshingMemory(sc_core::sc_module_name name, const OwnParameters& own)
      : sc_module{name},
        latency_{time_of(own, "latency")},
        service_{time_of(own, "service")},
        interval_{time_of(own, "refresh_interval")},
        refresh_{time_of(own, "refresh")} {
    socket_.register_nb_transport_fw(this, &RefreshingMemory::forward);
    socket_.register_transport_dbg(this, &RefreshingMemory::debug);
  }
  Socket& socket() override { return socket_; }

 private:
  static sc_core::sc_time time_of(const OwnParameters& own, const char* name) {
    return {static_cast<double>(own.get<TimeSpan>(name).value()), sc_core::SC_PS};
  }

  tlm::tlm_sync_enum forward(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay) {
    if (phase != tlm::BEGIN_REQ) return tlm::TLM_COMPLETED;  // END_RESP
    payload.acquire();
    const sc_core::sc_time begin = outside_refresh(std::max(sc_core::sc_time_stamp() + delay, free_));
    free_ = begin + service_;
    answers_.notify(payload, tlm::BEGIN_RESP, begin + latency_ - sc_core::sc_time_stamp());
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }

  void answer(tlm::tlm_generic_payload& payload, const tlm::tlm_phase&) {
    bytes_.access(payload);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    socket_->nb_transport_bw(payload, phase, delay);
    payload.release();
  }

  unsigned debug(tlm::tlm_generic_payload& payload) {
    bytes_.access(payload);
    return payload.get_data_length();
  }

  sc_core::sc_time outside_refresh(const sc_core::sc_time& time) const {
    const sc_core::sc_time begun = interval_ * static_cast<double>(time.value() / interval_.value());
    return std::max(time, begun + refresh_);
  }

  tlm_utils::simple_target_socket<RefreshingMemory> socket_{"socket"};
  tlm_utils::peq_with_cb_and_phase<RefreshingMemory> answers_{this, &RefreshingMemory::answer};
  sc_core::sc_time latency_;
  sc_core::sc_time service_;
  sc_core::sc_time interval_;
  sc_core::sc_time refresh_;
  sc_core::sc_time free_;
  StoredBytes bytes_;
};

}  // namespace

std::unique_ptr<timing::MemoryBlock> make_refreshing(sc_core::sc_module_name name, timing::Simulation&,
                                                     const machine::MemoryParameters& parameters,
                                                     functional::GpuMemory&) {
  return std::make_unique<RefreshingMemory>(name, parameters.implementation.own());
}

}  // namespace own_memory
