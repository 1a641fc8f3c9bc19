// Initiator side of the memory protocol: sends requests in order, takes answers in any order.
#pragma once

#include <functional>
#include <utility>

#include <systemc>

#include "base/ring.h"
#include "timing/protocol/memory_protocol.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// Keeps the exclusion rules of the TLM-2.0 base protocol towards any conforming target: early returns, implied
/// END_REQ, annotated delays (rounded up to the next cycle). It always accepts answers, so the owner reserves room for
/// them before it asks.
class RequestPort : public sc_core::sc_module {
 public:
  MemoryInitiator<RequestPort> socket{"socket"};

  /// @param answered  called in the cycle in which a response is complete
  /// @param sent      called when the target took a request, so that queue() became shorter; may be empty
  RequestPort(sc_core::sc_module_name name, Simulation& simulation, std::function<void(Payload&)> answered,
              std::function<void()> sent = {});

  /// Appends a request. It goes out when the requests before it are taken.
  void send(PayloadRef request);

  /// Appends a request in cycle `when`, which is not before an earlier call's.
  void send_at(Cycles when, PayloadRef request);

  /// Number of requests that the target has not taken.
  std::size_t queue() const { return waiting_.size(); }
  /// Number of requests that were sent and not answered.
  std::uint64_t outstanding() const { return outstanding_; }

 private:
  enum class Step : bool { kTaken, kAnswered };
  struct Deferred {
    Cycles at;
    Step step = Step::kTaken;
    PayloadRef payload;
  };

  tlm::tlm_sync_enum transport_backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void send_due();
  void pump();
  void at_edge(Step step, Payload& payload, const sc_core::sc_time& delay);
  void perform(Step step, Payload& payload);
  void run_deferred();

  Simulation& simulation_;
  std::function<void(Payload&)> answered_;
  std::function<void()> sent_;
  Ring<std::pair<Cycles, PayloadRef>> later_;  // requests of send_at() whose time has not come
  Ring<PayloadRef> waiting_;
  Payload* offered_ = nullptr;  // head of waiting_, between BEGIN_REQ and END_REQ
  std::uint64_t outstanding_ = 0;
  bool pumping_ = false;
  Ring<Deferred> deferred_;  // in the order in which they take effect
  Wake later_wake_{simulation_.agenda, wakes<&RequestPort::send_due>(*this)};
  Wake deferred_wake_{simulation_.agenda, wakes<&RequestPort::run_deferred>(*this)};
};

}  // namespace texpipe::timing
