// Place of shared local memory of compute shaders in the address space of a frame.
#pragma once

#include "base/quantity.h"
#include "workload/frame/frame_record.h"
#include "workload/frame/frame_recording.h"

namespace texpipe::study {

/// Shared local memory lies where no driver puts anything: below the end of the lower half of the address space.
inline constexpr ByteAddress kFrameLocalMemory{0x7F00'0000'0000};

/// Errors: kUnsupported for a record that maps addresses of shared local memory. @param map  what the record holds
void require_beside_local_memory(const FrameRecording& recording, const FrameRecord& record, const FrameMap& map);

}  // namespace texpipe::study
