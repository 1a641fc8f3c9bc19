// 3D_Stencil_Operation: what becomes of a stencil value.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class StencilOperation : std::uint8_t {
  kKeep,
  kZero,
  kReplace,
  kIncrementSaturate,
  kDecrementSaturate,
  kIncrement,
  kDecrement,
  kInvert,
};
EnumRows enum_rows(StencilOperation);

}  // namespace texpipe::gen9
