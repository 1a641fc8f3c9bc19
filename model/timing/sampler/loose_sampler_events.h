// Events of a loosely timed sampler: the same as those of the stages that its recurrence replaces.
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

/// Brings the recurrence's news into the order of time and publishes them on the channels of the approximately timed
/// blocks: late, but before the message to which they belong is ended.
class LooseSamplerEvents final : public machine::SamplerWatcher {
 public:
  /// @param path  path of the sampler
  LooseSamplerEvents(Simulation& simulation, const std::string& path);

  /// Drops news that no listener asks for from now on. To be called when all listeners are there.
  void leave_out_unwanted() { details_wanted_ = simulation_.events.sampler_details_wanted(); }

  void accepted(SamplerWork& work, Cycles now);
  /// Tells that the oldest message is ended; the recurrence knows of it.
  void ended(SamplerWork& work, Cycles responded_at, Cycles now);
  /// Publishes everything before `end`, up to which the recurrence has been moved on.
  void publish_before(Cycles end);

  void emitted(bool last, Cycles ready, Cycles at) override;
  void left(machine::BlockKind stage, const Passage& passage) override;
  void looked_up(const functional::Footprint& footprint, machine::LineKey key, machine::LineLookup result,
                 Cycles at) override;
  void requested(Cycles at) override { level(kFills, Change::kUp, at); }
  void filled(machine::LineKey key, Cycles asked, Cycles at) override;
  void entered_writeback(Cycles at) override { level(kWriteback, Change::kUp, at); }

 private:
  // Queues by number: those of the stages, from the front end to the writeback, then L1's miss registers.
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
    std::uint64_t number = 0;  // number of the footprint or the line
    const functional::Footprint* footprint = nullptr;
    const SamplerWork* work = nullptr;
    Cycles entered;  // for a line: when it was asked for
    Passage passage{};
  };

  /// An element of `pending_`, by its time; of equal times in the order in which they were told.
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
  Ring<SamplerWork*> emitting_;  // messages that were accepted and are not passed on by the front end
  std::uint32_t subspan_ = 0;    // subspan of the next footprint, in the oldest of these messages
  std::uint32_t footprint_ = 0;
  // footprints that the front end passed on and that have not left the last stage
  Ring<FootprintExtension> footprints_;
  std::uint64_t first_ = 0;                    // number of the oldest of these footprints
  std::array<std::uint64_t, kQueues> next_{};  // by queue of a stage: number of the next footprint to leave it
  std::array<Ring<Cycles>, kQueues> entered_;  // by queue of a stage: times at which footprints inside entered
  std::vector<Pending> pending_;
  std::vector<std::uint32_t> free_;  // unused places of pending_
  std::vector<Due> due_;             // heap with the earliest in front
  std::uint64_t told_ = 0;
};

}  // namespace texpipe::timing
