#include "parameters/names/name_rule.h"

#include <catch2/catch.hpp>

#include "parameters/names/path_pattern.h"

using namespace texpipe::study;

namespace {

constexpr std::string_view kPaths[] = {"cycles",      "a[0].l1.hits", "a[1].l1.hits", "a[0].b[0].x", "a[0].b[1].x",
                                       "a[1].b[0].x", "l3.hits",      "l3.wide.hits", "open[0"};

struct Row {
  const char* name;
  std::vector<std::size_t> places;
  std::vector<std::string> candidates;
};

const Row kRows[] = {
    {"cycles", {0}, {"cycles"}},
    {"a[1].l1.hits", {2}, {"a[*].l1.hits"}},
    {"a[*].l1.hits", {1, 2}, {"a[*].l1.hits"}},
    {"a.l1.hits", {1, 2}, {"a[*].l1.hits"}},
    {"l1.hits", {1, 2}, {"a[*].l1.hits"}},
    {"a[0].b.x", {3, 4}, {"a[*].b[*].x"}},
    {"a.b[0].x", {3, 5}, {"a[*].b[*].x"}},
    {"b[1].x", {4}, {"a[*].b[*].x"}},
    {"x", {3, 4, 5}, {"a[*].b[*].x"}},
    {"l3.hits", {6}, {"l3.hits"}},
    {"wide.hits", {7}, {"l3.wide.hits"}},
    {"hits", {1, 2, 6, 7}, {"a[*].l1.hits", "l3.hits", "l3.wide.hits"}},
    {"its", {}, {}},
    {"a[2].l1.hits", {}, {}},
    {"l3[0].hits", {6}, {"l3.hits"}},  // the only one of its kind
    {"l3[1].hits", {}, {}},
    {"a.l1", {}, {}},
    {"", {}, {}},
};

}  // namespace

TEST_CASE("a name is a whole path, or the last words of one, and an index that is left out is any", "[names]") {
  for (const Row& row : kRows) {
    INFO(row.name);
    const NameMatch match = match_name(row.name, kPaths);
    CHECK(match.places == row.places);
    CHECK(match.candidates == row.candidates);
    for (const std::size_t place : row.places) CHECK(chooses(row.name, kPaths[place]));
  }
}

TEST_CASE("what is wrong with a name is told with the candidates or the nearest spelling", "[names]") {
  const auto problem = [](std::string_view name) {
    return name_problem(name, match_name(name, kPaths), kPaths, "statistic", "others").text();
  };
  CHECK(problem("hits") ==
        "hits: more than one statistic ends in this; it may be a[*].l1.hits or l3.hits or l3.wide.hits");
  CHECK(problem("l1.hist") == "l1.hist: no such statistic; did you mean l1.hits?");
  CHECK(problem("a[*].l1.hist") == "a[*].l1.hist: no such statistic; did you mean a.l1.hits?");
  CHECK(problem("nothing.of.all.this.is.there") == "nothing.of.all.this.is.there: no such statistic; others");
}

TEST_CASE("of many paths that end in the same word five are named", "[names]") {
  constexpr std::string_view kMany[] = {"a.x", "b.x", "c.x", "d.x", "e.x", "f.x", "g.x"};
  CHECK(nearest_name("some.where.else.x", kMany) == "did you mean a.x or b.x or c.x or d.x or e.x or 2 more?");
}

TEST_CASE("the only part of a kind takes an index, and is one name with several of another place", "[config]") {
  CHECK(is_whole_name("slice[0].sampler[*].l1", "slice.sampler.l1"));
  CHECK_FALSE(is_whole_name("slice[1].l3", "slice.l3"));
  const std::vector<std::string_view> paths{"subslice[0].sampler.l1", "subslice[1].sampler[0].l1",
                                            "subslice[1].sampler[1].l1"};
  const NameMatch match = match_name("subslice[*].sampler.l1", paths);
  CHECK(match.is_one());
  CHECK(match.places.size() == 3);
}
