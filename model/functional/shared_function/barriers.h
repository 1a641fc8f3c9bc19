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
    Meeting& meeting = meetings_[message.group];
    meeting.awaited = threads;
    meeting.waiters.push_back(std::move(waiter));
    return released(message.group, meeting);
  }

  /// A thread of a group ends, and counts as one that has arrived from now on (resolution R62). @return as of `arrive`
  std::vector<Waiter> leave(std::uint32_t group, std::uint32_t group_threads) {
    Meeting& meeting = meetings_[group];
    if (++meeting.ended < group_threads) return released(group, meeting);
    meetings_.erase(group);
    return {};
  }

  /// Groups with threads that wait.
  std::size_t groups() const {
    std::size_t count = 0;
    for (const auto& [group, meeting] : meetings_) count += meeting.waiters.empty() ? 0 : 1;
    return count;
  }
  std::size_t threads() const {
    std::size_t count = 0;
    for (const auto& [group, meeting] : meetings_) count += meeting.waiters.size();
    return count;
  }
  void clear() { meetings_.clear(); }

  /// Which groups wait for threads that have not come, the first eight by number.
  std::string text() const {
    constexpr unsigned kMostNamed = 8;
    std::string all;
    unsigned named = 0;
    for (const auto& [group, meeting] : meetings_) {
      const auto& waiters = meeting.waiters;
      if (waiters.empty()) continue;
      if (named++ == kMostNamed) return all + " and others";
      all += (all.empty() ? "" : ", ") + std::string{"work group "} + std::to_string(group) + " with " +
             std::to_string(waiters.size()) + " of its threads";
    }
    return all.empty() ? "no group waits" : all + (named == 1 ? " waits" : " wait") + " for the others";
  }

 private:
  struct Meeting {
    std::vector<Waiter> waiters{};
    std::uint32_t awaited = 0;  // threads that have to arrive
    std::uint32_t ended = 0;
  };

  std::vector<Waiter> released(std::uint32_t group, Meeting& meeting) {
    if (meeting.waiters.empty() || meeting.waiters.size() + meeting.ended < meeting.awaited) return {};
    std::vector<Waiter> waiters = std::move(meeting.waiters);
    meeting.waiters.clear();
    if (meeting.ended == 0) meetings_.erase(group);
    return waiters;
  }

  std::map<std::uint32_t, Meeting> meetings_;  // by group
};

}  // namespace texpipe::functional
