// Functions of a number that choose a set, or a bank, a slice, a channel.
#pragma once

#include <bit>
#include <cstdint>

#include "base/enum_table.h"
#include "base/word_registry.h"

namespace texpipe::machine {

/// Number of a hash. Those of plug-ins follow the model's own.
enum class SetHash : std::uint16_t { kModulo, kXor };
EnumRows enum_rows(SetHash);

/// A hash of a plug-in: a number made of a line's number for a cache, or a bank of it, with so many sets. The set is
/// its remainder by the number of sets.
using HashFunction = std::uint64_t (*)(std::uint64_t line, std::uint32_t sets);

/// The hashes of this process; null for the model's own, which SetSelector computes.
WordRegistry<SetHash, HashFunction>& set_hashes();

/// Chooses the set of a line number. Xor folds the number's higher digits (base: the power of two not below the number
/// of sets) onto the lowest.
class SetSelector {
 public:
  SetSelector(std::uint32_t sets, SetHash hash)
      : sets_{sets}, mask_{std::has_single_bit(sets) ? sets - 1 : 0}, digits_{std::bit_ceil(sets) - 1} {
    if (sets <= 1) return;
    function_ = set_hashes().at(hash);
    if (hash != SetHash::kXor) return;
    digit_ = static_cast<unsigned>(std::bit_width(sets - 1));
    for (widest_ = digit_; 2 * widest_ < 64; widest_ *= 2) {
    }
  }

  std::uint32_t operator()(std::uint64_t line) const {
    if (digit_ != 0) {
      // Halving: each step leaves the exclusive or of all digits in half as many.
      for (unsigned shift = widest_; shift >= digit_; shift /= 2) line ^= line >> shift;
      line &= digits_;
    } else if (function_ != nullptr) {
      line = function_(line, sets_);
    }
    // Divisions cost more than everything else in a lookup.
    return static_cast<std::uint32_t>(mask_ != 0 || sets_ == 1 ? line & mask_ : line % sets_);
  }

 private:
  std::uint32_t sets_;
  std::uint32_t mask_;    // for numbers of sets that are a power of two; else 0
  std::uint64_t digits_;  // mask of the lowest digit
  unsigned digit_ = 0;    // bits of a digit; 0: nothing is folded
  unsigned widest_ = 0;   // shift of the first step
  HashFunction function_ = nullptr;
};

}  // namespace texpipe::machine
