#include "timing/system/system.h"

#include <algorithm>
#include <iostream>

#include "base/diagnostic.h"
#include "machine/graph/cache_surroundings.h"
#include "machine/graph/implementations.h"
#include "machine/graph/machine_graph.h"
#include "machine/graph/places.h"
#include "machine/graph/watchdog_limit.h"
#include "timing/system/make_block.h"

namespace texpipe::timing {

void check_timing(const machine::MachineParameters& machine, SystemTiming timing) {
  if (timing != SystemTiming::kLooselyTimed) return;
  machine::for_each_implementation(machine, [](const std::string& path, machine::BlockKind kind,
                                               const Implementation& chosen) {
    if (chosen.is_model() || !machine::is_in_recurrence(kind)) return;
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.path = path + ".implementation",
                           .problem = "implementation `" + chosen.name + "` in timing loosely_timed is not supported",
                           .hint = "--timing approximately_timed has it"}};
  });
}

namespace {

void print_warning(const std::string& text) {
  std::cerr << "warning: " << text << '\n';
}

/// Whether no block is somebody else's; blocks of kind `but` may be.
bool all_are_models(const machine::MachineParameters& machine, std::optional<machine::BlockKind> but = std::nullopt) {
  bool all = true;
  machine::for_each_implementation(machine,
                                   [&](const std::string&, machine::BlockKind kind, const Implementation& chosen) {
                                     all &= chosen.is_model() || kind == but;
                                   });
  return all;
}

/// The machine, with fixed functions if the workload is a frame and they take time.
machine::MachineParameters drawing(machine::MachineParameters machine, const functional::Workload& workload) {
  machine.draws = workload.ask_for_work != nullptr && machine.slice.frame.enabled;
  return machine;
}

}  // namespace

/// Least bytes of a line of the caches that ask memory.
ByteSize line_before_memory(const machine::MachineParameters& machine) {
  ByteSize line = machine::line_of_data_ports(machine, 0);
  for (std::uint32_t slice = 0; slice < machine.slice.size(); ++slice) {
    const std::vector<machine::LineCacheOf> caches = machine::shared_caches(machine, slice);
    if (!caches.empty()) line = std::min(line, caches.back().parameters.line);
  }
  return line;
}

System::System(const machine::MachineParameters& parameters, functional::Workload& workload,
               const BlockRegistry& blocks, const SystemOptions& options)
    : warned_{options.warned ? options.warned : print_warning},
      strict_reports_{warned_},
      simulation_{SimulationOptions{
          .clock = parameters.clock,
          .watchdog_limit = options.watchdog_limit.value_or(machine::default_watchdog_limit(parameters)),
          .check_protocols = options.check_protocols,
          .shuffle_seed = options.shuffle_seed,
          .intervals = options.intervals,
          .line_levels = machine::line_levels(parameters),
          .alone = all_are_models(parameters),
          .record_handshakes = options.record_handshakes}},
      machine_{drawing(parameters, workload)},
      bytes_{*workload.memory},
      implementation_{parameters.memory.implementation.name},
      line_{line_before_memory(parameters)} {
  const machine::MachineParameters& machine = machine_;
  machine::for_each_implementation(
      machine, [&blocks](const std::string& path, machine::BlockKind kind, const Implementation& chosen) {
        blocks.check(kind, chosen.name, path);
      });
  check_timing(machine, options.timing);
  const bool loosely = options.timing == SystemTiming::kLooselyTimed;
  if (loosely) recurrence_ = std::make_unique<RecurrenceDriver>("recurrence", simulation_, machine);
  for (std::uint32_t slice = 0; slice < machine.slice.size(); ++slice) {
    std::optional<machine::Tlb>& tlb = tlbs_.emplace_back();
    if (loosely || !machine.slice[slice].tlb.enabled) continue;
    tlb.emplace(machine.slice[slice].tlb,
                simulation_.statistics.group(machine::slice_path(machine, slice) + ".tlb", machine::kTlbDescription));
  }
  const BuildContext context{simulation_,
                             workload,
                             blocks,
                             options.detail,
                             machine,
                             tlbs_,
                             recurrence_.get(),
                             static_cast<BuildOrder>(options.build_order)};
  if (machine.slice.size() > 1)
    for (const machine::SubslicePlace& subslice : machine::subslices_of(machine))
      simulation_.events.subslices.push_back(subslice.path);
  std::vector<BuildStep> steps{[&] { make_slices(context); }};
  if (!loosely) {
    steps.insert(steps.begin(), [&] {
      const BlockMaker make{blocks, simulation_, ""};
      memory_ = make.block<machine::BlockKind::kMemory>("memory", machine.memory, *workload.memory);
      if (const std::uint32_t requesters = machine::memory_requesters(machine); requesters > 1)
        memory_ports_ = std::make_unique<JoinedPorts>("memory_ports", simulation_, requesters, *memory_);
    });
  }
  const std::vector<machine::LineCacheOf> behind = machine::caches_behind_slices(machine);
  if (!loosely && !behind.empty()) {
    steps.emplace_back([&] {
      for (const machine::LineCacheOf& of : behind)
        behind_slices_.push_back(make_cache({blocks, simulation_, ""}, context, of, 0));
    });
  }
  build(std::move(steps), context.order);
  // All blocks but memory are here, so everything that could end a thread is.
  const bool memory_alone = all_are_models(machine, machine::BlockKind::kMemory);
  simulation_.may_end = [this, memory_alone] { return may_end(memory_alone); };
  simulation_.invalidate = [this](const functional::ReadOnlyCaches& caches) { return invalidate(caches); };
  Sockets sockets;
  for (const auto& slice : slices_) slice->offer(sockets);
  if (memory_ports_) {
    memory_ports_->offer_sockets(sockets, "memory");
  } else if (memory_) {
    memory_->offer_sockets(sockets, "memory");
  }
  for (const CacheBlock& cache : behind_slices_) cache.block->offer_sockets(sockets, std::string{cache.facts->path});
  sockets.bind(simulation_, machine::graph_of(machine));
  if (!loosely && machine.draws) slices_.front()->frame()->bind(sockets, simulation_, machine);
  if (memory_ && memory_->keeps_bytes()) {
    require_writes_of_threads(workload);
    require_caches(machine);
    for_each_cache([](const CacheBlock& cache) { cache.block->write_bytes_back(); });
    to_memory_ = memory_ports_ ? &memory_ports_->to_memory()
                               : &sockets.line_initiator(std::string{last_caches().front()->facts->path});
    load_memory_ = std::make_unique<AtStart>("load_memory", [this] { load(*to_memory_, bytes_, line_); });
  }
}

System::~System() = default;

/// Makes the slices, the first one last: its dispatcher starts the threads of all.
void System::make_slices(const BuildContext& context) {
  const auto count = static_cast<std::uint32_t>(context.machine.slice.size());
  slices_.resize(count);
  const auto make = [&](std::uint32_t slice, const std::vector<const Slice*>& others) {
    slices_[slice] = std::make_unique<Slice>(unit_path("slice", slice, count).c_str(), slice, context, others);
  };
  std::vector<const Slice*> others;
  for (std::uint32_t slice = 1; slice < count; ++slice) {
    make(slice, {});
    others.push_back(slices_[slice].get());
  }
  make(0, others);
}

/// Only writes of threads reach a memory with bytes of its own: what the fixed functions of a frame write does not.
void System::require_writes_of_threads(const functional::Workload& workload) const {
  if (!workload.threads->has_phases()) return;
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.path = "memory.implementation",
                         .problem = "a memory that keeps bytes of its own (`" + implementation_ +
                                    "`) in a run of a frame, whose fixed functions write beside it",
                         .hint = "a memory that keeps no bytes says so (keeps_bytes)"}};
}

/// Caches alone write bytes to a memory that keeps its own.
void System::require_caches(const machine::MachineParameters& machine) const {
  for (std::uint32_t slice = 0; slice < machine.slice.size(); ++slice) {
    if (machine::common_cache(machine, slice)) continue;
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.path = "memory.implementation",
                           .problem = "a memory that keeps bytes of its own (`" + implementation_ +
                                      "`) behind data ports without a cache",
                           .hint = machine::slice_path(machine, slice) + ".l3.enabled: true, or llc.enabled: true"}};
  }
}

/// The caches that ask memory.
std::vector<const CacheBlock*> System::last_caches() const {
  if (!behind_slices_.empty()) return {&behind_slices_.back()};
  std::vector<const CacheBlock*> last;
  for (const auto& slice : slices_)
    if (!slice->caches().empty()) last.push_back(&slice->caches().back());
  return last;
}

SystemRun System::run(const RunControl& control) {
  SystemRun result;
  result.cycles = simulation_.run(control.proceed, control.step);
  result.complete = slices_.front()->dispatcher().is_done();
  if (!result.complete && !simulation_.stopped()) {
    throw Error{ExitCode::kWatchdog, "nothing is left to happen at cycle " + std::to_string(result.cycles.value()) +
                                         ", but " + std::to_string(threads_total() - threads_ended()) +
                                         " threads have not ended\nqueues:\n" + simulation_.watchdog.queues()};
  }
  if (memory_) {
    for_each_cache([](const CacheBlock& cache) { cache.block->write_back_all(); });
    if (FrameParts* const frame = slices_.front()->frame()) frame->write_back_all();
    if (memory_->keeps_bytes()) count_memory_traffic();
    // A stopped run may have writes on their way, which memory lacks.
    if (to_memory_ != nullptr && result.complete) compare(*to_memory_, bytes_, line_);
  }
  end();
  if (simulation_.time_series) simulation_.time_series->finish(result.cycles);
  return result;
}

/// Whether the run is over when only events of foreign modules are pending. When all blocks but memory are the model's,
/// it is: threads that have not ended wait for nothing that could still come.
bool System::may_end(bool memory_alone) const {
  return memory_alone || slices_.front()->dispatcher().is_done();
}

/// Ends the simulation for modules of somebody else's, which close their files and print what they counted.
void System::end() try { sc_core::sc_stop(); } catch (const sc_core::sc_report& report) {
  if (is_of_library(report)) throw;
  throw error_of(report);
}

/// Counts the traffic of a memory that is not the model's: the requests and write-backs of the cache before it. The
/// model's memory counts for itself.
void System::count_memory_traffic() {
  machine::Counter& bytes = simulation_.statistics.group("memory", "memory: " + implementation_)
                                .counter("bytes", machine::StatisticUnit::kBytes,
                                         "bytes read and written, in whole lines of the cache before it");
  for (const CacheBlock* cache : last_caches()) bytes.add(cache->block->bytes_moved());
}

}  // namespace texpipe::timing
