// The commands of a submission in the order in which the GPU comes to them, without executing any.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "functional/frame/command_streamer.h"
#include "functional/frame/mapped_ranges.h"
#include "functional/memory/gpu_memory.h"
#include "isa/gen9/commands/command_layout.h"

namespace texpipe::study {

/// Most commands of a submission: a stream that goes on for ever ends here.
inline constexpr std::uint64_t kMostWalkedCommands = std::uint64_t{1} << 24;

struct WalkedCommand {
  std::uint64_t address = 0;
  const gen9::CommandLayout* layout = nullptr;  // null: a command that no table knows
  std::span<const std::uint32_t> words;         // of the whole command
};

/// Visits commands from the first to the MI_BATCH_BUFFER_END that ends the submission. Jumps and calls of batches are
/// followed, whatever predicates say. Of what commands write, the data of MI_STORE_DATA_IMM is seen by later commands:
/// so drivers tell a secondary command buffer where to return. @param where  begins messages: `file: submission 3`
/// Errors: kMalformedInput, with command and address, for a stream that leaves mapped memory, holds what is no command,
/// or jumps in a circle; kUnsupported for batches that call others more than
/// functional::kMostBatchCalls deep, and for more than
/// kMostWalkedCommands commands.
void walk_commands(const functional::GpuMemory& memory, const functional::MappedRanges& mapped, std::uint64_t first,
                   const std::string& where, const std::function<void(const WalkedCommand&)>& visit);

}  // namespace texpipe::study
