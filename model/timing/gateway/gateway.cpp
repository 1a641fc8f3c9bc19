#include "timing/gateway/gateway.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace texpipe::timing {

namespace {

enum class GatewayCycle : std::uint8_t { kNotifying, kWaiting, kIdle };

constexpr EnumRow kGatewayCycles[] = {
    {0, "notifying", "a barrier is complete, and its threads are told"},
    {1, "waiting", "threads wait at a barrier for others of their group"},
    {2, "idle", "no thread is at a barrier"},
};

}  // namespace

Gateway::Gateway(sc_core::sc_module_name name, Simulation& simulation, const machine::GatewayParameters& parameters)
    : sc_module{name},
      port{"messages", {[this](Payload& payload) { return offered(payload); }, [this] { ended(); }}},
      simulation_{simulation},
      parameters_{parameters},
      cycles_{simulation.statistics.group(this->name(), "gateway: barriers of work groups")
                  .account("cycles", "what the gateway did", EnumRows{"gateway cycle", kGatewayCycles})},
      messages_{simulation.statistics.group(this->name())
                    .counter("messages", machine::StatisticUnit::kMessages, "threads that came to a barrier")},
      complete_{simulation.statistics.group(this->name())
                    .counter("barriers", machine::StatisticUnit::kEvents, "barriers that all threads reached")},
      wait_{simulation.statistics.group(this->name())
                .histogram("wait", machine::StatisticUnit::kCycles, "thread at a barrier to told")} {
  simulation.watchdog.add({std::string{this->name()} + ".barriers", 0,
                           [this] { return std::uint64_t{barriers_.threads() + answers_.size()}; },
                           [this] { return barriers_.text(); }});
  simulation.thread_end_listeners.emplace_back([this](const functional::Message& message) { thread_ended(message); });
}

bool Gateway::offered(Payload& payload) {
  MessageExtension& extension = message_of(payload);
  const Cycles now = simulation_.clock.now();
  extension.accepted_at = now;
  messages_.add();
  answer(barriers_.arrive(extension.message, PayloadRef{payload}));
  account();
  return true;
}

void Gateway::thread_ended(const functional::Message& message) {
  if (message.group_threads == 1) return;
  answer(barriers_.leave(message.group, message.group_threads));
  account();
}

/// Answers the threads of a barrier that is complete.
void Gateway::answer(std::vector<PayloadRef> released) {
  if (released.empty()) return;
  complete_.add();
  for (PayloadRef& waiter : released) {
    next_answer_ = std::max(next_answer_ + parameters_.notify_interval, simulation_.clock.now() + parameters_.latency);
    answers_.push_back({std::move(waiter), next_answer_});
  }
  if (!responding_) wake_.at(answers_.front().ready);
}

void Gateway::advance() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    while (!responding_ && !answers_.empty() && answers_.front().ready <= now) {
      responding_ = true;
      const PayloadRef payload = answers_.front().payload;
      wait_.add((now - message_of(*payload).accepted_at).value());
      answers_.front().payload = PayloadRef{};
      answers_.pop_front();
      if (port.respond(*payload)) responding_ = false;
    }
    if (!responding_ && !answers_.empty()) wake_.at(answers_.front().ready);
    account();
  });
}

void Gateway::ended() {
  responding_ = false;
  if (!answers_.empty()) wake_.at(std::max(answers_.front().ready, simulation_.clock.now()));
  account();
}

void Gateway::account() {
  cycles_.enter(simulation_.clock.now(), !answers_.empty() || responding_ ? GatewayCycle::kNotifying
                                         : barriers_.groups() != 0        ? GatewayCycle::kWaiting
                                                                          : GatewayCycle::kIdle);
}

}  // namespace texpipe::timing
