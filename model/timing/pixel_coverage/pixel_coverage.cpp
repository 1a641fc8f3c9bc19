#include "timing/pixel_coverage/pixel_coverage.h"

#include <bit>
#include <string>

#include "functional/shared_function/pixel_coverage_message.h"

namespace texpipe::timing {

namespace {

enum class QueryCycle : std::uint8_t { kBusy, kBlocked, kWaiting, kIdle };

constexpr EnumRow kQueryCycles[] = {
    {0, "busy", "answers subspans"},
    {1, "blocked", "a response is offered and not ended"},
    {2, "waiting", "messages are held for their latency"},
    {3, "idle", "no message is held"},
};

/// Number of subspans that have an enabled channel.
unsigned subspans_of(const functional::Message& message) {
  unsigned count = 0;
  for (std::uint32_t mask = message.execution_mask; mask != 0; mask >>= 4) count += (mask & 0xF) != 0 ? 1 : 0;
  return count;
}

}  // namespace

PixelCoverageUnit::PixelCoverageUnit(sc_core::sc_module_name name, Simulation& simulation,
                                     const machine::PixelCoverageParameters& parameters)
    : sc_module{name},
      port{"messages", {[this](Payload& payload) { return offered(payload); }, [this] { ended(); }}},
      simulation_{simulation},
      parameters_{parameters},
      statistics_{simulation.statistics.group(this->name(), "pixel coverage unit: queries of subspans in flight")},
      cycles_{statistics_.account("cycles", "what the query pipeline did, cycle by cycle",
                                  EnumRows{"query cycle", kQueryCycles})},
      messages_{statistics_.counter("messages", machine::StatisticUnit::kMessages, "queries answered")},
      subspans_{statistics_.counter("subspans", machine::StatisticUnit::kSubspans, "subspans answered")},
      offset_warnings_{statistics_.counter(
          "offset_warnings", machine::StatisticUnit::kEvents,
          "lanes whose PIXLD.OFFSET read 0: out of range, beyond 8 samples or programmed positions")},
      latency_{statistics_.histogram("latency", machine::StatisticUnit::kCycles, "message taken to response")},
      occupancy_{
          statistics_.histogram("occupancy", machine::StatisticUnit::kMessages, "messages held, weighted by cycles")} {
  occupancy_.set_level(Cycles{}, 0);
  simulation.watchdog.add({std::string{this->name()} + ".queue", parameters.queue,
                           [this] { return std::uint64_t{queue_.size()}; },
                           [this] {
                             return "message " + std::to_string(message_of(*queue_.front().payload).id) +
                                    (responding_ ? ", response not ended" : "");
                           }});
}

bool PixelCoverageUnit::offered(Payload& payload) {
  if (queue_.size() == parameters_.queue && !advancing_) advance();  // messages that can leave at this time leave first
  if (queue_.size() == parameters_.queue) return false;
  accept(payload);
  if (!advancing_) advance();
  return true;
}

void PixelCoverageUnit::accept(Payload& payload) {
  MessageExtension& extension = message_of(payload);
  const Cycles now = simulation_.clock.now();
  extension.accepted_at = now;
  extension.response = functional::execute_pixel_coverage_message(extension.message);
  const unsigned subspans = subspans_of(extension.message);
  subspans_.add(subspans);
  if (extension.message.variant == functional::OperationVariant::kSpa) {
    offset_warnings_.add(static_cast<std::uint64_t>(std::popcount(extension.response.registers.back()[2])));
  }
  const Cycles start = slot_.earliest(now);
  const machine::Subcycles cost =
      std::max(machine::work_at_rate(subspans, parameters_.subspans_per_cycle), machine::subcycles(Cycles{1}));
  const machine::Subcycles begin = slot_.claim(start, cost);
  cycles_.work(begin, slot_.free_at());
  queue_.emplace_back(Entry{PayloadRef{payload}, now, slot_.busy_until() - Cycles{1} + parameters_.latency});
  occupancy_.set_level(now, queue_.size());
}

void PixelCoverageUnit::advance() {
  if (advancing_) return;
  advancing_ = true;
  try {
    for (;;) {
      if (respond()) continue;
      if (port.waiting() == nullptr || queue_.size() == parameters_.queue) break;
      accept(*port.waiting());
      port.take_waiting();
    }
  } catch (...) {
    simulation_.fail();
  }
  advancing_ = false;
  account();
  if (!queue_.empty() && !responding_) wake_.at(queue_.front().ready);
}

bool PixelCoverageUnit::respond() {
  const Cycles now = simulation_.clock.now();
  if (queue_.empty() || responding_ || queue_.front().ready > now) return false;
  responding_ = true;
  messages_.add();
  latency_.add((now - queue_.front().accepted_at).value());
  const PayloadRef payload = queue_.front().payload;
  if (port.respond(*payload)) pop();
  return !responding_;
}

void PixelCoverageUnit::ended() {
  pop();
  advance();
}

void PixelCoverageUnit::pop() {
  responding_ = false;
  queue_.pop_front();
  occupancy_.set_level(simulation_.clock.now(), queue_.size());
}

void PixelCoverageUnit::account() {
  const QueryCycle state = responding_      ? QueryCycle::kBlocked
                           : queue_.empty() ? QueryCycle::kIdle
                                            : QueryCycle::kWaiting;
  cycles_.enter(simulation_.clock.now(), state);
}

}  // namespace texpipe::timing
