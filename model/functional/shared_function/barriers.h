// Barriers of the gateway (specification/messages 6): threads of a work group that arrived wait for the others.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "functional/message/message.h"

namespace texpipe::functional {

/// Threads that have to arrive at the barrier that a message to the gateway names: those of its group, or as many as
/// its payload counts. Errors: kUnsupported, naming it, for what is no barrier; kMalformedInput for a payload that is
/// not one register or counts none.
std::uint32_t barrier_threads(const Message& message);

/// Barriers of the groups that run. A group has one at a time; it can be used again when all threads have arrived.
template <class Waiter>
class Barriers {
 public:
  /// A thread arrives. @return all that arrived, it included and in their order, when it is the last one; else nothing.
  /// Errors: those of barrier_threads.
  std::vector<Waiter> arrive(const Message& message, Waiter waiter) {
    const std::uint32_t threads = barrier_threads(message);
    std::vector<Waiter>& waiters = waiting_[message.group];
    waiters.push_back(std::move(waiter));
    if (waiters.size() < threads) return {};
    std::vector<Waiter> released = std::move(waiters);
    waiting_.erase(message.group);
    return released;
  }

  std::size_t groups() const { return waiting_.size(); }
  std::size_t threads() const {
    std::size_t count = 0;
    for (const auto& [group, waiters] : waiting_) count += waiters.size();
    return count;
  }
  void clear() { waiting_.clear(); }

  /// Which groups wait for threads that have not come, the first eight by number.
  std::string text() const {
    constexpr unsigned kMostNamed = 8;
    std::string all;
    unsigned named = 0;
    for (const auto& [group, waiters] : waiting_) {
      if (waiters.empty()) continue;
      if (named++ == kMostNamed) return all + " and others";
      all += (all.empty() ? "" : ", ") + std::string{"work group "} + std::to_string(group) + " with " +
             std::to_string(waiters.size()) + " of its threads";
    }
    return all.empty() ? "no group waits" : all + (named == 1 ? " waits" : " wait") + " for the others";
  }

 private:
  std::map<std::uint32_t, std::vector<Waiter>> waiting_;  // by group
};

}  // namespace texpipe::functional
