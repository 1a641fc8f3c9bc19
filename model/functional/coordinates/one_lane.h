// One lane of the rules. The arithmetic of a rule stands once, in files named *.inc.h, as expressions over lanes: with
// the types below they are the stepwise form, with those of sampling/lanes/vectors.inc.h the fast one. Such a text is
// included in the namespace of each kind of lane, because a compiler has to know the instruction set where it reads it.
#pragma once

#include <bit>
#include <cstdint>

#include "functional/coordinates/fixed_math.h"

/// Specifier in front of each function of the rules.
#define TEXPIPE_RULE constexpr

namespace texpipe::functional::one_lane {

using I32 = std::int32_t;
using F32 = float;
using F64 = double;
/// Result of a comparison. Texts join masks by & and |, and use nothing else of them but the functions below.
using Mask = bool;

constexpr Mask never() {
  return false;
}
constexpr Mask always() {
  return true;
}
constexpr Mask inverse(Mask mask) {
  return !mask;
}
constexpr bool any(Mask mask) {
  return mask;
}
/// 1 where the mask is set.
constexpr I32 count(Mask mask) {
  return mask ? 1 : 0;
}
constexpr I32 masked(I32 value, Mask mask) {
  return mask ? value : 0;
}
template <class Number>
constexpr Number select(Mask mask, Number a, Number b) {
  return mask ? a : b;
}

constexpr I32 all(std::int32_t value) {
  return value;
}
template <class Number>
constexpr Number minimum(Number a, Number b) {
  return a < b ? a : b;
}
template <class Number>
constexpr Number maximum(Number a, Number b) {
  return a > b ? a : b;
}

constexpr I32 bits(F32 a) {
  return std::bit_cast<I32>(a);
}
constexpr F32 real(I32 bits) {
  return std::bit_cast<F32>(bits);
}
/// A number as one of what holds sums.
template <class Sum, class Number>
constexpr Sum as(Number a) {
  return static_cast<Sum>(a);
}
constexpr F64 widen(I32 a) {
  return a;
}
constexpr F64 widen(F32 a) {
  return a;
}
/// Rounded to float32, to nearest even.
constexpr F32 narrow(F64 a) {
  return static_cast<F32>(a);
}
constexpr F32 to_float(I32 a) {
  return static_cast<F32>(a);
}
constexpr F32 unsigned_to_float(I32 a) {
  return static_cast<F32>(static_cast<std::uint32_t>(a));
}
/// NaN as 0.
constexpr F32 or_zero(F32 a) {
  return is_nan(a) ? 0.0f : a;
}
constexpr F64 or_zero(F64 a) {
  return a != a ? 0.0 : a;
}
/// Between -limit and limit.
constexpr F64 limited(F64 a, double limit) {
  return maximum(minimum(a, limit), -limit);
}
constexpr F32 limited(F32 a, double limit) {
  return static_cast<F32>(limited(F64{a}, limit));
}
/// Largest integer not above. @param a  within the range of the integers
constexpr I32 floored(F64 a) {
  return static_cast<I32>(floor_to_integer(a));
}
/// Largest integer not above, or where `nearest` is set the nearest integer, ties upwards.
constexpr I32 floored_or_nearest(F64 a, Mask nearest) {
  return floored(nearest ? a + 0.5 : a);
}
/// A sum in float32 could round.
constexpr I32 floored_or_nearest(F32 a, Mask nearest) {
  return floored_or_nearest(F64{a}, nearest);
}
constexpr F32 product(F32 a, I32 b) {
  return a * to_float(b);
}
constexpr F64 product(F64 a, I32 b) {
  return a * b;
}
/// Not in [0, size).
constexpr Mask is_outside(I32 index, I32 size) {
  return index < 0 || index >= size;
}
/// Floor modulus. @param power_of_two  whether n is one, which lanes make use of
constexpr I32 modulus(I32 index, I32 n, [[maybe_unused]] bool power_of_two) {
  return floor_modulus(index, n);
}

}  // namespace texpipe::functional::one_lane
