#include "functional/frame/depth/relation.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace texpipe;
using namespace texpipe::functional;
using gen9::CompareFunction;

TEST_CASE("every compare function of depth and stencil passes what its relation says", "[frame][depth]") {
  struct Row {
    CompareFunction function;
    const char* name;  // in the manual
    bool less, equal, greater, unordered;
  };
  constexpr Row kRows[] = {
      {CompareFunction::kAlways, "COMPAREFUNCTION_ALWAYS", true, true, true, true},
      {CompareFunction::kNever, "COMPAREFUNCTION_NEVER", false, false, false, false},
      {CompareFunction::kLess, "COMPAREFUNCTION_LESS", true, false, false, false},
      {CompareFunction::kEqual, "COMPAREFUNCTION_EQUAL", false, true, false, false},
      {CompareFunction::kLessEqual, "COMPAREFUNCTION_LEQUAL", true, true, false, false},
      {CompareFunction::kGreater, "COMPAREFUNCTION_GREATER", false, false, true, false},
      {CompareFunction::kNotEqual, "COMPAREFUNCTION_NOTEQUAL", true, false, true, true},
      {CompareFunction::kGreaterEqual, "COMPAREFUNCTION_GEQUAL", false, true, true, false},
  };
  for (const Row& row : kRows) {
    INFO(row.name);
    CHECK(name_of(row.function) == row.name);
    CHECK(passes(row.function, 1u, 2u) == row.less);
    CHECK(passes(row.function, 2u, 2u) == row.equal);
    CHECK(passes(row.function, 3u, 2u) == row.greater);
    CHECK(passes(row.function, std::numeric_limits<float>::quiet_NaN(), 2.0f) == row.unordered);
  }
}
