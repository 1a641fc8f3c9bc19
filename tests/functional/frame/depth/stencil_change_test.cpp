#include "functional/frame/depth/stencil_change.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::functional;
using gen9::StencilOperation;

TEST_CASE("every stencil operation changes the stored value in its own way", "[frame][depth]") {
  struct Row {
    StencilOperation operation;
    const char* name;             // in the manual
    unsigned of_0, of_7, of_255;  // with the reference 0x5A
  };
  constexpr Row kRows[] = {
      {StencilOperation::kKeep, "STENCILOP_KEEP", 0, 7, 255},
      {StencilOperation::kZero, "STENCILOP_ZERO", 0, 0, 0},
      {StencilOperation::kReplace, "STENCILOP_REPLACE", 0x5A, 0x5A, 0x5A},
      {StencilOperation::kIncrementSaturate, "STENCILOP_INCRSAT", 1, 8, 255},
      {StencilOperation::kDecrementSaturate, "STENCILOP_DECRSAT", 0, 6, 254},
      {StencilOperation::kIncrement, "STENCILOP_INCR", 1, 8, 0},
      {StencilOperation::kDecrement, "STENCILOP_DECR", 255, 6, 254},
      {StencilOperation::kInvert, "STENCILOP_INVERT", 255, 0xF8, 0},
  };
  for (const Row& row : kRows) {
    INFO(row.name);
    CHECK(name_of(row.operation) == row.name);
    CHECK(changed_stencil(row.operation, 0, 0x5A) == row.of_0);
    CHECK(changed_stencil(row.operation, 7, 0x5A) == row.of_7);
    CHECK(changed_stencil(row.operation, 255, 0x5A) == row.of_255);
  }
}
