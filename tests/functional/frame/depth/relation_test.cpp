#include "functional/frame/depth/relation.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace texpipe;
using namespace texpipe::functional;
using gen9::CompareFunction;

TEST_CASE("every compare function of depth and stencil passes what its relation says", "[frame][depth]") {
  struct Row {
    CompareFunction function;
    bool less, equal, greater, unordered;
  };
  constexpr Row kRows[] = {
      {CompareFunction::kAlways, true, true, true, true},
      {CompareFunction::kNever, false, false, false, false},
      {CompareFunction::kLess, true, false, false, false},
      {CompareFunction::kEqual, false, true, false, false},
      {CompareFunction::kLessEqual, true, true, false, false},
      {CompareFunction::kGreater, false, false, true, false},
      {CompareFunction::kNotEqual, true, false, true, true},
      {CompareFunction::kGreaterEqual, false, true, true, false},
  };
  for (const Row& row : kRows) {
    INFO(name_of(row.function));
    CHECK(passes(row.function, 1u, 2u) == row.less);
    CHECK(passes(row.function, 2u, 2u) == row.equal);
    CHECK(passes(row.function, 3u, 2u) == row.greater);
    CHECK(passes(row.function, std::numeric_limits<float>::quiet_NaN(), 2.0f) == row.unordered);
  }
}
