#include "base/spelling.h"

#include <catch2/catch.hpp>

using namespace texpipe;

TEST_CASE("swapping two neighbours is one edit", "[base]") {
  CHECK(edit_distance("wyas", "ways") == 1);
}

TEST_CASE("the nearest spelling ignores case and refuses strangers", "[base]") {
  const std::string_view words[] = {"ways", "size", "line"};
  CHECK(nearest_spelling("Way", words) == "ways");
  CHECK(nearest_spelling("elephant", words).empty());
}
