// Opcodes other than the sampler's: what compiled kernels use around their sampler instructions, as bytes and as text.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace texpipe::visa {

/// What follows the opcode byte, in order. The text has the same order, except that the predicate comes first and
/// relation and channels belong to the name.
enum class OperandField : std::uint8_t {
  kExecution,
  kPredicate,    // 16 bits
  kRelation,     // byte: cmp's
  kOwords,       // byte: log2 of a number of OWords
  kChannels,     // byte: RGBA enables
  kSurface,      // byte
  kLabel,        // 16 bits
  kDestination,  // vector operand
  kSource,       // vector operand
  kRaw,          // raw operand
  kZero,         // byte, always 0
  kOne,          // byte, always 1
  kTwo,          // byte, always 2
  kThree,        // byte, always 3
  kNoMask1,      // byte 0x80
};

struct OpcodeFacts {
  std::uint8_t code;
  std::string_view name;
  std::span<const OperandField> fields;
};

std::span<const OpcodeFacts> all_opcodes();
const OpcodeFacts* find_opcode(std::string_view name);
/// `following` are the bytes after the opcode: min and max share one code.
const OpcodeFacts* find_opcode(std::uint8_t code, std::span<const std::uint8_t> following);

/// Relations of cmp as its byte numbers them: eq, ne, gt, ge, lt, le.
std::span<const std::string_view> relation_names();

inline constexpr std::uint8_t kOpcodeSubroutine = 0x30;
inline constexpr std::uint8_t kOpcodeLabel = 0x31;

}  // namespace texpipe::visa
