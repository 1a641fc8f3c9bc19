#include "rtl_cosim/verilated/memory_port.h"

#include <algorithm>
#include <utility>

#include "base/diagnostic.h"
#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

MemoryPort::MemoryPort(Read read, unsigned bytes, MemoryPortTiming timing, std::uint64_t seed)
    : read_{std::move(read)}, bytes_{bytes}, timing_{timing}, seed_{seed} {}

bool MemoryPort::ready() const {
  return pending_.size() < timing_.slots && mixed(seed_, 2 * cycle_) % 100 >= timing_.busy_percent;
}

void MemoryPort::request(std::uint64_t address, std::uint64_t tag) {
  if (asked_ || !ready()) {
    throw Error{ExitCode::kInternalError, asked_ ? "the adapter asks a MemoryPort twice in a cycle"
                                                 : "the adapter asks a MemoryPort that is not ready"};
  }
  asked_ = true;
  Pending pending{.due = cycle_ + std::max(1u, timing_.latency), .answer = {tag, std::vector<std::byte>(bytes_)}};
  if (timing_.spread != 0) pending.due += mixed(seed_, 2 * cycle_ + 1) % (timing_.spread + 1);
  read_(address, pending.answer.data);
  pending_.push_back(std::move(pending));
}

const MemoryPort::Answer* MemoryPort::answer() const {
  return pending_.empty() || pending_.front().due > cycle_ ? nullptr : &pending_.front().answer;
}

void MemoryPort::clock(bool answer_taken) {
  if (answer_taken && answer() != nullptr) pending_.pop_front();
  asked_ = false;
  ++cycle_;
}

void MemoryPort::reset() {
  pending_.clear();
  asked_ = false;
}

}  // namespace texpipe::rtl_cosim
