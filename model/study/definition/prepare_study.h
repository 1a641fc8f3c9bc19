// Preparation of a study, made and checked before anything is simulated: the same for `run` and for `config validate`.
#pragma once

#include <optional>

#include "functional/device/workload.h"
#include "functional/frame/observer/frame_observer.h"
#include "study/definition/study.h"

namespace texpipe::study {

/// A recording of which a sample is asked for.
bool is_sampled(const Configuration& configuration);

/// The workload with its inputs read; nothing for a cache_table, which has none. What it returns fits the machine.
/// Errors: those of make_workload; kInvalidConfiguration for a work group that no subslice holds, with its place;
/// kUnsupported for timings that are missing.
/// @param observer  of a frame's pixels, which outlives the workload; null: nobody looks on
std::optional<functional::Workload> prepare_study(const Configuration& configuration,
                                                  functional::FrameObserver* observer = nullptr);

/// Checks that depend on the machine: whether a workload that was prepared with another one fits this one, too.
/// @param threads_per_group  the workload's
void check_machine(const Configuration& configuration, std::uint64_t threads_per_group);

/// A parameter that does not fit what was found later is refused where it was written.
[[noreturn]] void rethrow_with_places(const Error& error, const ParameterReader& reader);

}  // namespace texpipe::study
