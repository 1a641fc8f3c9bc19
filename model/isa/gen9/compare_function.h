// 3D_Compare_Function: what depth test, stencil test, alpha test and the sampler's shadow compare apply.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class CompareFunction : std::uint8_t {
  kAlways,
  kNever,
  kLess,
  kEqual,
  kLessEqual,
  kGreater,
  kNotEqual,
  kGreaterEqual
};
EnumRows enum_rows(CompareFunction);

/// SAMPLER_STATE's field. The sampler returns the inverse of the named relation (resolution R18).
using ShadowFunction = CompareFunction;

}  // namespace texpipe::gen9
