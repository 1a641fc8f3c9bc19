// Traffic of a memory that is asked without time.
#pragma once

#include <cstdint>

#include "base/fraction.h"
#include "machine/memory/memory_costs.h"
#include "machine/memory/memory_parameters.h"

namespace texpipe::machine {

/// Counts bytes as MemoryBanks does. Rows are not counted: that they stay open depends on who else asks meanwhile.
class WarmMemory {
 public:
  explicit WarmMemory(const MemoryParameters& parameters) : compression_{parameters.compression} {}

  /// Takes a line that is read or written. @param bytes  of it
  void take(std::uint64_t bytes) { bytes_ += compressed(bytes, compression_); }

  std::uint64_t bytes() const { return bytes_; }  // over the data bus

 private:
  Fraction compression_;
  std::uint64_t bytes_ = 0;
};

}  // namespace texpipe::machine
