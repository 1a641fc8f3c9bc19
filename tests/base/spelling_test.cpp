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

TEST_CASE("a short word that shares no letter with a candidate is a stranger", "[base]") {
  const std::string_view words[] = {"B", "NODEP", "T", "P"};
  CHECK(nearest_spelling("X", words).empty());
  CHECK(nearest_spelling("", words).empty());
  CHECK(nearest_spelling("XY", words).empty());
  CHECK(nearest_spelling("b", words) == "B");
  CHECK(nearest_spelling("TT", words) == "T");
  CHECK(spelling_hint("X", words) == "expected one of B, NODEP, T, P");
}

TEST_CASE("a word of any length is answered at once", "[base]") {
  const std::string huge(3'000'000, 'x');
  const std::string other(3'000'000, 'y');
  const std::vector<std::string_view> words{"ways", other, huge};
  CHECK(nearest_spelling(huge, words).empty());
  const std::string longest(256, 'x');
  const std::string near = longest + "y";
  const std::vector<std::string_view> close{near, huge};
  CHECK(nearest_spelling(longest, close) == near);
}

TEST_CASE("the nearest candidate may differ from the word by its length alone", "[base]") {
  const std::vector<std::string_view> words{"width", "widths_of_levels", "wid"};
  CHECK(nearest_spelling("widt", words) == "width");
  CHECK(nearest_spelling("widthss", words) == "width");
}

TEST_CASE("words that were cut off, went on, or are another program's find ours", "[base]") {
  const std::vector<std::string_view> timings{"untimed", "loosely_timed", "approximately_timed"};
  CHECK(nearest_spelling("loose", timings) == "loosely_timed");
  CHECK(nearest_spelling("AT", timings) == "approximately_timed");
  CHECK(nearest_spelling("lo", timings).empty());
  CHECK(nearest_spelling("SFID_SAMPLR", std::vector<std::string_view>{"SFID"}).empty());
  const std::vector<std::string_view> options{"--help", "--out", "--threads"};
  CHECK(nearest_spelling("--output", options) == "--out");
  CHECK(nearest_spelling("-o", options) == "--out");
  CHECK(nearest_spelling("--color", options).empty());
  const std::vector<std::string_view> kinds{"cache_table", "texture_walk"};
  CHECK(nearest_spelling("walk", kinds) == "texture_walk");
  const std::vector<std::string_view> filters{"NEAREST", "LINEAR", "ANISOTROPIC"};
  CHECK(spelling_hint("trilinear", filters) == "did you mean LINEAR with mip_filter: LINEAR, which blends two levels?");
  CHECK(nearest_spelling("repeat", filters).empty());  // what it is for us is not listed here
}
