// A sampler message of a memory dump, executed again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/why/pixel_history.h"
#include "base/diagnostic.h"
#include "isa/gen9/message_fields.h"
#include "isa/gen9/states/word_dump.h"

namespace texpipe::study {

/// A message as a dump has it. Addresses are those of the dump, canonical ones too.
struct DumpedMessage {
  gen9::MessageWords words;
  std::uint64_t payload = 0;             // of the first register of source 0; source 1 follows
  std::uint64_t surface_state_base = 0;  // STATE_BASE_ADDRESS
  std::uint64_t dynamic_state_base = 0;
  std::uint32_t binding_table_offset = 0;       // from the surface state base
  std::uint32_t sampler_state_offset = 0;       // from the dynamic state base
  std::optional<std::uint32_t> execution_mask;  // none: all channels of the message
  std::vector<unsigned> channels;               // to show; none: all that are enabled
};

/// The message with the texels of each channel and what comes back, and what the dump lacks.
struct ReplayedMessage {
  AnsweredMessage message;
  std::vector<Diagnostic> warnings;  // texels that the dump does not have: they read 0
};

/// Executes the message with the dump as memory. Errors: kMalformedInput for words that are no message to the sampler,
/// a channel that the message does not have, and a payload, binding table or state outside the dump; what the
/// functional core refuses.
ReplayedMessage replay_dumped_message(std::span<const gen9::DumpBlock> dump, const DumpedMessage& dumped);

}  // namespace texpipe::study
