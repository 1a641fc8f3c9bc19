// Enumerations of RENDER_SURFACE_STATE (specification/state 2).
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class SurfaceType : std::uint8_t {
  k1D = 0,
  k2D = 1,
  k3D = 2,
  kCube = 3,
  kBuffer = 4,
  kStructuredBuffer = 5,
  kNull = 7
};
EnumRows enum_rows(SurfaceType);

enum class SurfaceAlignment : std::uint8_t { k4 = 1, k8 = 2, k16 = 3 };  // in elements: texels or compression blocks
EnumRows enum_rows(SurfaceAlignment);

enum class TileMode : std::uint8_t { kLinear, kW, kX, kY };
EnumRows enum_rows(TileMode);

enum class TiledResourceMode : std::uint8_t { kNone, kYf, kYs };
EnumRows enum_rows(TiledResourceMode);

enum class SurfaceRotation : std::uint8_t { k0, k90, k180, k270 };
EnumRows enum_rows(SurfaceRotation);

enum class MultisampleStorage : std::uint8_t { kMss, kDepthStencil };
EnumRows enum_rows(MultisampleStorage);

enum class AuxSurfaceMode : std::uint8_t { kNone = 0, kCcsD = 1, kAppend = 2, kHiz = 3, kCcsE = 5 };
EnumRows enum_rows(AuxSurfaceMode);

/// Elements of an alignment: 4, 8 or 16.
constexpr unsigned elements_of(SurfaceAlignment alignment) {
  return 2u << static_cast<unsigned>(alignment);
}

}  // namespace texpipe::gen9
