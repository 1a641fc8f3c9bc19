// Pairs of lines of render targets that are compressed: a share of them, as values are not looked at.
#pragma once

#include <cstdint>

#include "base/fraction.h"
#include "base/quantity.h"
#include "functional/message/target_work.h"

namespace texpipe::machine {

/// CCS compresses two lines of a Y tile that stand side by side into the bytes of one, or leaves both as they are. So
/// many pairs are compressed, spread evenly, that all together have the bytes that the ratio says.
class CompressedPairs {
 public:
  /// @param ratio  of plain bytes to moved ones, from 1 to 2
  explicit CompressedPairs(Fraction ratio) : ratio_{ratio} {}

  /// Bytes of a line that move.
  ByteSize bytes(const functional::FrameLine& line) const {
    constexpr std::uint64_t kPlain = functional::kFrameLine;
    return ByteSize{line.compresses && ratio_ != 1 && holds(line.address) ? kPlain / 2 : kPlain};
  }

 private:
  /// Whether a pair is compressed: multiples of the golden section are spread evenly over 2^32, and a share of
  /// 2 - 2 / ratio of these numbers is taken.
  bool holds(ByteAddress line) const {
    constexpr std::uint64_t kSideBySide = 512;  // bytes between the lines of a pair
    constexpr std::uint64_t kGolden = 2654435769;
    const std::uint64_t address = line.value(), below = address % kSideBySide / functional::kFrameLine;
    const std::uint64_t pair = address / (2 * kSideBySide) * (kSideBySide / functional::kFrameLine) + below;
    const std::uint64_t place = pair * kGolden & 0xFFFFFFFF;
    const std::uint64_t more = ratio_.numerator() - ratio_.denominator();
    return place * ratio_.numerator() < (2 * more) << 32;
  }

  Fraction ratio_;
};

}  // namespace texpipe::machine
