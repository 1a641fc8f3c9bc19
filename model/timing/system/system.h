// A machine description becomes blocks with bound sockets, and executes a workload.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "functional/device/workload.h"
#include "machine/cache/warm_cache.h"
#include "machine/graph/machine_parameters.h"
#include "timing/kernel/kernel.h"
#include "timing/memory/memory_block.h"
#include "timing/recurrence/recurrence_driver.h"
#include "timing/simulation/simulation.h"
#include "timing/system/block_registry.h"
#include "timing/system/slice.h"

namespace texpipe::timing {

/// How samplers, caches and memory are timed: stage by stage and event by event, or by recurrence, message by message.
enum class SystemTiming : std::uint8_t { kApproximatelyTimed, kLooselyTimed };

/// The system's timing of a name that studies give: `loosely_timed`, else approximately timed.
constexpr SystemTiming system_timing(std::string_view name) {
  return name == "loosely_timed" ? SystemTiming::kLooselyTimed : SystemTiming::kApproximatelyTimed;
}

/// Errors: kUnsupported for blocks of somebody else's in a loosely timed machine, whose samplers are recurrences.
void check_timing(const machine::MachineParameters& machine, SystemTiming timing);

struct SystemOptions {
  SystemTiming timing = SystemTiming::kApproximatelyTimed;
  std::optional<Cycles> watchdog_limit{};  // 0: off; none: machine::default_watchdog_limit
  bool check_protocols = false;
  bool record_handshakes = false;
  std::uint32_t intervals = 0;  // of the time series, at least; 0: none
  /// Told the text of each warning that a module of somebody else's reports; none: standard error.
  std::function<void(const std::string&)> warned{};
  /// What recorders ask for beyond the blocks' needs.
  functional::PlanDetail detail = functional::PlanDetail::kFootprints;
  // Neither of these changes a result, and tests hold it to that; 0: as written.
  std::uint64_t shuffle_seed = 0;  // the processes of a cycle run in an order drawn from it
  std::uint32_t build_order = 0;   // blocks are built in an order drawn from it
};

/// What a run tells and asks while it goes on.
struct RunControl {
  Cycles step{1'000};                  // at least, between two calls of `proceed`
  std::function<bool()> proceed = {};  // false: stop here
};

struct SystemRun {
  Cycles cycles;          // of the last event
  bool complete = false;  // every thread ended
};

class System {
 public:
  /// `workload` must outlive the system; its memory is written.
  /// Errors: those of BlockRegistry and check_timing; kInvalidConfiguration for a work group that no subslice holds.
  System(const machine::MachineParameters& machine, functional::Workload& workload, const BlockRegistry& blocks,
         const SystemOptions& options = {});
  ~System();

  /// Runs the workload to its end, or until `proceed` says no, then calls end_of_simulation of all modules. Once per
  /// system. The end is when threads and requests are done, whatever else is pending in modules of somebody else's.
  /// Errors: those of messages; kWatchdog with every queue and its head; kInternalError for broken protocols and
  /// accounts; kMismatch when a memory with bytes of its own ends with others than the model's, and for errors that a
  /// module of somebody else's reports; kUnsupported when such a memory does not hold the bytes of all allocations.
  SystemRun run(const RunControl& control = {});

  /// Brings the tags behind the samplers' first levels to the state that an access to a line leaves, without time or
  /// statistics. See WarmLevels::touch. Caches of somebody else's stay as they are.
  void warm(ByteAddress address, machine::LineUse use, unsigned groups);

  Simulation& simulation() { return simulation_; }
  const machine::StatisticsRegistry& statistics() const { return simulation_.statistics; }
  std::uint64_t threads_ended() const { return slice_->dispatcher().threads_ended(); }
  std::uint64_t threads_total() const { return slice_->dispatcher().threads_total(); }

 private:
  bool may_end(bool memory_alone) const;
  void end();
  /// All that samplers share, from them to memory; approximately timed.
  template <class Visit>
  void for_each_cache(Visit visit) const {
    for (const CacheBlock& cache : slice_->caches()) visit(cache);
    for (const CacheBlock& cache : caches_) visit(cache);
  }
  const CacheBlock& last_cache() const { return caches_.empty() ? slice_->caches().back() : caches_.back(); }
  void count_memory_traffic();
  machine::WarmLevels warm_levels();

  Kernel kernel_;
  StrictReports strict_reports_;
  Simulation simulation_;
  const functional::GpuMemory& bytes_;
  std::string implementation_;       // of memory
  ByteSize line_;                    // of the cache before it
  std::optional<machine::Tlb> tlb_;  // approximately timed, as what follows
  std::unique_ptr<MemoryBlock> memory_;
  std::vector<CacheBlock> caches_;                // behind the slice
  std::unique_ptr<RecurrenceDriver> recurrence_;  // loosely timed: L3 and memory too
  std::unique_ptr<Slice> slice_;
  std::unique_ptr<AtStart> load_memory_;  // after all modules; null where memory keeps no bytes
  MemoryInitiatorBase* to_memory_ = nullptr;
  std::optional<machine::WarmLevels> warm_levels_;  // once warm() was called
};

}  // namespace texpipe::timing
