#include "timing/system/system.h"

#include "base/diagnostic.h"
#include "machine/graph/machine_graph.h"
#include "machine/graph/remedies.h"
#include "machine/graph/watchdog_limit.h"

namespace texpipe::timing {

namespace {

/// Samplers, caches and memory of a loosely timed machine are the model's own.
void refuse_foreign(const std::string& path, const std::string& implementation) {
  if (implementation == "model") return;
  throw Error{ExitCode::kUnsupported,
              Diagnostic{.path = path,
                         .problem = "implementation `" + implementation + "` in timing loosely_timed is not supported",
                         .hint = "timing approximately_timed has it"}};
}

}  // namespace

void check_timing(const machine::MachineParameters& machine, SystemTiming timing) {
  if (timing != SystemTiming::kLooselyTimed) return;
  refuse_foreign("memory.implementation", machine.memory.implementation);
  for (std::size_t i = 0; i < machine.slice.subslice.size(); ++i) {
    const std::string path = "slice.subslice[" + std::to_string(i) + "].sampler.";
    const machine::SamplerParameters& sampler = machine.slice.subslice[i].sampler;
    refuse_foreign(path + "address_generator.implementation", sampler.address_generator.implementation);
    refuse_foreign(path + "filter.implementation", sampler.filter.implementation);
  }
}

System::System(const machine::MachineParameters& machine, functional::Workload& workload, const BlockRegistry& blocks,
               const SystemOptions& options)
    : simulation_{SimulationOptions{
          .clock = machine.clock,
          .watchdog_limit = options.watchdog_limit.value_or(machine::default_watchdog_limit(machine)),
          .check_protocols = options.check_protocols,
          .shuffle_seed = options.shuffle_seed,
          .record_handshakes = options.record_handshakes}},
      bytes_{*workload.memory},
      implementation_{machine.memory.implementation},
      line_{machine.slice.l3.line} {
  const MemoryFactory& make_memory = blocks.memory(machine.memory.implementation, "memory.implementation");
  check_timing(machine, options.timing);
  const bool loosely = options.timing == SystemTiming::kLooselyTimed;
  simulation_.lost_cycles.relaxations = loosely ? machine::Relaxations::none() : machine::relaxations_of(machine);
  if (loosely) recurrence_ = std::make_unique<RecurrenceDriver>("recurrence", simulation_, machine);
  const BuildContext context{simulation_,    workload,          blocks,
                             options.detail, recurrence_.get(), static_cast<BuildOrder>(options.build_order)};
  std::vector<BuildStep> steps{[&] { slice_ = std::make_unique<Slice>("slice", machine.slice, context); }};
  if (!loosely) {
    steps.insert(steps.begin(),
                 [&] { memory_ = make_memory("memory", simulation_, machine.memory, *workload.memory); });
  }
  build(std::move(steps), context.order);
  Sockets sockets;
  slice_->offer(sockets);
  if (memory_) sockets.offer("memory", 0, memory_->socket());
  sockets.bind(simulation_, machine::graph_of(machine));
  if (memory_ && memory_->keeps_bytes()) slice_->write_bytes_back();
  if (memory_) load(*memory_, bytes_);
}

System::~System() = default;

SystemRun System::run(const RunControl& control) {
  SystemRun result;
  result.cycles = simulation_.run(control.proceed, control.step);
  if (memory_) {
    slice_->write_back();
    if (memory_->keeps_bytes()) count_memory_traffic();
    compare(*memory_, bytes_);
  }
  result.complete = slice_->dispatcher().done();
  if (!result.complete && !simulation_.stopped()) {
    throw Error{ExitCode::kWatchdog, "nothing is left to happen at cycle " + std::to_string(result.cycles.value()) +
                                         ", but " + std::to_string(threads_total() - threads_ended()) +
                                         " threads have not ended\nqueues:\n" + simulation_.watchdog.queues()};
  }
  return result;
}

/// The model's memory counts for itself; for another one the lines that L3 asked for and gave back are what it moved.
void System::count_memory_traffic() {
  std::uint64_t lines = 0;
  for (const char* path : {"slice.l3.fills", "slice.l3.write_backs"}) {
    lines += std::get<machine::Counter>(statistics().find(path)->value).value();
  }
  simulation_.statistics.group("memory", "memory: " + implementation_)
      .counter("bytes", machine::StatisticUnit::kBytes, "bytes read and written, in whole lines of L3")
      .add(lines * line_.value());
}

}  // namespace texpipe::timing
