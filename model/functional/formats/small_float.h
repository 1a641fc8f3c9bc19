// Floats of less than 32 bits, and float32 as bits.
#pragma once

#include <bit>
#include <cstdint>

namespace texpipe::functional {

inline constexpr std::uint32_t kFloatOne = 0x3F800000;

/// Widens a float with 5 exponent bits (bias 15) and `fraction_bits` fraction bits, without sign, exactly: denormals,
/// Inf and NaN kept (specification/sampling-rules 7).
constexpr std::uint32_t widen_magnitude(std::uint32_t bits, unsigned fraction_bits) {
  const std::uint32_t exponent = bits >> fraction_bits;
  std::uint32_t fraction = (bits & ((1u << fraction_bits) - 1)) << (23 - fraction_bits);
  if (exponent == 31) return 0x7F800000u | fraction;
  if (exponent != 0) return ((exponent + 127 - 15) << 23) | fraction;
  if (fraction == 0) return 0;
  const unsigned shift = static_cast<unsigned>(std::countl_zero(fraction)) - 8;
  fraction <<= shift;
  return ((127 - 14 - shift) << 23) | (fraction & 0x7FFFFF);
}

/// float16 bits to float32 bits, exact.
constexpr std::uint32_t half_to_float_bits(std::uint16_t half) {
  return (std::uint32_t{half} & 0x8000u) << 16 | widen_magnitude(half & 0x7FFFu, 10);
}

/// Rounding of a float32 that is made narrower. Infinity and NaN are kept, finite values too large become the largest
/// finite one.
enum class Narrowing : std::uint8_t {
  kTowardZero,   // specification/sampling-rules 7, back conversions
  kNearestEven,  // render target and typed writes of float16 (specification/messages 5.3)
};

/// Narrows the magnitude of a float32 to 5 exponent bits and `fraction_bits` fraction bits; the sign is ignored.
constexpr std::uint32_t narrow_magnitude(std::uint32_t float_bits, unsigned fraction_bits, Narrowing narrowing) {
  const std::uint32_t magnitude = float_bits & 0x7FFFFFFFu;
  const std::uint32_t infinity = 31u << fraction_bits;
  if (magnitude > 0x7F800000u) return infinity | 1u << (fraction_bits - 1);
  if (magnitude == 0x7F800000u) return infinity;
  const unsigned exponent = magnitude >> 23;
  if (exponent < 127 - 15 - 11) return 0;
  const std::uint32_t significand = (magnitude & 0x7FFFFFu) | (exponent ? 0x800000u : 0);
  // Below 2^-14 the result is a denormal: its fraction loses one bit per power of two.
  const unsigned denormal_shift = exponent < 127 - 14 ? 127 - 14 - exponent : 0;
  const unsigned shift = 23 - fraction_bits + denormal_shift;
  const std::uint32_t base = denormal_shift ? 0 : (exponent - (127 - 15) - 1) << fraction_bits;
  std::uint32_t result = base + (shift < 32 ? significand >> shift : 0);
  if (narrowing == Narrowing::kNearestEven && shift < 32) {
    const std::uint32_t rest = significand & ((1u << shift) - 1);
    const std::uint32_t half = 1u << (shift - 1);
    if (rest > half || (rest == half && (result & 1))) ++result;
  }
  return result >= infinity ? infinity - 1 : result;
}

/// float32 bits to float16 bits.
constexpr std::uint16_t float_to_half_bits(std::uint32_t float_bits, Narrowing narrowing) {
  return static_cast<std::uint16_t>((float_bits >> 16 & 0x8000u) | narrow_magnitude(float_bits, 10, narrowing));
}

/// One channel of R9G9B9E5: mantissa / 512 * 2^(exponent - 15), exact in float32.
constexpr std::uint32_t shared_exponent_to_float_bits(std::uint32_t mantissa, std::uint32_t exponent) {
  if (mantissa == 0) return 0;
  const unsigned top = 31 - static_cast<unsigned>(std::countl_zero(mantissa));
  return (127 + top + exponent - 15 - 9) << 23 | ((mantissa << (23 - top)) & 0x7FFFFFu);
}

}  // namespace texpipe::functional
