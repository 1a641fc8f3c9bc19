#include "timing/memory/memory.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "timing/transaction/debug_access.h"

namespace texpipe::timing {
namespace {

enum class BusCycle : std::uint8_t { kBusy, kQueueFull, kWaiting, kIdle };

constexpr EnumRow kBusCycles[] = {
    {0, "busy", "data cross the bus"},
    {1, "queue_full", "the queue is full, and a request waits for a place"},
    {2, "waiting", "banks serve requests, and no data are ready"},
    {3, "idle", "nothing is asked"},
};

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
          machine::kMemoryPortBytesPerCycle,
          {[this](Payload& payload) { return offered(payload); }, [this](Payload& payload) { return debug(payload); }}},
      latency_{std::max(cycles_covering(parameters.latency, simulation.clock.frequency()), Cycles{1})},
      row_miss_{cycles_covering(parameters.row_miss, simulation.clock.frequency())},
      bank_cycle_{cycles_covering(parameters.bank_cycle, simulation.clock.frequency())},
      mapping_{parameters.bank_hash, parameters.banks, parameters.row},
      banks_(parameters.banks),
      queue_times_{parameters.queue, machine::Cause::kMemoryQueue, simulation.lost_cycles.relaxations},
      statistics_{simulation.statistics.group(this->name(), machine::kMemoryDescription)},
      counts_{statistics_},
      cycles_{statistics_.account("cycles", "where the cycles of the data bus went", {"bus cycle", kBusCycles})},
      reads_{counts_.reads},
      writes_{counts_.writes},
      bytes_{counts_.bytes},
      row_hits_{counts_.row_hits},
      row_misses_{counts_.row_misses},
      occupancy_{counts_.occupancy} {
  // Masks are of one number of banks.
  const auto relaxed_banks = static_cast<std::uint32_t>(
      simulation.lost_cycles.relaxations.capacity(machine::Cause::kMemoryBanks, parameters.banks));
  if (parameters.bank_hash.kind() != machine::BankHash::Kind::kMasks && std::has_single_bit(relaxed_banks)) {
    relaxed_mapping_.emplace(parameters.bank_hash, relaxed_banks, parameters.row);
    relaxed_banks_.resize(relaxed_banks);
  }
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
  machine::RelaxedTimes& times = times_of(payload);
  queue_times_.take(times);
  times.pass(now());
  const double came = times.with(machine::Cause::kMemoryBanks);
  times.join(bank.free_times);
  times.pass(start);
  times.spend(simulation_.relaxed(machine::Cause::kMemoryRowMiss), start + opening);
  const machine::AbsentIn open = rows_left_open(bank, place.row, times.absent());
  if (!hit) open.for_each([&](machine::Cause cause) { times.save({cause, 1.0}, opening); });
  if (relaxed_mapping_) {
    const double opened = with_more_banks(ByteAddress{payload.get_address()}, came);
    times.set(machine::Cause::kMemoryBanks, std::min(opened, static_cast<double>(times.at().value())));
  }
  bank.free_times = times;
  bank.free_times.save(simulation_.relaxed(machine::Cause::kMemoryBanks), opening + bank_cycle_);
  bank.free_times.spend(simulation_.relaxed(machine::Cause::kMemoryBankCycle), start + opening + bank_cycle_);
  times.spend(simulation_.relaxed(machine::Cause::kMemoryLatency), start + opening + latency_);
  bank.open = true;
  bank.row = place.row;
  bank.free = start + opening + bank_cycle_;
  accesses_.push({start + opening + latency_, order_++, PayloadRef{payload}, now()});
  (hit ? row_hits_ : row_misses_).add();
  (payload.is_read() ? reads_ : writes_).add();
  bytes_.add(payload.get_data_length());
  occupancy_.set_level(now(), accesses_.size());
  wake_.at(accesses_.top().ready);
}

/// Runs in which the row is open because what closed it is absent there.
machine::AbsentIn Memory::rows_left_open(Bank& bank, std::uint64_t row, machine::AbsentIn absent) {
  machine::AbsentIn open;
  for (std::size_t i = 0; i < bank.row_in.size(); ++i) {
    const auto cause = static_cast<machine::Cause>(machine::AbsentIn::kFirst + i);
    if (absent.has(cause)) continue;
    if (std::exchange(bank.row_in[i], row) == row) open.add(cause);
  }
  return open;
}

/// More banks work side by side and keep more rows open. Follows the accesses as they would meet banks and rows there.
/// Returns when the row is open.
double Memory::with_more_banks(ByteAddress address, double came) {
  const machine::RowPlace place = (*relaxed_mapping_)(address);
  RelaxedBank& bank = relaxed_banks_[place.bank];
  const double start = std::max(came, bank.free);
  const double opened = start + static_cast<double>(bank.row == place.row ? 0 : row_miss_.value());
  bank.row = place.row;
  bank.free = opened + static_cast<double>(bank_cycle_.value());
  return opened;
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
    machine::RelaxedTimes& times = times_of(*payload);
    times.join(bus_free_);
    times.pass(now());
    queue_times_.release(times);
    bus_free_ = times;
    bus_free_.spend(simulation_.relaxed(machine::Cause::kMemoryBandwidth), bus_.earliest(now()));
    times.spend(simulation_.relaxed(machine::Cause::kMemoryBandwidth), bus_.last_busy(now()));
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
