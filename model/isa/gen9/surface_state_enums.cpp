#include "isa/gen9/surface_state_enums.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 8> kSurfaceTypes{{
    {0, "SURFTYPE_1D", "one axis, with or without array"},
    {1, "SURFTYPE_2D", "two axes, with or without array"},
    {2, "SURFTYPE_3D", "a volume"},
    {3, "SURFTYPE_CUBE", "six square faces, with or without array"},
    {4, "SURFTYPE_BUFFER", "typed or raw buffer"},
    {5, "SURFTYPE_STRBUF", "buffer of structures"},
    {6, "Reserved", ""},
    {7, "SURFTYPE_NULL", "reads give 0, writes vanish, no other field counts"},
}};

constexpr std::array<EnumRow, 4> kSurfaceAlignments{{
    {0, "Reserved", ""},
    {1, "4", "levels start on multiples of 4 elements"},
    {2, "8", "levels start on multiples of 8 elements"},
    {3, "16", "levels start on multiples of 16 elements"},
}};

constexpr std::array<EnumRow, 4> kTileModes{{
    {0, "LINEAR", "rows one after another"},
    {1, "WMAJOR", "64 x 64 tiles, for stencil"},
    {2, "XMAJOR", "tiles of 512 bytes x 8 rows"},
    {3, "YMAJOR", "tiles of 128 bytes x 32 rows in columns of 16 bytes"},
}};

constexpr std::array<EnumRow, 4> kTiledResourceModes{{
    {0, "NONE", "the tile mode says all"},
    {1, "TILEYF", "4 KiB tiles"},
    {2, "TILEYS", "64 KiB tiles"},
    {3, "Reserved", ""},
}};

constexpr std::array<EnumRow, 4> kSurfaceRotations{{
    {0, "0DEG", "not rotated"},
    {1, "90DEG", "rotated by 90 degrees"},
    {2, "180DEG", "rotated by 180 degrees"},
    {3, "270DEG", "rotated by 270 degrees"},
}};

constexpr std::array<EnumRow, 2> kMultisampleStorages{{
    {0, "MSS", "one array slice per sample"},
    {1, "DEPTH_STENCIL", "samples interleaved; only ld2dms, resinfo and sampleinfo may read it"},
}};

constexpr std::array<EnumRow, 8> kAuxSurfaceModes{{
    {0, "AUX_NONE", "no auxiliary surface"},
    {1, "AUX_CCS_D", "fast clears (one sample) or MCS (several)"},
    {2, "AUX_APPEND", "append counter"},
    {3, "AUX_HIZ", "hierarchical depth"},
    {4, "Reserved", ""},
    {5, "AUX_CCS_E", "lossless compression (one sample) or compressed MCS"},
    {6, "Reserved", ""},
    {7, "Reserved", ""},
}};

}  // namespace

EnumRows enum_rows(SurfaceType) {
  return {"Surface Type", kSurfaceTypes};
}
EnumRows enum_rows(SurfaceAlignment) {
  return {"Surface Alignment", kSurfaceAlignments};
}
EnumRows enum_rows(TileMode) {
  return {"Tile Mode", kTileModes};
}
EnumRows enum_rows(TiledResourceMode) {
  return {"Tiled Resource Mode", kTiledResourceModes};
}
EnumRows enum_rows(SurfaceRotation) {
  return {"Surface Rotation", kSurfaceRotations};
}
EnumRows enum_rows(MultisampleStorage) {
  return {"Multisample Storage", kMultisampleStorages};
}
EnumRows enum_rows(AuxSurfaceMode) {
  return {"Auxiliary Surface Mode", kAuxSurfaceModes};
}

}  // namespace texpipe::gen9
