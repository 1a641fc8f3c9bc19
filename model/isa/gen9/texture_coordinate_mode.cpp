#include "isa/gen9/texture_coordinate_mode.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 8> kRows{{
    {0, "WRAP", "repeats the map"},
    {1, "MIRROR", "repeats the map, every other copy mirrored"},
    {2, "CLAMP", "extends the edge texel"},
    {3, "CUBE", "taps beyond an edge come from the adjacent cube face"},
    {4, "CLAMP_BORDER", "outside lies the border colour"},
    {5, "MIRROR_ONCE", "mirrored once about the origin, then the edge texel"},
    {6, "HALF_BORDER", "outside lies the mean of edge texel and border colour"},
    {7, "Reserved", ""},
}};

}  // namespace

EnumRows enum_rows(TextureCoordinateMode) {
  return {"Texture Coordinate Mode", kRows};
}

}  // namespace texpipe::gen9
