// General registers of a thread, a bit each.
#pragma once

#include <array>
#include <cstdint>

#include "functional/execution/eu_program.h"

namespace texpipe::machine {

class RegisterSet {
 public:
  RegisterSet() = default;
  explicit RegisterSet(functional::GrfRange range) { add(range); }

  void add(functional::GrfRange range) {
    for (unsigned r = range.first; r < unsigned{range.first} + range.count; ++r)
      words_[r / 64] |= std::uint64_t{1} << r % 64;
  }
  void add(const RegisterSet& others) {
    for (unsigned word = 0; word < words_.size(); ++word) words_[word] |= others.words_[word];
  }
  void remove(const RegisterSet& others) {
    for (unsigned word = 0; word < words_.size(); ++word) words_[word] &= ~others.words_[word];
  }

  bool empty() const { return (words_[0] | words_[1]) == 0; }
  /// Whether the two have a register in common.
  bool meets(const RegisterSet& other) const {
    return ((words_[0] & other.words_[0]) | (words_[1] & other.words_[1])) != 0;
  }

 private:
  static_assert(functional::kGrfCount == 128);
  std::array<std::uint64_t, 2> words_{};
};

}  // namespace texpipe::machine
