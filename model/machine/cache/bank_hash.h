// Choice of the bank, slice or channel that a line, a row or a piece of memory lies in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/unit_text.h"
#include "machine/cache/set_hash.h"

namespace texpipe::machine {

/// How the number of a line or a row chooses a bank. As text: `modulo` (its low bits), `xor` (its digits, as wide as
/// the index, folded by exclusive or), the word of a plug-in's hash (SetHash), or one mask for each bit of the index,
/// lowest first: `0x9, 0x12, 0x24`, whose bit is the parity of the bits that are masked.
class BankHash {
 public:
  static constexpr bool kIsList = true;

  enum class Kind : std::uint8_t { kModulo, kXor, kMasks, kOther };

  BankHash() = default;
  /// @param kind  modulo or xor
  explicit BankHash(Kind kind) : word_{kind == Kind::kModulo ? SetHash::kModulo : SetHash::kXor} {}
  explicit BankHash(SetHash word) : word_{word} {}
  explicit BankHash(std::vector<std::uint64_t> masks) : masks_{std::move(masks)} {}

  Kind kind() const {
    if (!masks_.empty()) return Kind::kMasks;
    return word_ == SetHash::kModulo ? Kind::kModulo : word_ == SetHash::kXor ? Kind::kXor : Kind::kOther;
  }
  /// The word of a hash that has no masks of its own.
  SetHash word() const { return word_; }

  /// The masks for a number of banks, lowest bit first, of a hash that is no plug-in's.
  /// @param banks  a power of two
  /// Errors: Error (invalid configuration) when the hash has masks of its own and they are not one per bit of the
  /// index, or some banks are never chosen.
  std::vector<std::uint64_t> masks(std::uint32_t banks) const;

  bool operator==(const BankHash&) const = default;

  friend std::optional<TextProblem> parse_text(std::string_view text, BankHash& value);
  friend std::string value_text(const BankHash& value);

 private:
  SetHash word_ = SetHash::kXor;
  std::vector<std::uint64_t> masks_;  // by bit of the index, lowest first; empty: the word chooses
};

std::optional<TextProblem> parse_text(std::string_view text, BankHash& value);
std::string value_text(const BankHash& value);

/// A hash for a number of banks, ready to use.
class BankSelector {
 public:
  /// @param banks  a power of two where the hash has masks of its own; else any number: `xor` folds digits as wide as
  ///               the next power of two, and the result is taken modulo the banks
  /// Errors: those of BankHash::masks.
  BankSelector(const BankHash& hash, std::uint32_t banks);

  /// The lowest bit of a number that changes the index's lowest bit.
  std::uint64_t lowest_bit() const { return masks_.empty() ? 1 : masks_.front() & (~masks_.front() + 1); }

  std::uint32_t operator()(std::uint64_t number) const { return masks_.empty() ? fold_(number) : masked(number); }

 private:
  std::uint32_t masked(std::uint64_t number) const;

  SetSelector fold_;
  std::vector<std::uint64_t> masks_;  // of a hash with masks of its own; else empty, and fold_ chooses
};

}  // namespace texpipe::machine
