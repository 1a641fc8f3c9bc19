// Words and arithmetic of a sampler message, from memory as it is when the message is sent.
#pragma once

#include <set>

#include "analysis/why/pixel_history.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"

namespace texpipe::study {

/// A message in words, with what its channels' values are made of. Its history has the message and the response that
/// it would get now; channels have no pixel, and nothing is returned to them yet.
AnsweredMessage explained_message(const functional::GpuMemory& memory, functional::Message message,
                                  const std::set<unsigned>& channels);

/// Fills in what the response of its history returns to the channels.
void add_returned(AnsweredMessage& message);

}  // namespace texpipe::study
