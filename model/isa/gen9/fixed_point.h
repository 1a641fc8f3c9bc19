// Fixed-point fields of hardware state, as the documents write them: S4.8, U4.8, U4.1.
#pragma once

#include <cmath>
#include <cstdint>

namespace texpipe::gen9 {

enum class Signedness : std::uint8_t { kUnsigned, kSigned };

/// A number of `Integer` whole bits and `Fraction` fraction bits (and a sign bit when signed), kept as its raw integer.
template <Signedness Sign, unsigned Integer, unsigned Fraction>
struct FixedPoint {
  static constexpr bool kIsSigned = Sign == Signedness::kSigned;
  static constexpr unsigned kFractionBits = Fraction;
  static constexpr unsigned kBits = Integer + Fraction + (kIsSigned ? 1 : 0);
  static constexpr std::int32_t kMaximum = (1 << (Integer + Fraction)) - 1;
  static constexpr std::int32_t kMinimum = kIsSigned ? -kMaximum - 1 : 0;

  std::int32_t raw = 0;  // in units of 2^-Fraction

  constexpr float value() const { return static_cast<float>(raw) / static_cast<float>(1u << Fraction); }

  /// Nearest representable number, ties away from zero; clamped to the range. NaN becomes 0.
  static FixedPoint nearest(double value) {
    const double scaled = std::round(value * (1u << Fraction));
    if (!(scaled == scaled)) return {0};
    if (scaled >= kMaximum) return {kMaximum};
    if (scaled <= kMinimum) return {kMinimum};
    return {static_cast<std::int32_t>(scaled)};
  }

  constexpr auto operator<=>(const FixedPoint&) const = default;
};

using S4_8 = FixedPoint<Signedness::kSigned, 4, 8>;
using U4_8 = FixedPoint<Signedness::kUnsigned, 4, 8>;
using U4_1 = FixedPoint<Signedness::kUnsigned, 4, 1>;

}  // namespace texpipe::gen9
