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
      counts_{simulation.statistics.group(this->name(), machine::kMemoryDescription), parameters},
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
  enter(full ? BusCycle::kQueueFull : BusCycle::kWaiting);
  return !full;
}

void Memory::push(Payload& payload) {
  const auto access = banks_.take(PayloadRef{payload}, ByteAddress{payload.get_address()}, payload.get_data_length(),
                                  !payload.is_read(), now());
  if (auto* buffer = payload.get_extension<MemoryBuffer>()) access.note_places(buffer->path);
  counts_.occupancy.set_level(now(), banks_.size());
  wake_.at(banks_.start());
}

void Memory::deliver() {
  while (!banks_.empty() && banks_.start() <= now()) {
    const auto [access, from, until, there] = banks_.take_bus(now());
    counts_.latency.add((now() - access.taken).value());
    counts_.cycles[access.channel]->work(from, until);
    access.handle->set_response_status(tlm::TLM_OK_RESPONSE);
    port_.answer(access.handle, there, access.channel);
    counts_.occupancy.set_level(now(), banks_.size());
    if (port_.waiting() != nullptr) {
      push(*port_.waiting());
      port_.take_waiting();
    }
  }
  if (!banks_.empty()) wake_.at(banks_.start());
  account();
}

void Memory::account() {
  enter(port_.waiting() != nullptr ? BusCycle::kQueueFull : !banks_.empty() ? BusCycle::kWaiting : BusCycle::kIdle);
}

/// All channels are in one state where they do not move data: their requests wait in one queue.
void Memory::enter(BusCycle state) {
  for (machine::CycleAccount* const channel : counts_.cycles) channel->enter(now(), state);
}

unsigned Memory::debug(Payload& payload) {
  return debug_access(memory_, payload);
}

}  // namespace texpipe::timing
