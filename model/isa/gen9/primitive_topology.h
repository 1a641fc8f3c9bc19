// 3D_Prim_Topo_Type: how vertices form primitives.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class PrimitiveTopology : std::uint8_t {
  kPointList = 0x01,
  kLineList = 0x02,
  kLineStrip = 0x03,
  kTriList = 0x04,
  kTriStrip = 0x05,
  kTriFan = 0x06,
  kQuadList = 0x07,
  kQuadStrip = 0x08,
  kLineListAdj = 0x09,
  kLineStripAdj = 0x0A,
  kTriListAdj = 0x0B,
  kTriStripAdj = 0x0C,
  kTriStripReverse = 0x0D,
  kPolygon = 0x0E,
  kRectList = 0x0F,
  kLineLoop = 0x10,
  kPointListBf = 0x11,
  kLineStripCont = 0x12,
  kLineStripBf = 0x13,
  kLineStripContBf = 0x14,
  kTriFanNoStipple = 0x16,
  kPatchList1 = 0x20,
  kPatchList2 = 0x21,
  kPatchList3 = 0x22,
  kPatchList4 = 0x23,
  kPatchList5 = 0x24,
  kPatchList6 = 0x25,
  kPatchList7 = 0x26,
  kPatchList8 = 0x27,
  kPatchList9 = 0x28,
  kPatchList10 = 0x29,
  kPatchList11 = 0x2A,
  kPatchList12 = 0x2B,
  kPatchList13 = 0x2C,
  kPatchList14 = 0x2D,
  kPatchList15 = 0x2E,
  kPatchList16 = 0x2F,
  kPatchList17 = 0x30,
  kPatchList18 = 0x31,
  kPatchList19 = 0x32,
  kPatchList20 = 0x33,
  kPatchList21 = 0x34,
  kPatchList22 = 0x35,
  kPatchList23 = 0x36,
  kPatchList24 = 0x37,
  kPatchList25 = 0x38,
  kPatchList26 = 0x39,
  kPatchList27 = 0x3A,
  kPatchList28 = 0x3B,
  kPatchList29 = 0x3C,
  kPatchList30 = 0x3D,
  kPatchList31 = 0x3E,
  kPatchList32 = 0x3F,
};
EnumRows enum_rows(PrimitiveTopology);

}  // namespace texpipe::gen9
