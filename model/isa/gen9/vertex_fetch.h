// Components of vertices and attributes: 3D_Vertex_Component_Control, Attribute_Component_Format, COMPONENT_ENABLES,
// WRAP_SHORTEST_ENABLE.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class VertexComponentControl : std::uint8_t {
  kNoStore = 0,
  kStoreSrc = 1,
  kStore0 = 2,
  kStore1Fp = 3,
  kStore1Int = 4,
  kStorePid = 7,
};
EnumRows enum_rows(VertexComponentControl);

enum class AttributeComponentFormat : std::uint8_t {
  kDisabled,
  kXy,
  kXyz,
  kXyzw,
};
EnumRows enum_rows(AttributeComponentFormat);

enum class ComponentEnables : std::uint8_t {
  kNone,
  kX,
  kY,
  kXY,
  kZ,
  kXZ,
  kYZ,
  kXYZ,
  kW,
  kXW,
  kYW,
  kXYW,
  kZW,
  kXZW,
  kYZW,
  kXYZW,
};
EnumRows enum_rows(ComponentEnables);

enum class WrapShortestEnable : std::uint8_t {
  kX = 1,
  kY = 2,
  kXY = 3,
  kZ = 4,
  kXZ = 5,
  kYZ = 6,
  kXYZ = 7,
  kW = 8,
  kXW = 9,
  kYW = 10,
  kXYW = 11,
  kZW = 12,
  kXZW = 13,
  kYZW = 14,
  kXYZW = 15,
};
EnumRows enum_rows(WrapShortestEnable);

}  // namespace texpipe::gen9
