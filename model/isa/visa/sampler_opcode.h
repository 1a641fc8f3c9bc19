// The sampler operations of vISA: what 3D_SAMPLE, 3D_LOAD, 3D_SAMPLE4 and INFO call them, their parameters and rules.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "isa/gen9/sampler_message_type.h"

namespace texpipe::visa {

/// Values of Op, bits 4:0, are the Gen9 message types (specification/messages 8).
using gen9::SamplerMessageType;

/// Opcodes that carry a sampler operation.
enum class SamplerOpcode : std::uint8_t { kSample3d = 0x6D, kLoad3d = 0x6E, kSample4 = 0x6F, kInfo = 0x70 };

/// Facts that the document adds to those of a message type.
struct OperationFacts {
  SamplerMessageType operation;
  SamplerOpcode opcode;
  std::string_view text;  // as the text form spells it

  const gen9::SamplerMessageFacts& message() const { return gen9::sampler_message_facts(operation); }
  /// In payload order; vISA has no mlod.
  std::span<const gen9::SamplerParameter> parameters() const;
  /// Loads and queries: their parameters are integers.
  bool takes_integers() const { return message().loads() || message().queries(); }
  /// Neighbouring pixels' coordinates matter: `.cps` is accepted (resolution R13), and payload copies ignore the
  /// execution mask.
  bool compares_neighbours() const { return message().compares_neighbours(); }
  /// The message exists in SIMD8 only.
  bool splits_simd16() const { return !message().exists_in(gen9::SimdMode::kSimd16); }
};

std::span<const OperationFacts> all_operations();

/// The operation that an opcode's value stands for; null when the document does not list it.
const OperationFacts* find_operation(SamplerOpcode opcode, unsigned value);
/// The operation of this name, upper and lower case alike; null when there is none.
const OperationFacts* find_operation(std::string_view text);
const OperationFacts& facts(SamplerMessageType operation);

}  // namespace texpipe::visa
