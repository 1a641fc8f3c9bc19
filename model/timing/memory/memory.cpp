#include "timing/memory/memory.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "timing/protocol/debug_access.h"

namespace texpipe::timing {

using machine::BusCycle;

Memory::Memory(sc_core::sc_module_name name, Simulation& simulation, const machine::MemoryParameters& parameters,
               functional::GpuMemory& memory)
    : sc_module{name},
      simulation_{simulation},
      parameters_{parameters},
      memory_{memory},
      port_{
          "port",
          simulation,
          machine::kMemoryPortBytesPerCycle,
          {[this](Payload& payload) { return offered(payload); }, [this](Payload& payload) { return debug(payload); }}},
      latency_{std::max(cycles_covering(parameters.latency, simulation.clock.frequency()), Cycles{1})},
      row_miss_{cycles_covering(parameters.row_miss, simulation.clock.frequency())},
      bank_cycle_{cycles_covering(parameters.bank_cycle, simulation.clock.frequency())},
      mapping_{parameters.bank_hash, parameters.banks, parameters.row},
      banks_(parameters.banks),
      statistics_{simulation.statistics.group(this->name(), machine::kMemoryDescription)},
      counts_{statistics_},
      cycles_{counts_.cycles},
      reads_{counts_.reads},
      writes_{counts_.writes},
      bytes_{counts_.bytes},
      row_hits_{counts_.row_hits},
      row_misses_{counts_.row_misses},
      occupancy_{counts_.occupancy} {
  simulation.watchdog.add({std::string{this->name()} + ".queue", parameters.queue,
                           [this] { return std::uint64_t{accesses_.size()}; },
                           [this] {
                             return "address " + std::to_string(accesses_.top().payload->get_address()) +
                                    ", data at cycle " + std::to_string(accesses_.top().ready.value());
                           }});
}

bool Memory::offered(Payload& payload) {
  if (accesses_.size() == parameters_.queue) deliver();
  const bool full = accesses_.size() == parameters_.queue;
  if (!full) push(payload);
  cycles_.enter(now(), full ? BusCycle::kQueueFull : BusCycle::kWaiting);
  return !full;
}

void Memory::push(Payload& payload) {
  const machine::RowPlace place = mapping_(ByteAddress{payload.get_address()});
  Bank& bank = banks_[place.bank];
  const bool hit = bank.open && bank.row == place.row;
  const Cycles start = std::max(now(), bank.free);
  const Cycles opening = hit ? Cycles{} : row_miss_;
  bank.open = true;
  bank.row = place.row;
  bank.free = start + opening + bank_cycle_;
  accesses_.push({start + opening + latency_, order_++, PayloadRef{payload}, now()});
  note_place(payload, machine::LinePlace::kMemoryQueue, now());
  note_place(payload, machine::LinePlace::kMemoryBanks, start);
  note_place(payload, machine::LinePlace::kMemory, start + opening + latency_);
  (hit ? row_hits_ : row_misses_).add();
  (payload.is_read() ? reads_ : writes_).add();
  bytes_.add(payload.get_data_length());
  occupancy_.set_level(now(), accesses_.size());
  wake_.at(accesses_.top().ready);
}

void Memory::deliver() {
  while (!accesses_.empty() && accesses_.top().ready <= now()) {
    const Cycles start = bus_.earliest(now());
    if (start > now()) {
      wake_.at(start);
      account();
      return;
    }
    const PayloadRef payload = accesses_.top().payload;
    counts_.latency.add((now() - accesses_.top().taken).value());
    accesses_.pop();
    const machine::Subcycles begin = bus_.claim(
        now(), machine::bus_time(payload->get_data_length(), parameters_.bandwidth, simulation_.clock.frequency()));
    cycles_.work(begin, bus_.free_at());
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
    port_.answer(payload, bus_.last_busy(now()), 0);
    occupancy_.set_level(now(), accesses_.size());
    if (port_.waiting() != nullptr) {
      push(*port_.waiting());
      port_.take_waiting();
    }
  }
  if (!accesses_.empty()) wake_.at(accesses_.top().ready);
  account();
}

void Memory::account() {
  cycles_.enter(now(), port_.waiting() != nullptr ? BusCycle::kQueueFull
                       : !accesses_.empty()       ? BusCycle::kWaiting
                                                  : BusCycle::kIdle);
}

unsigned Memory::debug(Payload& payload) {
  return debug_access(memory_, payload);
}

}  // namespace texpipe::timing
