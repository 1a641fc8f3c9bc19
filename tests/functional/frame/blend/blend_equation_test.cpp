#include "functional/frame/blend/blend_equation.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;
using gen9::BlendFactor;
using gen9::BlendFunction;

namespace {

LaneColors colors(float r, float g, float b, float a) {
  LaneColors lanes;
  lanes[0].fill(r);
  lanes[1].fill(g);
  lanes[2].fill(b);
  lanes[3].fill(a);
  return lanes;
}

/// Colours in which no channel equals another one, nor 1 minus another one. All are exact in binary.
struct Operands {
  LaneColors source = colors(0.125f, 0.25f, 0.375f, 0.3125f);
  LaneColors target = colors(0.0625f, 0.1875f, 0.4375f, 0.84375f);
  LaneColors second = colors(0.03125f, 0.09375f, 0.21875f, 0.28125f);
  std::array<float, 4> constant{0.015625f, 0.046875f, 0.078125f, 0.109375f};

  BlendOperands operands() const { return {source, target, second, constant}; }
  float factor(BlendFactor f, unsigned channel) const { return blend_factor(f, operands(), channel)[5]; }
};

}  // namespace

TEST_CASE("every blend factor takes its own colour, channel and complement", "[frame][blend]") {
  struct Row {
    BlendFactor factor;
    const char* name;  // in the manual
    float green;
    float alpha;
  };
  const Row rows[] = {
      {BlendFactor::kOne, "BLENDFACTOR_ONE", 1, 1},
      {BlendFactor::kSrcColor, "BLENDFACTOR_SRC_COLOR", 0.25f, 0.3125f},
      {BlendFactor::kSrcAlpha, "BLENDFACTOR_SRC_ALPHA", 0.3125f, 0.3125f},
      {BlendFactor::kDstAlpha, "BLENDFACTOR_DST_ALPHA", 0.84375f, 0.84375f},
      {BlendFactor::kDstColor, "BLENDFACTOR_DST_COLOR", 0.1875f, 0.84375f},
      {BlendFactor::kSrcAlphaSaturate, "BLENDFACTOR_SRC_ALPHA_SATURATE", 0.15625f,
       1},  // 1 - target alpha is smaller than source alpha
      {BlendFactor::kConstColor, "BLENDFACTOR_CONST_COLOR", 0.046875f, 0.109375f},
      {BlendFactor::kConstAlpha, "BLENDFACTOR_CONST_ALPHA", 0.109375f, 0.109375f},
      {BlendFactor::kSrc1Color, "BLENDFACTOR_SRC1_COLOR", 0.09375f, 0.28125f},
      {BlendFactor::kSrc1Alpha, "BLENDFACTOR_SRC1_ALPHA", 0.28125f, 0.28125f},
      {BlendFactor::kZero, "BLENDFACTOR_ZERO", 0, 0},
      {BlendFactor::kInvSrcColor, "BLENDFACTOR_INV_SRC_COLOR", 0.75f, 0.6875f},
      {BlendFactor::kInvSrcAlpha, "BLENDFACTOR_INV_SRC_ALPHA", 0.6875f, 0.6875f},
      {BlendFactor::kInvDstAlpha, "BLENDFACTOR_INV_DST_ALPHA", 0.15625f, 0.15625f},
      {BlendFactor::kInvDstColor, "BLENDFACTOR_INV_DST_COLOR", 0.8125f, 0.15625f},
      {BlendFactor::kInvConstColor, "BLENDFACTOR_INV_CONST_COLOR", 0.953125f, 0.890625f},
      {BlendFactor::kInvConstAlpha, "BLENDFACTOR_INV_CONST_ALPHA", 0.890625f, 0.890625f},
      {BlendFactor::kInvSrc1Color, "BLENDFACTOR_INV_SRC1_COLOR", 0.90625f, 0.71875f},
      {BlendFactor::kInvSrc1Alpha, "BLENDFACTOR_INV_SRC1_ALPHA", 0.71875f, 0.71875f},
  };
  const Operands operands;
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(name_of(row.factor) == row.name);
    CHECK(operands.factor(row.factor, 1) == row.green);
    CHECK(operands.factor(row.factor, 3) == row.alpha);
  }
}

TEST_CASE("the saturating blend factor is source alpha where the target leaves room for it", "[frame][blend]") {
  Operands operands;
  operands.target[3].fill(0.25f);
  CHECK(operands.factor(BlendFactor::kSrcAlphaSaturate, 0) == 0.3125f);
}

TEST_CASE("every blend function joins source and target in its own way", "[frame][blend]") {
  struct Row {
    BlendFunction function;
    const char* name;  // in the manual
    float green;       // of source 0.25 and target 0.1875, halves of which are added
  };
  const Row rows[] = {
      {BlendFunction::kAdd, "BLENDFUNCTION_ADD", 0.125f + 0.1875f},
      {BlendFunction::kSubtract, "BLENDFUNCTION_SUBTRACT", 0.125f - 0.1875f},
      {BlendFunction::kReverseSubtract, "BLENDFUNCTION_REVERSE_SUBTRACT", 0.1875f - 0.125f},
      {BlendFunction::kMin, "BLENDFUNCTION_MIN", 0.1875f},  // without factors
      {BlendFunction::kMax, "BLENDFUNCTION_MAX", 0.25f},
  };
  Operands operands;
  operands.constant.fill(0.5f);
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(name_of(row.function) == row.name);
    const BlendEquation equation{BlendFactor::kConstColor, BlendFactor::kOne, row.function};
    CHECK(blend(equation, operands.operands(), 1)[2] == row.green);
  }
}

TEST_CASE("reserved blend factors and functions are refused", "[frame][blend]") {
  CHECK_THROWS_WITH(require_known({.source = static_cast<BlendFactor>(0x16)}), Catch::Contains("blend factor 22"));
  CHECK_THROWS_WITH(require_known({.target = static_cast<BlendFactor>(0)}), Catch::Contains("blend factor 0"));
  CHECK_THROWS_WITH(require_known({.function = static_cast<BlendFunction>(5)}), Catch::Contains("blend function 5"));
  CHECK_NOTHROW(require_known({}));
}
