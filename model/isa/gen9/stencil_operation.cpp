#include "isa/gen9/stencil_operation.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 8> kStencilOperationRows{{
    {0, "STENCILOP_KEEP", "unchanged"},
    {1, "STENCILOP_ZERO", "0"},
    {2, "STENCILOP_REPLACE", "the reference"},
    {3, "STENCILOP_INCRSAT", "plus 1, stops at 255"},
    {4, "STENCILOP_DECRSAT", "minus 1, stops at 0"},
    {5, "STENCILOP_INCR", "plus 1, wraps"},
    {6, "STENCILOP_DECR", "minus 1, wraps"},
    {7, "STENCILOP_INVERT", "every bit inverted"},
}};

}  // namespace

EnumRows enum_rows(StencilOperation) {
  return {"3D_Stencil_Operation", kStencilOperationRows};
}

}  // namespace texpipe::gen9
