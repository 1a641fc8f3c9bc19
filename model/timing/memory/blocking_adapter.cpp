#include "timing/memory/blocking_adapter.h"

#include <algorithm>

namespace texpipe::timing {
namespace {

// Width of the port, which only passes answers on: the memory behind it sets the rate.
constexpr std::uint32_t kPortBytesPerCycle = 1u << 16;

}  // namespace

BlockingMemoryAdapter::BlockingMemoryAdapter(sc_core::sc_module_name name, Simulation& simulation, std::uint32_t queue,
                                             std::uint32_t outstanding)
    : sc_module{name},
      simulation_{simulation},
      capacity_{queue},
      port_{"port",
            simulation,
            kPortBytesPerCycle,
            {[this](Payload& payload) { return offered(payload); },
             [this](Payload& payload) { return memory->transport_dbg(payload); }}} {
  for (std::uint32_t thread = 0; thread < std::min(outstanding, queue); ++thread) {
    const std::string process = thread == 0 ? "serve" : "serve_" + std::to_string(thread);
    declare_thread_process(serve_handle, process.c_str(), SC_CURRENT_USER_MODULE, serve_all);
  }
  simulation.watchdog.add({std::string{this->name()} + ".queue", queue,
                           [this] { return std::uint64_t{waiting_.size() + served_.size()}; },
                           [this] { return oldest(); }});
}

std::string BlockingMemoryAdapter::oldest() const {
  const bool in_memory = !served_.empty();
  const Payload& payload = in_memory ? *served_.front() : *waiting_.front();
  return "address " + std::to_string(payload.get_address()) + (in_memory ? ", in b_transport" : "");
}

bool BlockingMemoryAdapter::offered(Payload& payload) {
  if (full()) return false;
  waiting_.emplace_back(payload);
  work_.notify(sc_core::SC_ZERO_TIME);
  return true;
}

void BlockingMemoryAdapter::serve_all() {
  for (;;) {
    while (waiting_.empty()) wait(work_);
    const PayloadRef payload = waiting_.front();
    waiting_.pop_front();
    try {
      serve(payload);
    } catch (const sc_core::sc_unwind_exception&) {
      throw;
    } catch (...) {
      simulation_.fail();
    }
  }
}

void BlockingMemoryAdapter::serve(const PayloadRef& payload) {
  served_.push_back(payload);
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  memory->b_transport(*payload, delay);
  const Cycles done = simulation_.clock.covering(sc_core::sc_time_stamp() + delay);
  const sc_core::sc_time until = simulation_.clock.span(done);
  if (until > sc_core::sc_time_stamp()) wait(until - sc_core::sc_time_stamp());
  std::erase_if(served_, [&](const PayloadRef& served) { return served.get() == payload.get(); });
  port_.answer(payload, done, 0);
  if (port_.waiting() == nullptr) return;
  waiting_.emplace_back(*port_.waiting());
  work_.notify(sc_core::SC_ZERO_TIME);
  port_.take_waiting();
}

}  // namespace texpipe::timing
