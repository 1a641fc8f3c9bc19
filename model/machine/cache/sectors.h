// Sectors: parts of a cache line that are asked for, held and changed each by itself.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

#include "base/parameter.h"
#include "base/quantity.h"
#include "machine/cache/line.h"

namespace texpipe::machine {

/// Sectors of a line: bit n is sector n.
using SectorSet = std::uint64_t;

/// Range and help of the parameter `sector`, which all caches have.
inline constexpr ParameterRange<ByteSize> kSectorBytes{ByteSize{0}, ByteSize{1024}};
inline constexpr std::string_view kSectorHelp =
    "bytes of a sector, a power of two from 16B to the line: a miss asks for the sectors that are read and not there, "
    "and each line has one tag for all of them; 0: lines are asked for whole";

/// Division of a cache's lines into sectors.
class Sectors {
 public:
  /// @param line    bytes of a line, a power of two
  /// @param sector  bytes of a sector, a power of two of which a line has 64 at most; 0, or the line's bytes or more:
  ///                lines are not divided
  constexpr Sectors(ByteSize line, ByteSize sector)
      : line_bits_{static_cast<unsigned>(std::countr_zero(line.value()))},
        bits_{sector.value() == 0 ? line_bits_
                                  : std::min(line_bits_, static_cast<unsigned>(std::countr_zero(sector.value())))} {}

  constexpr bool divided() const { return bits_ != line_bits_; }
  constexpr std::uint32_t count() const { return 1u << shift(); }
  /// Bits of a sector's number that do not count in its line's.
  constexpr unsigned shift() const { return line_bits_ - bits_; }
  constexpr ByteSize bytes() const { return ByteSize{std::uint64_t{1} << bits_}; }
  /// Bits of an address that count bytes inside a sector.
  constexpr unsigned bits() const { return bits_; }
  /// All sectors of a line.
  constexpr SectorSet all() const { return first(count()); }

  /// Sectors of a line that some bytes in it touch. @param offset  of the first byte in the line. @param bytes  at
  /// least 1, not beyond the line
  constexpr SectorSet touched(std::uint64_t offset, std::uint64_t bytes) const {
    const std::uint64_t begin = offset >> bits_, end = ((offset + bytes - 1) >> bits_) + 1;
    return first(static_cast<std::uint32_t>(end)) & ~first(static_cast<std::uint32_t>(begin));
  }

  /// Calls visit(ByteAddress, ByteSize) for each run of neighbours among the sectors of a line, upwards.
  template <class Visit>
  constexpr void for_each_run(ByteAddress line, SectorSet sectors, Visit&& visit) const {
    while (sectors != 0) {
      const auto begin = static_cast<unsigned>(std::countr_zero(sectors));
      const auto length = static_cast<unsigned>(std::countr_one(sectors >> begin));
      visit(line + ByteAddress{std::uint64_t{begin} << bits_}, ByteSize{std::uint64_t{length} << bits_});
      sectors &= ~first(begin + length);
    }
  }

 private:
  static constexpr SectorSet first(std::uint32_t count) {
    return count >= 64 ? ~SectorSet{0} : (SectorSet{1} << count) - 1;
  }

  unsigned line_bits_;
  unsigned bits_;
};

/// Sectors of one line.
struct LineSectors {
  LineSectors() = default;
  explicit LineSectors(LineKey line, SectorSet of_it = 0) : key{line}, sectors{of_it} {}

  LineKey key;
  SectorSet sectors = 0;
};

}  // namespace texpipe::machine
