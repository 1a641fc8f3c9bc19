// Functions of single lanes: what instructions compute, in whatever way their lanes are led through it.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include "functional/execution/eu/eu_value.h"

namespace texpipe::functional::lane_functions {

template <class W>
struct Modular {
  using type = std::make_unsigned_t<W>;
};
template <>
struct Modular<__int128> {
  using type = unsigned __int128;
};
template <class W>
using Unsigned = typename Modular<W>::type;

/// Sums and products of integers wrap in the work type.
template <class W>
W sum(W a, W b) {
  if constexpr (kIsInteger<W>) {
    return static_cast<W>(static_cast<Unsigned<W>>(a) + static_cast<Unsigned<W>>(b));
  } else {
    return a + b;
  }
}
template <class W>
W product(W a, W b) {
  if constexpr (kIsInteger<W>) {
    return static_cast<W>(static_cast<Unsigned<W>>(a) * static_cast<Unsigned<W>>(b));
  } else {
    return a * b;
  }
}

template <class W>
W both(W a, W b) {
  return a & b;
}
template <class W>
W either(W a, W b) {
  return a | b;
}
template <class W>
W differing(W a, W b) {
  return a ^ b;
}
template <class W>
W inverted(W a) {
  return static_cast<W>(~a);
}
template <class W>
W mean(W a, W b) {
  return static_cast<W>(sum(sum(a, b), W{1}) >> 1);
}

template <class W>
inline constexpr unsigned kShiftMask = std::same_as<W, __int128> ? 63 : 31;

template <class W>
W shifted_left(W a, W b) {
  return static_cast<W>(static_cast<Unsigned<W>>(a) << (static_cast<unsigned>(b) & kShiftMask<W>));
}
template <class W>
W shifted_right(W a, W b) {
  return static_cast<W>(a >> (static_cast<unsigned>(b) & kShiftMask<W>));
}

using Dword = std::uint32_t;

/// Bits above those of a 32-bit number follow its sign.
inline Dword shifted_with_sign(Dword a, Dword b) {
  return static_cast<Dword>(static_cast<std::int32_t>(a) >> (b & kShiftMask<Dword>));
}

inline Dword leading_zeros(Dword a) {
  return static_cast<Dword>(std::countl_zero(a));
}
inline Dword ones(Dword a) {
  return static_cast<Dword>(std::popcount(a));
}
inline Dword first_low(Dword a) {
  return a == 0 ? ~0u : static_cast<Dword>(std::countr_zero(a));
}
inline Dword first_high(Dword a) {
  return a == 0 ? ~0u : static_cast<Dword>(std::countl_zero(a));
}
inline Dword reversed(Dword a) {
  Dword result = 0;
  for (unsigned bit = 0; bit < 32; ++bit) result |= (a >> bit & 1u) << (31 - bit);
  return result;
}
inline Dword field_mask(Dword width, Dword offset) {
  return lane_mask(width & 31u) << (offset & 31u);
}
/// The value's low bits go to where the mask begins.
inline Dword inserted(Dword mask, Dword value, Dword into) {
  if (mask == 0) return into;
  return (mask & value << static_cast<unsigned>(std::countr_zero(mask))) | (~mask & into);
}

template <class W>
W floor_of(W a) {
  return std::floor(a);
}
template <class W>
W ceiling_of(W a) {
  return std::ceil(a);
}
template <class W>
W toward_zero(W a) {
  return std::trunc(a);
}
template <class W>
W nearest_even(W a) {
  const W below = std::floor(a);
  const W part = a - below;
  if (part != W(0.5)) return part < W(0.5) || a != a ? below : below + W(1);
  const W half = below * W(0.5);
  return std::floor(half) == half ? below : below + W(1);
}
template <class W>
W fraction_of(W a) {
  return a - std::floor(a);
}

/// Beside a NaN the other number.
template <class W>
W smaller(W a, W b) {
  return a < b || b != b ? a : b;
}
template <class W>
W larger(W a, W b) {
  return a >= b || b != b ? a : b;
}

/// a + b c, rounded once.
inline float fused(float a, float b, float c) {
  return __builtin_fmaf(b, c, a);
}
/// p x + q y + r
inline float plane_at(float p, float q, float r, float x, float y) {
  return fused(fused(r, p, x), q, y);
}

/// a b + (1 - a) c
inline float interpolated(float a, float b, float c) {
  return fused(fused(c, -a, c), a, b);
}

inline float reciprocal(float a) {
  return 1.0f / a;
}
inline float root(float a) {
  return std::sqrt(a);
}
inline float reciprocal_root(float a) {
  return static_cast<float>(1.0 / std::sqrt(static_cast<double>(a)));
}

}  // namespace texpipe::functional::lane_functions
