// A recording of frames as a workload.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "functional/frame/observer/frame_observer.h"
#include "workload/frame/frame_parameters.h"

namespace texpipe::study {

/// Submissions run one after the other, each when the writes before it in the recording are in memory. Results are a
/// picture for each that the recording notes, `picture_0.png` ..., bytes that it notes, `bytes_0.bin` ..., and
/// `frame.json` with what was executed.
/// Errors: those of FrameRecording; during the run also those of functional::FrameExecutor.
/// @param observer  of its pixels and pictures, which outlives the workload; null: nobody looks on
functional::Workload make_frame_workload(const FrameParameters& parameters,
                                         functional::FrameObserver* observer = nullptr);
/// The bytes of a recording in the place of the parameters' file. @param name  of it in error texts
functional::Workload make_frame_workload(const std::vector<std::byte>& bytes, const std::string& name,
                                         const FrameParameters& parameters);

}  // namespace texpipe::study
