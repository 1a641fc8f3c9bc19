// Elements of registers as numbers, and numbers as elements (specification/eu 6 and 10).
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "functional/execution/eu/eu_operation.h"
#include "functional/formats/half_rounding.h"
#include "functional/formats/small_float.h"

namespace texpipe::functional {

/// An element of type HF.
struct Half {
  std::uint16_t bits;
};

template <RegisterType>
struct StoredAs;
template <>
struct StoredAs<RegisterType::kUd> : std::type_identity<std::uint32_t> {};
template <>
struct StoredAs<RegisterType::kD> : std::type_identity<std::int32_t> {};
template <>
struct StoredAs<RegisterType::kUw> : std::type_identity<std::uint16_t> {};
template <>
struct StoredAs<RegisterType::kW> : std::type_identity<std::int16_t> {};
template <>
struct StoredAs<RegisterType::kUb> : std::type_identity<std::uint8_t> {};
template <>
struct StoredAs<RegisterType::kB> : std::type_identity<std::int8_t> {};
template <>
struct StoredAs<RegisterType::kDf> : std::type_identity<double> {};
template <>
struct StoredAs<RegisterType::kF> : std::type_identity<float> {};
template <>
struct StoredAs<RegisterType::kUq> : std::type_identity<std::uint64_t> {};
template <>
struct StoredAs<RegisterType::kQ> : std::type_identity<std::int64_t> {};
template <>
struct StoredAs<RegisterType::kHf> : std::type_identity<Half> {};
template <RegisterType Type>
using Stored = typename StoredAs<Type>::type;

template <WorkType>
struct WorksAs;
template <>
struct WorksAs<WorkType::kFloat> : std::type_identity<float> {};
template <>
struct WorksAs<WorkType::kDouble> : std::type_identity<double> {};
template <>
struct WorksAs<WorkType::kDword> : std::type_identity<std::uint32_t> {};
template <>
struct WorksAs<WorkType::kInteger> : std::type_identity<std::int64_t> {};
template <>
struct WorksAs<WorkType::kQword> : std::type_identity<__int128> {};

/// `call` with the stored type of a register type.
template <class F>
auto with_stored(RegisterType type, F&& call) {
  using enum gen9::SrcType;
  switch (type) {
    case kUd:
      return call(std::type_identity<std::uint32_t>{});
    case kD:
      return call(std::type_identity<std::int32_t>{});
    case kUw:
      return call(std::type_identity<std::uint16_t>{});
    case kW:
      return call(std::type_identity<std::int16_t>{});
    case kUb:
      return call(std::type_identity<std::uint8_t>{});
    case kB:
      return call(std::type_identity<std::int8_t>{});
    case kDf:
      return call(std::type_identity<double>{});
    case kF:
      return call(std::type_identity<float>{});
    case kUq:
      return call(std::type_identity<std::uint64_t>{});
    case kQ:
      return call(std::type_identity<std::int64_t>{});
    case kHf:
      break;
  }
  return call(std::type_identity<Half>{});
}

/// `call` with the C++ type of a work type.
template <class F>
auto with_work(WorkType work, F&& call) {
  switch (work) {
    case WorkType::kFloat:
      return call(std::type_identity<float>{});
    case WorkType::kDouble:
      return call(std::type_identity<double>{});
    case WorkType::kDword:
      return call(std::type_identity<std::uint32_t>{});
    case WorkType::kInteger:
      return call(std::type_identity<std::int64_t>{});
    case WorkType::kQword:
      break;
  }
  return call(std::type_identity<__int128>{});
}

template <class T>
inline constexpr bool kIsFloat = std::floating_point<T> || std::same_as<T, Half>;
/// Whether a type is an integer, __int128 included, which the library's trait leaves out in strict mode.
template <class T>
inline constexpr bool kIsInteger = std::integral<T> || std::same_as<T, __int128>;

inline float float_of(Half half) {
  return std::bit_cast<float>(half_to_float_bits(half.bits));
}

/// An element as a number of the work type.
template <class Work, class Element>
inline Work widen(Element element) {
  if constexpr (std::same_as<Element, Half>) {
    return static_cast<Work>(float_of(element));
  } else if constexpr (std::same_as<Work, std::uint32_t>) {
    return static_cast<std::uint32_t>(static_cast<std::int64_t>(element));
  } else {
    return static_cast<Work>(element);
  }
}

/// Toward zero; NaN is 0, and what lies outside becomes the nearest number that the type has.
template <class Integer, class Float>
inline Integer truncated(Float value) {
  constexpr auto kLowest = static_cast<Float>(std::numeric_limits<Integer>::min());
  constexpr auto kHighest = static_cast<Float>(std::numeric_limits<Integer>::max());
  if constexpr (std::same_as<Integer, std::int32_t>) {  // without jumps
    const Float low = value > kLowest ? value : kLowest;
    const auto whole = static_cast<Integer>(low < kHighest ? low : Float{0});
    return value >= kHighest ? std::numeric_limits<Integer>::max() : value != value ? 0 : whole;
  }
  if constexpr (std::unsigned_integral<Integer> && sizeof(Integer) <= 4) {  // without jumps
    const Float positive = value > Float{0} ? value : Float{0};
    const auto whole = static_cast<std::int64_t>(positive < kHighest ? positive : Float{0});
    return positive < kHighest ? static_cast<Integer>(whole) : std::numeric_limits<Integer>::max();
  }
  if (value != value) return 0;
  if (value <= kLowest) return std::numeric_limits<Integer>::min();
  if (value >= kHighest) return std::numeric_limits<Integer>::max();
  return static_cast<Integer>(value);
}

/// A number as an element. Saturated: integers to what the type holds, floats to 0 to 1 with NaN as 0.
template <class Element, bool Saturate, class Work>
inline Element narrow(Work value) {
  if constexpr (kIsFloat<Element>) {
    if constexpr (Saturate) value = value > Work{0} ? (value < Work{1} ? value : Work{1}) : Work{0};
    if constexpr (std::same_as<Element, Half>) {
      float single;
      if constexpr (std::same_as<Work, double>) {
        single = sticky_float(value);
      } else if constexpr (kIsInteger<Work>) {
        // All integers of more than 24 bits are infinity.
        single = static_cast<float>(value);
      } else {
        single = value;
      }
      return Half{nearest_half_bits(std::bit_cast<std::uint32_t>(single))};
    } else {
      return static_cast<Element>(value);
    }
  } else if constexpr (std::floating_point<Work>) {
    return truncated<Element>(value);
  } else if constexpr (Saturate && sizeof(Work) > sizeof(Element)) {
    constexpr Work kLowest = std::numeric_limits<Element>::min();
    constexpr Work kHighest = std::numeric_limits<Element>::max();
    return static_cast<Element>(value < kLowest ? kLowest : value > kHighest ? kHighest : value);
  } else {
    return static_cast<Element>(value);
  }
}

/// Whether a relation holds between two numbers; with a NaN only "not equal" does.
template <class T>
inline bool holds(gen9::CondModifier relation, const T& a, const T& b) {
  using enum gen9::CondModifier;
  switch (relation) {
    case kEqual:
      return a == b;
    case kNotEqual:
      return a != b;
    case kGreater:
      return a > b;
    case kGreaterEqual:
      return a >= b;
    case kLess:
      return a < b;
    case kLessEqual:
      return a <= b;
    case kUnordered:
      return a != a || b != b;
    default:
      return false;
  }
}

}  // namespace texpipe::functional
