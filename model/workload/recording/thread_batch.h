// Threads of a recording: what each of them issued, instruction by instruction, and the messages that it sent.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "functional/execution/eu_program.h"
#include "workload/recording/plan_columns.h"

namespace texpipe::study {

/// Places of quads in their thread's dispatch: the slot of the pixel coverage unit is known when the thread starts.
using QuadPlaces = std::array<std::uint8_t, 8>;
inline constexpr std::uint8_t kNoPlace = 0xFF;  // a slot that does not exist

/// True for queries of subspans in flight, which name the slots of their quads.
bool goes_to_pixel_coverage(const functional::Message& message);

/// The slots that such a message names: its own, or of SPA those in its payload (spa_message.h). Errors: Error
/// (kMalformedInput) for a payload without them.
std::array<std::uint32_t, 8>& quad_slots(functional::Message& message);
const std::array<std::uint32_t, 8>& quad_slots(const functional::Message& message);

/// Parts that messages of one kind have in common: all but mask, payload and slots.
struct MessageKind {
  functional::MessageSend send;  // without payload; a ticket of 0 stands for any
  std::uint16_t registers = 0;   // of the payload
};

using StepWords = std::array<std::uint32_t, 6>;
using KindWords = std::array<std::uint32_t, 6>;
using EntryWords = std::array<std::uint32_t, 3>;

/// An instruction in its thread's path. Its tickets count the thread's messages with one from 0.
struct PathEntry {
  std::uint32_t step = 0;
  std::uint32_t message = 0;  // 0: sends nothing, else one more than its kind
  std::uint32_t awaits = 0;   // 0: no ticket, else one more than the number of its list
};

/// A context as numbers. Subspans in flight are not part of it.
using ContextWords = std::array<std::uint64_t, 10>;
ContextWords context_words(const functional::MessageContext& context);

/// State that messages refer to, each once; it stays in place.
class ContextTable {
 public:
  /// Places that every context names; null: nothing.
  struct Places {
    const functional::CoverageStore* coverage = nullptr;
    functional::Urb* urb = nullptr;
    functional::PixelWrites* pixels = nullptr;
  };
  explicit ContextTable(const functional::CoverageStore* coverage = nullptr) : places_{.coverage = coverage} {}
  explicit ContextTable(const Places& places) : places_{places} {}

  /// Errors: kMalformedInput for numbers that are no context's.
  const functional::MessageContext* find(const ContextWords& words, const std::string& name);

 private:
  Places places_;
  std::map<ContextWords, std::unique_ptr<functional::MessageContext>> contexts_;
};

/// Whether a batch has what the sampler planned for its messages.
enum class Plans : std::uint8_t { kNone, kRead };

/// Work groups that follow each other, checked: every number in it names something, every path ends with the end of its
/// thread and only there.
class ThreadBatch {
 public:
  /// @param contexts  gets those of the batch that it does not have yet
  /// @param places    messages name their quads' places
  /// Errors: kMalformedInput.
  ThreadBatch(const nlohmann::json& content, unsigned threads_per_group, bool places, Plans plans,
              ContextTable& contexts, const std::string& name);

  unsigned first_group() const { return first_group_; }
  unsigned groups() const { return groups_; }

  struct Thread {
    std::uint64_t first_entry = 0;  // of its path, in `entry`
    std::uint64_t entries = 0;
    std::uint64_t first_message = 0;
    std::uint64_t first_register = 0;
    std::uint64_t first_plan = 0;
  };
  const Thread& thread(unsigned group, unsigned index) const {
    return threads_[std::uint64_t{group - first_group_} * threads_per_group_ + index];
  }
  std::span<const Thread> threads() const { return threads_; }
  std::uint64_t messages() const { return masks_.size(); }
  std::uint64_t footprints() const { return plans_ ? plans_->footprints_added() : 0; }
  /// The plan of a message that has_plan(), counted among those; null where plans were not read.
  const functional::PlannedMessage* plan(std::uint64_t number) const { return plans_ ? &(*plans_)[number] : nullptr; }

  const PathEntry& entry(std::uint64_t index) const { return entries_[path_[index]]; }
  /// Number of instructions before the next one that sends.
  std::uint32_t before_send(std::uint64_t index) const { return before_send_[index]; }
  const functional::EuStep& step(const PathEntry& entry) const { return steps_[entry.step]; }
  const MessageKind& kind(const PathEntry& entry) const { return kinds_[entry.message - 1]; }
  std::span<const std::uint32_t> awaited(const PathEntry& entry) const {
    if (entry.awaits == 0) return {};
    return std::span{awaited_}.subspan(awaits_[entry.awaits - 1], awaits_[entry.awaits] - awaits_[entry.awaits - 1]);
  }
  std::uint32_t mask(std::uint64_t message) const { return masks_[message]; }
  const QuadPlaces& places(std::uint64_t message) const { return places_[message]; }
  std::span<const functional::Grf> payload(std::uint64_t first, std::uint16_t count) const {
    return std::span{payload_}.subspan(first, count);
  }

 private:
  void read_kinds(const nlohmann::json& content, ContextTable& contexts, const std::string& name);
  void read_paths(const nlohmann::json& content, const std::string& name);
  void read_threads(const nlohmann::json& content, bool places, Plans plans, const std::string& name);

  unsigned first_group_ = 0;
  unsigned groups_ = 0;
  unsigned threads_per_group_;
  std::vector<functional::EuStep> steps_;
  std::vector<MessageKind> kinds_;
  std::vector<std::uint32_t> awaits_;   // where each list starts in awaited_, and the end
  std::vector<std::uint32_t> awaited_;  // tickets
  std::vector<PathEntry> entries_;
  std::vector<std::uint32_t> path_starts_;  // in path_, and the end
  std::vector<std::uint32_t> path_;         // numbers of entries_, path after path
  std::vector<std::uint32_t> before_send_;  // of each of path_
  std::vector<Thread> threads_;
  std::vector<std::uint32_t> masks_;  // of each message
  std::vector<QuadPlaces> places_;    // of each message, of batches that have them
  std::vector<functional::Grf> payload_;
  std::unique_ptr<functional::PlannedMessages> plans_;
};

/// Collects threads until there are enough for a batch.
class ThreadBatchBuilder {
 public:
  /// One instruction of the current thread.
  /// @param awaited  tickets, as the program numbers them
  /// @param sent     null: it sends nothing
  /// @param memory  as it is before the message
  void add(const functional::EuStep& step, std::span<const std::uint32_t> awaited, const functional::MessageSend* sent,
           const QuadPlaces* places, const functional::GpuMemory& memory);
  void end_thread();
  void end_group() { ++groups_; }

  bool enough() const { return bytes_ + plans_.bytes() >= kEnough || groups_ >= kMostGroups; }
  bool empty() const { return groups_ == 0; }
  std::uint64_t instructions() const { return instructions_; }  // of all batches
  std::uint64_t messages() const { return messages_; }
  std::uint64_t footprints() const { return plans_.footprints(); }
  unsigned first_group() const { return first_group_; }
  unsigned groups() const { return groups_; }
  /// Plan of the message that was added last, of which has_plan() is true.
  const functional::SamplerOutcome& last_plan() const { return plans_.last(); }

  /// The batch so far, which is begun anew.
  nlohmann::json take();

 private:
  static constexpr std::uint64_t kEnough = 1 << 20;
  static constexpr unsigned kMostGroups = 4096;

  /// Different values with their numbers, in order of first appearance.
  template <class Value>
  struct Table {
    std::map<Value, std::uint32_t> numbers;
    std::vector<Value> values;

    std::uint32_t operator()(const Value& value) {
      const auto [found, fresh] = numbers.try_emplace(value, static_cast<std::uint32_t>(values.size()));
      if (fresh) values.push_back(value);
      return found->second;
    }
  };

  std::uint32_t kind_of(const functional::MessageSend& sent);
  std::uint32_t awaits_of(std::span<const std::uint32_t> awaited);

  Table<StepWords> steps_;
  Table<KindWords> kinds_;
  Table<ContextWords> contexts_;
  Table<std::vector<std::uint32_t>> awaits_;
  Table<EntryWords> entries_;
  Table<std::vector<std::uint32_t>> paths_;
  std::vector<std::uint32_t> threads_;  // path of each
  std::vector<std::uint32_t> masks_;
  std::vector<QuadPlaces> places_;
  std::vector<functional::Grf> payload_;
  PlanColumns plans_;
  unsigned first_group_ = 0;
  unsigned groups_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint64_t messages_ = 0;

  // Path of the thread that is recorded.
  std::vector<std::uint32_t> path_;
  std::map<std::uint32_t, std::uint32_t> tickets_;  // of the program: how many were before
  std::uint32_t next_ticket_ = 0;
  std::vector<bool> waited_;  // by ticket: an earlier instruction waits for it
};

}  // namespace texpipe::study
