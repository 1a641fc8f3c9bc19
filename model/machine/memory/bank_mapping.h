// Place of an address in a memory of banks with rows.
#pragma once

#include <cstdint>

#include "base/quantity.h"
#include "machine/cache/bank_hash.h"

namespace texpipe::machine {

/// A row and the bank that holds it. Rows are numbered through all banks.
struct RowPlace {
  std::uint32_t bank = 0;
  std::uint64_t row = 0;

  bool operator==(const RowPlace&) const = default;
};

class BankMapping {
 public:
  /// @param banks  a power of two
  /// @param row    bytes of a row
  /// Errors: those of BankHash::masks.
  BankMapping(const BankHash& hash, std::uint32_t banks, ByteSize row) : bank_{hash, banks}, row_{row} {}

  RowPlace operator()(ByteAddress address) const {
    const std::uint64_t row = address.value() / row_.value();
    return {bank_(row), row};
  }

 private:
  BankSelector bank_;
  ByteSize row_;
};

}  // namespace texpipe::machine
