#include "timing/memory/memory.h"

#include <string>

#include "timing/protocol/debug_access.h"

namespace texpipe::timing {

using machine::BusCycle;

Memory::Memory(sc_core::sc_module_name name, Simulation& simulation, const machine::MemoryParameters& parameters,
               functional::GpuMemory& memory)
    : sc_module{name},
      simulation_{simulation},
      queue_{parameters.queue},
      memory_{memory},
      port_{
          "port",
          simulation,
          machine::kMemoryPortBytesPerCycle,
          {[this](Payload& payload) { return offered(payload); }, [this](Payload& payload) { return debug(payload); }}},
      counts_{simulation.statistics.group(this->name(), machine::kMemoryDescription)},
      banks_{parameters, simulation.clock.frequency(), counts_} {
  simulation.watchdog.add({std::string{this->name()} + ".queue", queue_,
                           [this] { return std::uint64_t{banks_.size()}; },
                           [this] {
                             return "address " + std::to_string(banks_.first().handle->get_address()) +
                                    ", data at cycle " + std::to_string(banks_.first().ready.value());
                           }});
}

bool Memory::offered(Payload& payload) {
  if (banks_.size() == queue_) deliver();
  const bool full = banks_.size() == queue_;
  if (!full) push(payload);
  counts_.cycles.enter(now(), full ? BusCycle::kQueueFull : BusCycle::kWaiting);
  return !full;
}

void Memory::push(Payload& payload) {
  const auto access = banks_.take(PayloadRef{payload}, ByteAddress{payload.get_address()}, payload.get_data_length(),
                                  !payload.is_read(), now());
  if (auto* buffer = payload.get_extension<MemoryBuffer>()) access.note_places(buffer->path);
  counts_.occupancy.set_level(now(), banks_.size());
  wake_.at(banks_.first().ready);
}

void Memory::deliver() {
  while (!banks_.empty() && banks_.first().ready <= now()) {
    if (banks_.start() > now()) {
      wake_.at(banks_.start());
      account();
      return;
    }
    const auto [access, from, until, there] = banks_.take_bus(now());
    counts_.latency.add((now() - access.taken).value());
    counts_.cycles.work(from, until);
    access.handle->set_response_status(tlm::TLM_OK_RESPONSE);
    port_.answer(access.handle, there, 0);
    counts_.occupancy.set_level(now(), banks_.size());
    if (port_.waiting() != nullptr) {
      push(*port_.waiting());
      port_.take_waiting();
    }
  }
  if (!banks_.empty()) wake_.at(banks_.first().ready);
  account();
}

void Memory::account() {
  counts_.cycles.enter(now(), port_.waiting() != nullptr ? BusCycle::kQueueFull
                              : !banks_.empty()          ? BusCycle::kWaiting
                                                         : BusCycle::kIdle);
}

unsigned Memory::debug(Payload& payload) {
  return debug_access(memory_, payload);
}

}  // namespace texpipe::timing
