// Answers of the kernel's driver i915 for a Kaby Lake GT2 that is not there.
#pragma once

#include "capture/recorder/recorder.h"

namespace texpipe::capture {

/// Answers one call of the device's interface. Nothing is executed: waits are over at once, and memory keeps what the
/// CPU wrote. The caller holds the recorder's lock.
/// @param argument  the structure that the call's number demands
/// @return 0, or -1 with errno
int answer(Recorder& recorder, unsigned long request, void* argument);

}  // namespace texpipe::capture
