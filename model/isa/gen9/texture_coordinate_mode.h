// Texture Coordinate Mode: what lies outside the map, per axis.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class TextureCoordinateMode : std::uint8_t {
  kWrap,
  kMirror,
  kClamp,
  kCube,
  kClampBorder,
  kMirrorOnce,
  kHalfBorder
};
EnumRows enum_rows(TextureCoordinateMode);

}  // namespace texpipe::gen9
