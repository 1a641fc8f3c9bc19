#include "isa/gen9/sampler_state_enums.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 2> kBorderColorModes{{
    {0, "DX10/OGL", "colour in linear space; channels that the format lacks take its defaults"},
    {1, "DX9", "colour in the surface's own space; missing green and blue are 1"},
}};

constexpr std::array<EnumRow, 4> kLodPreclamps{{
    {0, "NONE", "the filter is chosen before the clamp"},
    {1, "Reserved", ""},
    {2, "OGL", "the level is clamped first, then the filter chosen"},
    {3, "Reserved", ""},
}};

constexpr std::array<EnumRow, 4> kMipFilters{{
    {0, "NONE", "level 0 only"},
    {1, "NEAREST", "the nearest level"},
    {2, "Reserved", ""},
    {3, "LINEAR", "blends two levels"},
}};

constexpr std::array<EnumRow, 8> kMapFilters{{
    {0, "NEAREST", "one texel"},
    {1, "LINEAR", "2, 4 or 8 texels by weight"},
    {2, "ANISOTROPIC", "several linear taps along the longer axis"},
    {3, "Reserved", ""},
    {4, "Reserved", ""},
    {5, "Reserved", ""},
    {6, "MONO", "box filter of a one-bit map"},
    {7, "Reserved", ""},
}};

constexpr std::array<EnumRow, 2> kLodAlgorithms{{
    {0, "LEGACY", "length of the longer gradient"},
    {1, "EWA_APPROXIMATION", "axes of the pixel's ellipse; anisotropic filters only"},
}};

constexpr std::array<EnumRow, 2> kChromaKeyModes{{
    {0, "KEYFILTER_KILL_ON_ANY_MATCH", "a matching texel kills the pixel"},
    {1, "KEYFILTER_REPLACE_BLACK", "a matching texel becomes black"},
}};

constexpr std::array<EnumRow, 2> kCubeSurfaceControls{{
    {0, "PROGRAMMED", "cubes use the address modes"},
    {1, "OVERRIDE", "cubes use CUBE on all axes"},
}};

constexpr std::array<EnumRow, 2> kLodClampMagnificationModes{{
    {0, "MIPNONE", "magnification reads level 0, as without mips"},
    {1, "MIPFILTER", "magnification clamps as the mip filter does"},
}};

constexpr std::array<EnumRow, 4> kReductionTypes{{
    {0, "STD_FILTER", "weighted sum"},
    {1, "COMPARISON", "weighted sum of compare results"},
    {2, "MINIMUM", "smallest of the texels, per channel"},
    {3, "MAXIMUM", "largest of the texels, per channel"},
}};

constexpr std::array<EnumRow, 4> kTrilinearQualities{{
    {0, "FULL", "always both levels"},
    {1, "HIGH", "drops a level that hardly shows"},
    {2, "MEDIUM", "drops a level below 25 %"},
    {3, "LOW", "drops a level below 37.5 %"},
}};

}  // namespace

EnumRows enum_rows(BorderColorMode) {
  return {"Border Color Mode", kBorderColorModes};
}
EnumRows enum_rows(LodPreclamp) {
  return {"LOD PreClamp Mode", kLodPreclamps};
}
EnumRows enum_rows(MipFilter) {
  return {"Mip Mode Filter", kMipFilters};
}
EnumRows enum_rows(MapFilter) {
  return {"Map Filter", kMapFilters};
}
EnumRows enum_rows(LodAlgorithm) {
  return {"LOD Algorithm", kLodAlgorithms};
}
EnumRows enum_rows(ChromaKeyMode) {
  return {"Chroma Key Mode", kChromaKeyModes};
}
EnumRows enum_rows(CubeSurfaceControl) {
  return {"Cube Surface Control Mode", kCubeSurfaceControls};
}
EnumRows enum_rows(LodClampMagnificationMode) {
  return {"LOD Clamp Magnification Mode", kLodClampMagnificationModes};
}
EnumRows enum_rows(ReductionType) {
  return {"Reduction Type", kReductionTypes};
}
EnumRows enum_rows(TrilinearQuality) {
  return {"Trilinear Filter Quality", kTrilinearQualities};
}

}  // namespace texpipe::gen9
