// System: makes blocks with bound sockets from the description of a machine, and executes a workload on them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "functional/device/workload.h"
#include "machine/cache/warm_cache.h"
#include "machine/graph/machine_parameters.h"
#include "machine/graph/tag_levels.h"
#include "timing/kernel/kernel.h"
#include "timing/memory/joined_ports.h"
#include "timing/memory/memory_block.h"
#include "timing/recurrence/recurrence_driver.h"
#include "timing/simulation/simulation.h"
#include "timing/system/block_registry.h"
#include "timing/system/slice.h"

namespace texpipe::timing {

/// Timing of samplers, caches and memory: stage by stage and event by event, or by recurrence, message by message.
enum class SystemTiming : std::uint8_t { kApproximatelyTimed, kLooselyTimed };

/// The system's timing for the name that studies give: `loosely_timed`, else approximately timed.
constexpr SystemTiming system_timing(std::string_view name) {
  return name == "loosely_timed" ? SystemTiming::kLooselyTimed : SystemTiming::kApproximatelyTimed;
}

/// Checks that a machine can have a timing. Errors: kUnsupported for blocks of somebody else's in a loosely timed
/// machine, whose samplers are recurrences.
void check_timing(const machine::MachineParameters& machine, SystemTiming timing);

struct SystemOptions {
  SystemTiming timing = SystemTiming::kApproximatelyTimed;
  std::optional<Cycles> watchdog_limit{};  // 0: no watchdog; none: machine::default_watchdog_limit
  bool check_protocols = false;
  bool record_handshakes = false;
  std::uint32_t intervals = 0;  // least number of intervals of the time series; 0: no time series
  /// Called with the text of each warning that a module of somebody else's reports; none: it goes to standard error.
  std::function<void(const std::string&)> warned{};
  /// Details that recorders ask for beyond the blocks' needs.
  functional::PlanDetail detail = functional::PlanDetail::kFootprints;
  // Neither of these changes a result, and tests hold the model to that; 0: the order as written.
  std::uint64_t shuffle_seed = 0;  // not 0: the processes of a cycle run in an order drawn from it
  std::uint32_t build_order = 0;   // not 0: blocks are built in an order drawn from it
};

/// Control of a run while it goes on.
struct RunControl {
  Cycles step{1'000};                  // least cycles between two calls of `proceed`
  std::function<bool()> proceed = {};  // returns false to stop the run here
};

struct SystemRun {
  Cycles cycles;          // cycle of the last event
  bool complete = false;  // whether every thread ended
};

class System {
 public:
  /// `workload` must outlive the system; its memory is written.
  /// Errors: those of BlockRegistry and check_timing; kInvalidConfiguration for a work group that no subslice holds.
  System(const machine::MachineParameters& machine, functional::Workload& workload, const BlockRegistry& blocks,
         const SystemOptions& options = {});
  ~System();

  /// Runs the workload to its end, or until `proceed` returns false, then calls end_of_simulation of all modules. Once
  /// per system. The run ends when threads and requests are done, whatever else is pending in modules of somebody
  /// else's.
  /// Errors: those of messages; kWatchdog with every queue and its head; kInternalError for broken protocols and
  /// accounts; kMismatch when a memory with bytes of its own ends with other bytes than the model's, and for errors
  /// that a module of somebody else's reports; kUnsupported when such a memory does not hold the bytes of all
  /// allocations.
  SystemRun run(const RunControl& control = {});

  /// Brings the tags behind the samplers' first levels to the state that an access to a line leaves, without time or
  /// statistics. See WarmLevels::touch. Caches of somebody else's stay as they are.
  void warm(ByteAddress address, machine::LineUse use, unsigned groups);
  /// Does so behind the slices alone, with lines that samplers, data ports and fixed functions touch, each for one work
  /// group. Samplers have the numbers of machine::samplers_of. What is in caches of slices and of fixed functions
  /// (those of functional::FrameCache) stands in tags beside the machine, so that threads which run keep their lines.
  void warm_behind_slices(std::span<const machine::WarmAccess> accesses);
  /// Lets caches of slices hold the lines that those tags have used since the last call, and some of fixed functions:
  /// all while no threads run, which have read lines and not yet written.
  void hand_on_warmed(machine::HandedCaches of_frame);
  /// Writes what those tags hold changed of fixed functions back, so that threads which run find it behind the slices.
  void write_back_warmed() {
    if (beside_) beside_->write_back_frame();
  }
  /// Does so with what the machine's own caches of fixed functions hold as well, as a stall does with time.
  void write_back_frame();
  /// Bytes over the memory's data bus that these accesses would have moved.
  std::uint64_t warmed_memory_bytes() const;
  /// Invalidates caches as the command streamer does. @return  lines of them
  std::uint64_t invalidate(const functional::ReadOnlyCaches& caches);

  Simulation& simulation() { return simulation_; }
  const machine::StatisticsRegistry& statistics() const { return simulation_.statistics; }
  /// Accounts of a frame's draws; null: the workload is no frame.
  const machine::DrawAccounts* draw_accounts() const {
    const FrameParts* const frame = slices_.front()->frame();
    return frame != nullptr ? &frame->accounts() : nullptr;
  }
  /// Render target writes that the pixel backend has taken and that are not written.
  std::uint64_t held_writes() const {
    const FrameParts* const frame = slices_.front()->frame();
    return frame != nullptr ? frame->backend().held() : 0;
  }
  std::uint64_t threads_ended() const { return slices_.front()->dispatcher().threads_ended(); }
  /// Those that are known so far.
  std::uint64_t threads_total() const { return slices_.front()->dispatcher().threads_total(); }

 private:
  void require_writes_of_threads(const functional::Workload& workload) const;
  void require_caches(const machine::MachineParameters& machine) const;
  std::vector<const CacheBlock*> last_caches() const;
  bool may_end(bool memory_alone) const;
  void end();
  /// Visits the caches that samplers share, from them to memory; approximately timed machines only.
  template <class Visit>
  void for_each_cache(Visit visit) const {
    for (const auto& slice : slices_)
      for (const CacheBlock& cache : slice->caches()) visit(cache);
    for (const CacheBlock& cache : behind_slices_) visit(cache);
  }
  const CacheBlock& last_cache() const {
    return behind_slices_.empty() ? slices_.front()->caches().back() : behind_slices_.back();
  }
  void make_slices(const BuildContext& context);
  void count_memory_traffic();
  machine::WarmLevels warm_levels();
  machine::WarmLevels& warmed();
  void tell_of_kept_lines() const;

  std::function<void(const std::string&)> warned_;
  bool told_of_kept_lines_ = false;
  Kernel kernel_;
  StrictReports strict_reports_;
  Simulation simulation_;
  machine::MachineParameters machine_;
  const functional::GpuMemory& bytes_;
  std::string implementation_;  // implementation of the memory, by name
  ByteSize line_;               // least bytes of a line of the caches before memory
  // These and the next three only in approximately timed machines.
  std::deque<std::optional<machine::Tlb>> tlbs_;  // by slice
  std::unique_ptr<MemoryBlock> memory_;
  std::unique_ptr<JoinedPorts> memory_ports_;     // null: one block asks memory
  std::vector<CacheBlock> behind_slices_;         // caches, from slices to memory
  std::unique_ptr<RecurrenceDriver> recurrence_;  // exists only in loosely timed machines; moves L3 and memory, too
  std::vector<std::unique_ptr<Slice>> slices_;
  std::unique_ptr<AtStart> load_memory_;  // made after all modules; null where memory keeps no bytes
  MemoryInitiatorBase* to_memory_ = nullptr;
  std::optional<machine::WarmLevels> warm_levels_;  // made when warm() is first called
  std::optional<machine::TagLevels> beside_;        // made when warm_behind_slices() is first called
};

}  // namespace texpipe::timing
