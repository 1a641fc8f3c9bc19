// Replays a recording.
#pragma once

#include <cstdint>
#include <memory>

#include "functional/device/workload.h"
#include "workload/recording/recording.h"

namespace texpipe::study {

/// Whether samplers compute the values of replayed messages, or take the recorded footprints and answer with nothing:
/// payloads are recorded, so that nothing else depends on them.
enum class ReplayedValues : std::uint8_t { kComputed, kOff };

/// The recorded threads over their memory. Every instruction issues as it was recorded, and waits for what it waited
/// for; messages have their recorded payload.
/// Errors: kMalformedInput for a recording without footprints when values are off.
functional::Workload replay_recording(std::shared_ptr<const Recording> recording,
                                      ReplayedValues values = ReplayedValues::kComputed);

}  // namespace texpipe::study
