#include "isa/gen9/compare_function.h"

#include <array>

namespace texpipe::gen9 {

namespace {

// For depth and stencil, "value" is the fragment's and "reference" the stored one (resolution R18).
constexpr std::array<EnumRow, 8> kRows{{
    {0, "COMPAREFUNCTION_ALWAYS", "passes whatever the numbers are"},
    {1, "COMPAREFUNCTION_NEVER", "fails whatever the numbers are"},
    {2, "COMPAREFUNCTION_LESS", "passes when value < reference"},
    {3, "COMPAREFUNCTION_EQUAL", "passes when value = reference"},
    {4, "COMPAREFUNCTION_LEQUAL", "passes when value <= reference"},
    {5, "COMPAREFUNCTION_GREATER", "passes when value > reference"},
    {6, "COMPAREFUNCTION_NOTEQUAL", "passes when value differs from reference"},
    {7, "COMPAREFUNCTION_GEQUAL", "passes when value >= reference"},
}};

}  // namespace

EnumRows enum_rows(CompareFunction) {
  return {"3D_Compare_Function", kRows};
}

}  // namespace texpipe::gen9
