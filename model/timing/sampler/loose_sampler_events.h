// The events of a loosely timed sampler: those of the stages that its recurrence stands for.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "base/ring.h"
#include "machine/blocks/block_facts.h"
#include "machine/recurrence/sampler_watcher.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// Brings what the recurrence tells into the order of time and publishes it on the channels of the approximately timed
/// blocks: late, but before the message that it belongs to is ended.
class LooseSamplerEvents final : public machine::SamplerWatcher {
 public:
  /// @param path  of the sampler
  LooseSamplerEvents(Simulation& simulation, const std::string& path);

  /// When all listeners are there: what none of them asks for is not kept.
  void leave_out_unwanted() { details_wanted_ = simulation_.events.sampler_details_wanted(); }

  void accepted(SamplerWork& work, Cycles now);
  /// The oldest message is ended, and the recurrence knows of it.
  void ended(SamplerWork& work, Cycles responded_at, Cycles now);
  /// Publishes what happened before `end`; the recurrence has been moved on so far.
  void publish_before(Cycles end);

  void emitted(bool last, Cycles ready, Cycles at) override;
  void left(machine::BlockKind stage, const Passage& passage) override;
  void looked_up(const functional::Footprint& footprint, machine::LineKey key, machine::LineLookup result,
                 Cycles at) override;
  void requested(Cycles at) override { level(kFills, Change::kUp, at); }
  void filled(machine::LineKey key, Cycles asked, Cycles at) override;
  void entered_writeback(Cycles at) override { level(kWriteback, Change::kUp, at); }

 private:
  // Queues: those of the stages by their number, from the front end to the writeback, and L1's miss registers.
  static constexpr std::size_t kFrontEnd = machine::stage_number(machine::BlockKind::kFrontEnd),
                               kWriteback = machine::stage_number(machine::BlockKind::kWriteback),
                               kFills = machine::kSamplerStages.size(), kQueues = kFills + 1;

  enum class Kind : std::uint8_t { kUp, kDown, kLeft, kLookup, kFill, kFrontEndLeft };
  using Change = Kind;

  struct Pending {
    Cycles at;
    Kind kind = Kind::kUp;
    std::uint8_t queue = 0;
    machine::LineLookup result = machine::LineLookup::kHit;
    std::uint64_t number = 0;  // of the footprint, or of the line
    const functional::Footprint* footprint = nullptr;
    const SamplerWork* work = nullptr;
    Cycles entered;  // of a line: asked
    Passage passage{};
  };

  /// A place of `pending_`: in the order of time, of equals as they were told.
  struct Due {
    Cycles at;
    std::uint64_t order = 0;
    std::uint32_t place = 0;
    bool operator<(const Due& other) const { return std::tie(other.at, other.order) < std::tie(at, order); }
  };

  void add(const Pending& pending);
  void level(std::size_t queue, Change change, Cycles at);
  void publish(const Pending& pending);

  Simulation& simulation_;
  bool details_wanted_ = true;
  std::array<ChannelId, kQueues> channels_;
  ChannelId lookups_;
  std::array<std::uint64_t, kQueues> levels_{};
  Ring<SamplerWork*> emitting_;  // accepted, and not passed on by the front end
  std::uint32_t subspan_ = 0;    // of the oldest of these, the next footprint
  std::uint32_t footprint_ = 0;
  Ring<FootprintExtension> footprints_;        // passed on, and not told to have left the last stage
  std::uint64_t first_ = 0;                    // number of the oldest one
  std::array<std::uint64_t, kQueues> next_{};  // by queue of a stage: the number of the next one to leave
  std::array<Ring<Cycles>, kQueues> entered_;  // the same: of those inside
  std::vector<Pending> pending_;
  std::vector<std::uint32_t> free_;  // places of these
  std::vector<Due> due_;             // a heap, the first one in front
  std::uint64_t told_ = 0;
};

}  // namespace texpipe::timing
