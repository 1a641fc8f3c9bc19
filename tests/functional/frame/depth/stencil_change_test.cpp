#include "functional/frame/depth/stencil_change.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::functional;
using gen9::StencilOperation;

TEST_CASE("every stencil operation changes the stored value in its own way", "[frame][depth]") {
  struct Row {
    StencilOperation operation;
    unsigned of_0, of_7, of_255;  // with the reference 0x5A
  };
  constexpr Row kRows[] = {
      {StencilOperation::kKeep, 0, 7, 255},
      {StencilOperation::kZero, 0, 0, 0},
      {StencilOperation::kReplace, 0x5A, 0x5A, 0x5A},
      {StencilOperation::kIncrementSaturate, 1, 8, 255},
      {StencilOperation::kDecrementSaturate, 0, 6, 254},
      {StencilOperation::kIncrement, 1, 8, 0},
      {StencilOperation::kDecrement, 255, 6, 254},
      {StencilOperation::kInvert, 255, 0xF8, 0},
  };
  for (const Row& row : kRows) {
    INFO(name_of(row.operation));
    CHECK(changed_stencil(row.operation, 0, 0x5A) == row.of_0);
    CHECK(changed_stencil(row.operation, 7, 0x5A) == row.of_7);
    CHECK(changed_stencil(row.operation, 255, 0x5A) == row.of_255);
  }
}
