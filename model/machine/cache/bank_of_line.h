// Choice of the bank of a line, in a cache of one slice or several.
#pragma once

#include <cstdint>

#include "machine/cache/bank_hash.h"
#include "machine/cache/line_cache_parameters.h"

namespace texpipe::machine {

/// Banks are numbered slice by slice. A line's number chooses its slice, and its number among the lines of the slice
/// the bank in this.
class BankOfLine {
 public:
  /// Errors: those of BankHash::masks.
  explicit BankOfLine(const LineCacheParameters& cache)
      : slices_{cache.slices},
        banks_{cache.banks},
        slice_of_line_{cache.slice_hash, cache.slices},
        bank_in_slice_{cache.bank_hash, cache.banks} {}

  std::uint32_t operator()(std::uint64_t line) const {
    if (slices_ == 1) return bank_in_slice_(line);
    return slice(line) * banks_ + bank_in_slice_(line / slices_);
  }
  std::uint32_t slice(std::uint64_t line) const { return slices_ == 1 ? 0 : slice_of_line_(line); }

 private:
  std::uint32_t slices_;
  std::uint32_t banks_;  // of a slice
  BankSelector slice_of_line_;
  BankSelector bank_in_slice_;
};

}  // namespace texpipe::machine
