#include "timing/memory/blocking_adapter.h"

namespace texpipe::timing {
namespace {

// The memory behind sets the rate; the port only passes answers on.
constexpr std::uint32_t kPortBytesPerCycle = 1u << 16;

}  // namespace

BlockingMemoryAdapter::BlockingMemoryAdapter(sc_core::sc_module_name name, Simulation& simulation, std::uint32_t queue)
    : sc_module{name},
      simulation_{simulation},
      capacity_{queue},
      port_{"port",
            simulation,
            kPortBytesPerCycle,
            {[this](Payload& payload) { return offered(payload); },
             [this](Payload& payload) { return memory->transport_dbg(payload); }},
            machine::Cause::kForeignMemory} {
  SC_THREAD(serve);
  simulation.watchdog.add({std::string{this->name()} + ".queue", queue, [this] { return std::uint64_t{queue_.size()}; },
                           [this] { return "address " + std::to_string(queue_.front()->get_address()); }});
}

bool BlockingMemoryAdapter::offered(Payload& payload) {
  if (queue_.size() == capacity_) return false;
  queue_.emplace_back(payload);
  work_.notify(sc_core::SC_ZERO_TIME);
  return true;
}

void BlockingMemoryAdapter::serve() {
  for (;;) {
    while (queue_.empty()) wait(work_);
    const PayloadRef payload = queue_.front();
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    memory->b_transport(*payload, delay);
    const Cycles done = simulation_.clock.covering(sc_core::sc_time_stamp() + delay);
    const sc_core::sc_time until = simulation_.clock.span(done);
    if (until > sc_core::sc_time_stamp()) wait(until - sc_core::sc_time_stamp());
    queue_.pop_front();
    times_of(*payload).spend(simulation_.relaxed(machine::Cause::kForeignMemory), done);
    port_.answer(payload, done, 0);
    if (port_.waiting() == nullptr) continue;
    queue_.emplace_back(*port_.waiting());
    port_.take_waiting();
  }
}

}  // namespace texpipe::timing
