#include "isa/gen9/simd_mode.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 4> kRows{{
    {0, "SIMD8D / SIMD4x2",
     "8 discrete samples, or 2 samples of 4 parameters; the header chooses, without one the former"},
    {1, "SIMD8", "8 channels"},
    {2, "SIMD16", "16 channels"},
    {3, "SIMD32/64", "blocks of pixels"},
}};

}  // namespace

EnumRows enum_rows(SimdMode) {
  return {"SIMD Mode", kRows};
}

}  // namespace texpipe::gen9
