// Opcodes other than the sampler's: what compiled kernels use around their sampler instructions, as bytes and as text.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace texpipe::visa {

/// Fields that follow the opcode byte, in order. The text has the same order, except that the predicate comes first and
/// words, channels and block sizes belong to the name: `(P1) cmp.lt`, `svm_gather.4.1`.
enum class OperandField : std::uint8_t {
  kExecution,
  kPredicate,    // 16 bits
  kWord,         // byte: one of the row's words
  kAtomic,       // byte: one of the row's words, and the width of the data (.16, .64; else 32 bits)
  kFence,        // byte: what a fence waits for and flushes, in the bits that the row does not fix
  kOwords,       // byte: log2 of a number of OWords
  kBlockBytes,   // byte: 0, 1, 2 for blocks of 1, 4 and 8 bytes
  kBlockCount,   // byte: log2 of a number of blocks
  kChannels,     // byte: RGBA enables
  kSurface,      // byte
  kLabel,        // 16 bits
  kDestination,  // vector operand
  kSource,       // vector operand
  kRaw,          // raw operand
  kZero,         // byte, always 0
  kFixed,        // byte, the row's fixed value
};

/// A word behind the name's dot and the byte that stands for it.
struct SelectorWord {
  std::uint8_t value;
  std::string_view text;
};

struct WordTable {
  std::string_view what;
  std::span<const SelectorWord> words;
};

/// Several rows share a code; the bits `mask` of byte `index` behind the opcode tell them apart. No mask: the only row.
struct FixedBits {
  std::uint8_t index = 0;
  std::uint8_t mask = 0;
  std::uint8_t value = 0;
};

struct OpcodeFacts {
  std::uint8_t code;
  std::string_view name;
  std::span<const OperandField> fields;
  const WordTable* words = nullptr;
  FixedBits fixed = {};
  std::span<const std::uint8_t> raw_order = {};  // the text's place of each raw operand of the bytes; empty: the same
};

std::span<const OpcodeFacts> all_opcodes();
const OpcodeFacts* find_opcode(std::string_view name);
/// `following` are the bytes after the opcode.
const OpcodeFacts* find_opcode(std::uint8_t code, std::span<const std::uint8_t> following);

/// Name of an instruction of the compiler that texpipe does not read; empty for codes that it reads or does not know.
std::string_view unread_opcode(std::uint8_t code);
bool is_unread_opcode(std::string_view name);

/// Bits of an atomic's byte.
inline constexpr std::uint8_t kAtomicOperation = 0x1F;
inline constexpr std::uint8_t kAtomicWidth16 = 0x20;
inline constexpr std::uint8_t kAtomicWidth64 = 0x40;

/// Bytes of a block by its code: 1, 4, 8.
constexpr unsigned block_bytes(unsigned code) {
  return code == 0 ? 1 : code == 1 ? 4 : 8;
}

/// Flags of a fence: `E` to `R` each one bit, `L1` bit 6.
std::string fence_name(std::uint8_t flags);
/// Flags of a fence, from the word that names them. None when the word is no such name.
std::optional<std::uint8_t> fence_flags(std::string_view word);

inline constexpr std::uint8_t kOpcodeSubroutine = 0x30;
inline constexpr std::uint8_t kOpcodeLabel = 0x31;

}  // namespace texpipe::visa
