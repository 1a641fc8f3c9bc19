// Blending of the colour buffer: 3D_Color_Buffer_Blend_Factor, 3D_Color_Buffer_Blend_Function, 3D_Logic_Op_Function.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class BlendFactor : std::uint8_t {
  kOne = 0x01,
  kSrcColor = 0x02,
  kSrcAlpha = 0x03,
  kDstAlpha = 0x04,
  kDstColor = 0x05,
  kSrcAlphaSaturate = 0x06,
  kConstColor = 0x07,
  kConstAlpha = 0x08,
  kSrc1Color = 0x09,
  kSrc1Alpha = 0x0A,
  kZero = 0x11,
  kInvSrcColor = 0x12,
  kInvSrcAlpha = 0x13,
  kInvDstAlpha = 0x14,
  kInvDstColor = 0x15,
  kInvConstColor = 0x17,
  kInvConstAlpha = 0x18,
  kInvSrc1Color = 0x19,
  kInvSrc1Alpha = 0x1A,
};
EnumRows enum_rows(BlendFactor);

enum class BlendFunction : std::uint8_t {
  kAdd,
  kSubtract,
  kReverseSubtract,
  kMin,
  kMax,
};
EnumRows enum_rows(BlendFunction);

enum class LogicOp : std::uint8_t {
  kClear,
  kNor,
  kAndInverted,
  kCopyInverted,
  kAndReverse,
  kInvert,
  kXor,
  kNand,
  kAnd,
  kEquiv,
  kNoop,
  kOrInverted,
  kCopy,
  kOrReverse,
  kOr,
  kSet,
};
EnumRows enum_rows(LogicOp);

}  // namespace texpipe::gen9
