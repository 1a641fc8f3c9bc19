// A study's workload, made from its parameters.
#pragma once

#include "functional/device/workload.h"
#include "functional/frame/observer/frame_observer.h"
#include "workload/choice/workload_parameters.h"

namespace texpipe::study {

/// Errors: kInvalidConfiguration with the path of a parameter that does not fit the others; those of read_texture.
/// @param observer  of a frame's pixels, which outlives the workload; null: nobody looks on
functional::Workload make_workload(const WorkloadParameters& parameters, functional::FrameObserver* observer = nullptr);

}  // namespace texpipe::study
