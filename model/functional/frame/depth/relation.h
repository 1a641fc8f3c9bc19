// Tests of depth, stencil and alpha: 3D_Compare_Function applied to two numbers.
#pragma once

#include <array>

#include "isa/gen9/compare_function.h"

namespace texpipe::functional {

/// Relations of a value to the reference under which a test passes. Not a number has none of the first three.
struct ComparePasses {
  gen9::CompareFunction function;
  bool less;
  bool equal;
  bool greater;
  bool unordered;
};

inline constexpr std::array<ComparePasses, 8> kComparePasses{{
    {gen9::CompareFunction::kAlways, true, true, true, true},
    {gen9::CompareFunction::kNever, false, false, false, false},
    {gen9::CompareFunction::kLess, true, false, false, false},
    {gen9::CompareFunction::kEqual, false, true, false, false},
    {gen9::CompareFunction::kLessEqual, true, true, false, false},
    {gen9::CompareFunction::kGreater, false, false, true, false},
    {gen9::CompareFunction::kNotEqual, true, false, true, true},
    {gen9::CompareFunction::kGreaterEqual, false, true, true, false},
}};

/// Whether a test passes. @param value  of the fragment @param reference  what it is held against: the stored depth, a
/// reference value of alpha; for stencil, `value` is the reference and `reference` the stored value (resolution R18)
template <class Number>
constexpr bool passes(gen9::CompareFunction function, Number value, Number reference) {
  const ComparePasses& row = kComparePasses[static_cast<unsigned>(function)];
  if (value < reference) return row.less;
  if (value > reference) return row.greater;
  return value == reference ? row.equal : row.unordered;
}

}  // namespace texpipe::functional
