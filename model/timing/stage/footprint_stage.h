// Base of the sampler's pipeline stages: slots, acceptance, back-pressure, latency, issue, cycle account.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "machine/stage/stage_statistics.h"
#include "machine/statistics/issue_slot.h"
#include "timing/stage/footprint_block.h"

namespace texpipe::timing {

/// An in-order stage. A footprint takes a slot when it is accepted, issues when the issue slot is free, may leave
/// `latency` cycles after the last cycle of its service and when its conditions are met, and frees its slot when the
/// next stage takes it. A slot freed at t is filled at t. A footprint needs one timed event at most, and none while
/// neighbours and issue slot are free.
class FootprintStage : public FootprintBlock {
 public:
  void expect(std::uint32_t footprints) override;

 protected:
  /// @param latency  cycles from the last cycle of service to departure, at least 1
  FootprintStage(sc_core::sc_module_name name, Simulation& simulation, std::string_view description,
                 std::uint32_t slots, Cycles latency);

  /// Number of a footprint in the order of acceptance.
  using Sequence = std::uint64_t;

  enum class Start : std::uint8_t { kDone, kContinues, kStalledByMiss };

  /// First cycle, `now` or later, in which the footprint can issue. Asked once, and again after start() returned
  /// kContinues.
  virtual Cycles earliest(const FootprintExtension&, Cycles now) { return slot_.earliest(now); }

  /// Time for which the footprint takes the issue slot. Called once, when it issues.
  virtual machine::Subcycles interval(const FootprintExtension& footprint) = 0;

  /// Cycles that this footprint needs beyond the stage's latency.
  virtual Cycles extra_latency(const FootprintExtension&) { return {}; }

  /// Called when the footprint is about to issue. kStalledByMiss keeps it there until retry(); kContinues keeps it
  /// there until the issue slot, which serve() gave it, is free.
  virtual Start start(FootprintExtension&, Sequence) { return Start::kDone; }

  /// Gives the footprint that is about to issue the issue slot for some of its work. To be called in start().
  void serve(machine::Subcycles work);
  /// Lets no more than one footprint enter in a cycle. To be called by the constructor.
  void take_one_a_cycle() { one_a_cycle_ = true; }
  /// Adds a condition that must be met before the footprint may leave. To be called in start().
  void hold(Sequence sequence) { ++entry(sequence).conditions; }
  /// Notes a condition that is met in the cycle in which it is found; may be called in start(), too.
  void meet_at_once(Sequence sequence) { entry(sequence).met = now(); }
  /// Notes that one condition is met.
  void meet(Sequence sequence);
  /// Whether the footprint is the oldest one held; oldest_since() says since when.
  bool is_oldest(Sequence sequence) const { return count_ > 0 && sequence == head_; }
  Sequence oldest() const { return head_; }
  Cycles oldest_since() const { return last_left_; }
  /// When a footprint issued; none when it has not.
  std::optional<Cycles> issued_at(Sequence sequence) const {
    if (sequence - head_ >= issued_) return std::nullopt;
    return entries_[sequence & (entries_.size() - 1)].issued;
  }
  /// Number of conditions that are not met.
  std::uint32_t conditions_of(Sequence sequence) const { return entries_[sequence & (entries_.size() - 1)].conditions; }
  /// Tries again to issue: the reason for which start() stalled may be gone.
  void retry();

  const machine::IssueSlot& issue_slot() const { return slot_; }
  machine::StatisticsGroup& statistics() { return statistics_; }
  /// Adds the statistic of a stage whose footprints may be held for lines that are missing.
  void waits_for_lines() { counts_.waits_for_lines(statistics_); }

  // Entry points for stages that make footprints from other work (address generator: from subspans).
  bool offered(Payload& footprint) override;
  /// Takes waiting work as far as there are slots. Returns whether any was taken.
  virtual bool accept();
  /// Gives the footprint a slot, which must be free.
  void push(Payload& footprint);
  bool full() const { return count_ == slots_; }
  /// Whether a footprint can come now.
  bool has_place() const { return !full() && now() >= enters_from_; }
  /// Lets all footprints leave, issue or enter that can do so at this time.
  void advance();
  bool advancing() const { return advancing_; }

 private:
  struct Entry {
    PayloadRef payload;
    FootprintExtension* footprint = nullptr;  // the payload's
    Cycles entered;
    Cycles issued;
    Cycles ready;
    Cycles met;  // when its last condition was met
    std::uint32_t conditions = 0;
  };

  void taken() override;

  bool depart();
  bool issue();
  void pop();
  void account();
  void schedule();
  void publish_level();

  Entry& entry(Sequence sequence) { return entries_[sequence & mask_]; }
  Entry& head() { return entry(head_); }

  machine::StatisticsGroup& statistics_;
  machine::StageStatistics counts_;
  ChannelId channel_;
  Cycles latency_;
  machine::IssueSlot slot_;
  std::uint32_t slots_;
  std::vector<Entry> entries_;  // ring, by sequence: a power of two, at least the slots
  Sequence mask_;               // of indices into entries_
  Sequence head_ = 0;           // the oldest that is held
  Cycles last_left_;            // when the footprint before it left
  std::uint32_t count_ = 0;     // footprints that are held
  std::uint32_t told_ = 0;      // the number of them that was told to the occupancy
  std::uint32_t issued_ = 0;    // footprints of those held that issued
  std::uint64_t upstream_ = 0;  // footprints in the sampler that are not yet accepted here
  bool blocked_ = false;        // the head is offered and not taken
  Cycles issue_at_;             // earliest issue of the next footprint, while it is known
  bool issue_known_ = false;
  bool stalled_ = false;  // start() has stalled
  bool one_a_cycle_ = false;
  Cycles enters_from_;  // first cycle in which the next footprint may enter
  bool advancing_ = false;
  bool again_ = false;
  Wake wake_{simulation().agenda, wakes<&FootprintStage::advance>(*this)};
};

}  // namespace texpipe::timing
