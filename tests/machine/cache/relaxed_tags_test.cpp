// Which misses and write-backs a larger cache would not have.
#include "machine/cache/relaxed_tags.h"

#include <catch2/catch.hpp>
#include <initializer_list>
#include <vector>

using namespace texpipe::machine;

namespace {

LineKey line(std::uint64_t number) {
  return {AddressSpace::kStored, number};
}

std::vector<Cause> causes_of(AbsentIn absent) {
  std::vector<Cause> causes;
  absent.for_each([&](Cause cause) { causes.push_back(cause); });
  return causes;
}

/// True tags and larger ones beside them: twice the size, twice the ways.
struct Bench {
  explicit Bench(const CacheGeometry& geometry, const Relaxations& relaxations = {})
      : tags{geometry}, relaxed{geometry, Cause::kL1Size, Cause::kL1Ways, relaxations} {}

  std::vector<Cause> look_up(std::uint64_t number) {
    const bool missing = !tags.lookup(line(number));
    if (missing) tags.allocate(line(number));
    return causes_of(relaxed.looked_up(line(number), missing));
  }

  TagArray tags;
  RelaxedTags relaxed;
};

using Causes = std::vector<Cause>;

}  // namespace

TEST_CASE("a line that was never there is missing in every cache", "[cache]") {
  Bench bench{{.sets = 2, .ways = 1}};
  for (const std::uint64_t number : {0, 1, 2, 3}) CHECK(bench.look_up(number).empty());
}

TEST_CASE("a miss that twice the sets would hold is the size's", "[cache]") {
  Bench bench{{.sets = 2, .ways = 1}};
  for (const std::uint64_t number : {0, 1, 2, 3}) bench.look_up(number);
  // One set of two ways holds lines 2 and 3 alone, as two sets of one way do.
  CHECK(bench.look_up(0) == Causes{Cause::kL1Size});
}

TEST_CASE("a conflict that more ways of the same size resolve is the ways'", "[cache]") {
  Bench bench{{.sets = 4, .ways = 1}};
  for (const std::uint64_t number : {0, 8}) bench.look_up(number);  // the same set of 4, and of 8
  CHECK(bench.look_up(0) == Causes{Cause::kL1Ways});
}

TEST_CASE("a hit is nobody's fault", "[cache]") {
  Bench bench{{.sets = 2, .ways = 2}};
  bench.look_up(0);
  CHECK(bench.look_up(0).empty());
}

TEST_CASE("a miss that only more ways bring is taken off those that they save", "[cache]") {
  Bench bench{{.sets = 4, .ways = 1}};                                    // with twice the ways: 2 sets
  for (const std::uint64_t number : {1, 3, 7, 1}) bench.look_up(number);  // 1 hits; 3 and 7 have its set of two ways
  for (const std::uint64_t number : {0, 4}) bench.look_up(number);
  CHECK(bench.look_up(0) == Causes{Cause::kL1Size});  // would be the ways' as well, and makes up for line 1
  CHECK(bench.look_up(4) == Causes{Cause::kL1Size, Cause::kL1Ways});
}

TEST_CASE("ways that do not divide the lines of a cache are not followed", "[cache]") {
  Relaxations relaxations;
  relaxations.set(Cause::kL1Ways, 1.5);
  Bench bench{{.sets = 4, .ways = 2}, relaxations};
  for (const std::uint64_t number : {0, 4, 8}) bench.look_up(number);
  CHECK(bench.look_up(0) == Causes{Cause::kL1Size});
}

TEST_CASE("a size that cannot be relaxed takes no blame", "[cache]") {
  Relaxations relaxations;
  relaxations.set(Cause::kL1Size, 1);
  Bench bench{{.sets = 4, .ways = 1}, relaxations};
  for (const std::uint64_t number : {0, 4}) bench.look_up(number);
  CHECK(bench.look_up(0) == Causes{Cause::kL1Ways});
}

TEST_CASE("a larger cache writes a line back later, and a write-back that it has made is not saved", "[cache]") {
  RelaxedTags tags{{.sets = 1, .ways = 1}, Cause::kL3Size, Cause::kL3Ways, {}};
  tags.written(line(0));
  tags.written(line(1));
  CHECK(causes_of(tags.written_back()) == Causes{Cause::kL3Size});  // of line 0, which two sets hold
  tags.written(line(2));                                            // which evicts it there
  CHECK(causes_of(tags.written_back()).empty());
}
