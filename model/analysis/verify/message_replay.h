// EU threads that send given messages and keep what comes back: the way from a list of messages through a whole
// machine.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "functional/device/workload.h"

namespace texpipe::study {

/// Value that destination registers hold before a response arrives, so that bytes which it leaves alone can be told.
inline constexpr std::uint32_t kUnwritten = 0xA5A5A5A5;

/// Destination registers of a message after its response.
using ReplayedRegisters = std::vector<functional::Grf>;

/// A message and the registers that its descriptor asks for.
unsigned response_registers(const functional::Message& message);

/// The registers that a response leaves behind in registers that held kUnwritten.
ReplayedRegisters registers_after(const functional::Message& message, const functional::MessageResponse& response);

/// Threads that send `messages` in order, a few dozen each, one after the other, and put the destination registers of
/// message i in `results[i]`. Both must outlive the source; `results` has an element for every message.
std::unique_ptr<functional::ThreadSource> replay_threads(std::span<const functional::Message> messages,
                                                         std::vector<ReplayedRegisters>& results);

}  // namespace texpipe::study
