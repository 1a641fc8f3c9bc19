#include "timing/memory/memory.h"

#include <algorithm>
#include <span>

namespace texpipe::timing {
namespace {

std::span<std::byte> data_of(Payload& payload) {
  return {reinterpret_cast<std::byte*>(payload.get_data_ptr()), payload.get_data_length()};
}

/// Time on the data bus: bytes / bandwidth, in subcycles, rounded up.
machine::Subcycles bus_time(std::uint64_t bytes, Bandwidth bandwidth, Frequency clock) {
  const unsigned __int128 work = static_cast<unsigned __int128>(bytes) * clock.value() * machine::kSubcyclesPerCycle;
  return machine::Subcycles{static_cast<std::uint64_t>((work + bandwidth.value() - 1) / bandwidth.value())};
}

// The port only passes answers on; the data bus sets their rate.
constexpr std::uint32_t kPortBytesPerCycle = 1u << 16;

}  // namespace

Memory::Memory(sc_core::sc_module_name name, Simulation& simulation, const machine::MemoryParameters& parameters,
               functional::GpuMemory& memory)
    : sc_module{name},
      simulation_{simulation},
      parameters_{parameters},
      memory_{memory},
      port_{
          "port",
          simulation,
          kPortBytesPerCycle,
          {[this](Payload& payload) { return offered(payload); }, [this](Payload& payload) { return debug(payload); }}},
      latency_{std::max(cycles_covering(parameters.latency, simulation.clock.frequency()), Cycles{1})},
      row_miss_{cycles_covering(parameters.row_miss, simulation.clock.frequency())},
      bank_cycle_{cycles_covering(parameters.bank_cycle, simulation.clock.frequency())},
      banks_(parameters.banks),
      statistics_{simulation.statistics.group(this->name(), "memory: banks with open rows and a data bus")},
      reads_{statistics_.counter("reads", machine::StatisticUnit::kRequests, "read requests")},
      writes_{statistics_.counter("writes", machine::StatisticUnit::kRequests, "write requests")},
      bytes_{statistics_.counter("bytes", machine::StatisticUnit::kBytes, "bytes over the data bus, both ways")},
      row_hits_{statistics_.counter("row_hits", machine::StatisticUnit::kRequests, "requests to an open row")},
      row_misses_{statistics_.counter("row_misses", machine::StatisticUnit::kRequests, "requests that opened a row")},
      occupancy_{statistics_.histogram("queue", machine::StatisticUnit::kRequests,
                                       "requests taken and not answered, weighted by cycles")} {
  occupancy_.set_level(Cycles{}, 0);
  simulation.watchdog.add({std::string{this->name()} + ".queue", parameters.queue,
                           [this] { return std::uint64_t{accesses_.size()}; },
                           [this] {
                             return "address " + std::to_string(accesses_.top().payload->get_address()) +
                                    ", data at cycle " + std::to_string(accesses_.top().ready.value());
                           }});
  SC_METHOD(deliver);
  sensitive << wake_;
  dont_initialize();
}

bool Memory::offered(Payload& payload) {
  if (accesses_.size() == parameters_.queue) deliver();
  if (accesses_.size() == parameters_.queue) return false;
  push(payload);
  return true;
}

void Memory::push(Payload& payload) {
  const std::uint64_t row_number = payload.get_address() / parameters_.row.value();
  Bank& bank = banks_[row_number % banks_.size()];
  const std::uint64_t row = row_number / banks_.size();
  const bool hit = bank.open && bank.row == row;
  const Cycles start = std::max(now(), bank.free);
  const Cycles opening = hit ? Cycles{} : row_miss_;
  machine::CausePath& path = path_of(payload);
  if (path.at() < now()) {  // it waited for the place that was left now
    path.follow(left_path_, now());
    path.move(machine::Cause::kMemoryLatency, machine::Cause::kMemoryQueue, latency_);
    path.spend(machine::Cause::kMemoryQueue, now());
  }
  if (start > now()) {
    path.follow(bank.started_path, start);
    path.spend(machine::Cause::kMemoryBank, start);
  }
  bank.started_path = path;
  path.spend(machine::Cause::kMemoryRowMiss, start + opening);
  path.spend(machine::Cause::kMemoryLatency, start + opening + latency_);
  bank.open = true;
  bank.row = row;
  bank.free = start + opening + bank_cycle_;
  accesses_.push({start + opening + latency_, order_++, PayloadRef{payload}});
  (hit ? row_hits_ : row_misses_).add();
  (payload.is_read() ? reads_ : writes_).add();
  bytes_.add(payload.get_data_length());
  occupancy_.set_level(now(), accesses_.size());
  simulation_.clock.notify(wake_, accesses_.top().ready);
}

void Memory::deliver() {
  while (!accesses_.empty() && accesses_.top().ready <= now()) {
    const Cycles start = bus_.earliest(now());
    if (start > now()) {
      simulation_.clock.notify(wake_, start);
      return;
    }
    const PayloadRef payload = accesses_.top().payload;
    accesses_.pop();
    bus_.claim(now(), bus_time(payload->get_data_length(), parameters_.bandwidth, simulation_.clock.frequency()));
    machine::CausePath& path = path_of(*payload);
    path.follow(bus_path_, now());
    path.spend(machine::Cause::kMemoryBandwidth, now());
    bus_path_ = left_path_ = path;
    path.spend(machine::Cause::kMemoryBandwidth, bus_.last_busy(now()));
    if (payload->is_read()) memory_.read(ByteAddress{payload->get_address()}, data_of(*payload));
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
    port_.answer(payload, bus_.last_busy(now()), 0);
    occupancy_.set_level(now(), accesses_.size());
    if (port_.waiting() != nullptr) {
      push(*port_.waiting());
      port_.take_waiting();
    }
  }
  if (!accesses_.empty()) simulation_.clock.notify(wake_, accesses_.top().ready);
}

unsigned Memory::debug(Payload& payload) {
  if (!functional::GpuMemory::holds(ByteAddress{payload.get_address()}, ByteSize{payload.get_data_length()})) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return 0;
  }
  if (payload.is_read()) {
    memory_.read(ByteAddress{payload.get_address()}, data_of(payload));
  } else {
    memory_.write(ByteAddress{payload.get_address()}, data_of(payload));
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return payload.get_data_length();
}

}  // namespace texpipe::timing
