#include "study/definition/prepare_study.h"

#include <algorithm>

#include "machine/graph/machine_rules.h"
#include "machine/graph/places.h"
#include "study/definition/sampled_messages.h"
#include "study/plugins/plugin_watch.h"
#include "timing/system/system.h"
#include "workload/choice/make_workload.h"

namespace texpipe::study {

namespace {

/// A texture walk whose groups are tiles of a picture.
bool draws_tiles(const Configuration& configuration) {
  const WorkloadParameters& workload = configuration.study.workload;
  return workload.kind == WorkloadKind::kTextureWalk && workload.texture_walk.walk != Walk::kSteady;
}

/// Path of the parameter to blame for a work group that does not fit: of those that decide it the one that was given
/// last; the group's own size when none was given; empty when the workload's files hold it.
std::string group_size_path(const Configuration& configuration) {
  const std::string subslice = machine::subslices_of(configuration.machine).front().path;
  std::vector<std::string> paths{subslice + ".eus", subslice + ".eu[0].threads"};
  const WorkloadKind kind = configuration.study.workload.kind;
  const bool walk = kind == WorkloadKind::kTextureWalk;
  const bool accesses = kind == WorkloadKind::kAccesses;
  if (accesses) paths.insert(paths.begin(), "workload.threads_per_group");
  if (draws_tiles(configuration)) {
    paths.insert(paths.begin(), {"workload.tile", "workload.simd"});
  } else if (walk) {
    paths.insert(paths.begin(), "workload.steady.threads_per_group");
  }
  for (const char* layer : {"command line", "environment", "study file", "machine file"}) {
    for (const std::string& path : paths) {
      if (configuration.reader.origin(path).layer == layer) return path;
    }
  }
  return walk || accesses ? paths.front() : "";
}

void check_sample_clock(const Configuration& configuration) {
  if (configuration.study.timing != Timing::kUntimed) return;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = "workload.sample.enabled",
                         .problem = "a sample tells the time of the whole, and timing untimed has none",
                         .hint = "timing loosely_timed or approximately_timed"}};
}

/// A work group is started in one subslice, all its threads together.
void check_group_fits(const Configuration& configuration, std::uint64_t threads) {
  if (configuration.study.timing == Timing::kUntimed) return;
  std::uint64_t most = 0;
  for (const machine::SubslicePlace& subslice : machine::subslices_of(configuration.machine))
    most = std::max(most, machine::thread_slots(*subslice.parameters));
  if (threads <= most) return;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = group_size_path(configuration),
                         .problem = "a work group of " + std::to_string(threads) +
                                    " threads does not fit a subslice's " + std::to_string(most) + " thread slots",
                         .hint = draws_tiles(configuration)
                                     ? "a smaller workload.tile, a larger workload.simd, or more eus or threads"
                                     : "smaller groups, or more eus or threads"}};
}

}  // namespace

void rethrow_with_places(const Error& error, const ParameterReader& reader) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.position.file.empty() && !diagnostic.path.empty()) {
      diagnostic.position = reader.origin(diagnostic.path).position;
    }
  }
  throw Error{error.code(), std::move(diagnostics)};
}

void check_machine(const Configuration& configuration, std::uint64_t threads_per_group) try {
  timing::check_timing(configuration.machine, timing::system_timing(name_of(configuration.study.timing)));
  check_group_fits(configuration, threads_per_group);
} catch (const Error& error) {
  rethrow_with_places(error, configuration.reader);
}

bool is_sampled(const Configuration& configuration) {
  const WorkloadParameters& workload = configuration.study.workload;
  return (workload.kind == WorkloadKind::kMessages && workload.messages.sample.enabled) ||
         (workload.kind == WorkloadKind::kFrame && workload.frame_sample.enabled);
}

std::optional<functional::Workload> prepare_study(const Configuration& configuration,
                                                  functional::FrameObserver* observer) try {
  if (configuration.study.workload.kind == WorkloadKind::kCacheTable) return {};
  const PluginWatch watch;
  timing::check_timing(configuration.machine, timing::system_timing(name_of(configuration.study.timing)));
  if (is_sampled(configuration)) check_sample_clock(configuration);
  functional::Workload workload = is_sampled(configuration)
                                      ? sampled_workload(configuration.study.workload, configuration.machine)
                                      : make_workload(configuration.study.workload, observer);
  if (workload.order_tiles) workload.order_tiles(configuration.machine.slice.frame.rasterizer.order);
  workload.context->queries = configuration.study.queries.options();
  check_group_fits(configuration, workload.threads->threads_per_group());
  return workload;
} catch (const Error& error) {
  rethrow_with_places(error, configuration.reader);
}

}  // namespace texpipe::study
