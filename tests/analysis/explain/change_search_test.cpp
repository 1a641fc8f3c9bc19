#include "analysis/explain/change_search.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

using namespace texpipe::study;

namespace {

/// A machine of units in a row: the slowest one decides. Each number of a unit is a change that makes it twice as fast.
struct Row {
  std::vector<PossibleChange> changes;
  std::vector<std::uint64_t> cycles;   // of each change's unit
  std::vector<ChangeSet> forbidden{};  // that are no machine together
  std::uint64_t always = 0;            // that nothing saves
  std::size_t runs = 0;

  std::uint64_t with(const ChangeSet& set) const {
    std::uint64_t slowest = always;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const bool better = std::binary_search(set.begin(), set.end(), i);
      slowest = std::max(slowest, better ? cycles[i] / 2 : cycles[i]);
    }
    return slowest;
  }

  FoundChanges search(std::size_t most_runs = 400) {
    return search_changes(changes, with({}),
                          {.fits =
                               [&](const ChangeSet& set) {
                                 return std::none_of(forbidden.begin(), forbidden.end(), [&](const ChangeSet& no) {
                                   return std::includes(set.begin(), set.end(), no.begin(), no.end());
                                 });
                               },
                           .run =
                               [&](const std::vector<ChangeSet>& sets) {
                                 std::vector<std::optional<std::uint64_t>> all;
                                 for (const ChangeSet& set : sets) all.emplace_back(with(set));
                                 runs += sets.size();
                                 return all;
                               },
                           .most_runs = most_runs});
  }
};

/// A tree of `units` units of four numbers each; all take 100 cycles.
Row row_of(std::size_t units) {
  Row row;
  for (std::size_t unit = 0; unit < units; ++unit)
    for (const char* number : {"latency", "slots", "rate", "banks"}) {
      row.changes.push_back({"machine.unit" + std::to_string(unit) + "." + number});
      row.cycles.push_back(100);
    }
  return row;
}

}  // namespace

TEST_CASE("one slow unit among many is the first single change and the smallest set", "[explain]") {
  Row row = row_of(12);
  row.cycles[17] = 1000;
  const FoundChanges found = row.search();
  REQUIRE(!found.singles.empty());
  CHECK(found.singles.front().changes == ChangeSet{17});
  CHECK(found.singles.front().cycles == 500);
  CHECK(found.smallest.changes == ChangeSet{17});
  CHECK(found.smallest.cycles == 500);
  CHECK(found.runs == row.runs);
}

TEST_CASE("of two units in a row that are equally slow neither alone saves anything, and both are the set",
          "[explain]") {
  Row row = row_of(12);
  row.cycles[6] = row.cycles[40] = 1000;
  const FoundChanges found = row.search();
  CHECK(found.singles.empty());
  CHECK(found.smallest.changes == ChangeSet{6, 40});
  CHECK(found.smallest.cycles == 500);
}

TEST_CASE("a word belongs to the set when numbers alone keep too little", "[explain]") {
  Row row = row_of(8);
  row.changes.push_back({"machine.unit3.overlapping", true});
  row.cycles.push_back(1000);
  row.changes.push_back({"machine.unit3.hash", true});
  row.cycles.push_back(1);
  row.cycles[2] = row.cycles[20] = 1000;
  const FoundChanges found = row.search();
  CHECK(found.smallest.changes == ChangeSet{2, 20, 32});
}

TEST_CASE("a word is found beside one that takes away what it acts on", "[explain]") {
  const std::vector<PossibleChange> changes{{"machine.cache.enabled", true, true}, {"machine.cache.hash", true}};
  const auto cycles = [](const ChangeSet& set) -> std::uint64_t {
    return set == ChangeSet{1} ? 500 : 1000;  // without the cache there is no hash
  };
  const ChangeTrials trials{.fits = [](const ChangeSet&) { return true; },
                            .run =
                                [&](const std::vector<ChangeSet>& sets) {
                                  std::vector<std::optional<std::uint64_t>> all;
                                  for (const ChangeSet& set : sets) all.emplace_back(cycles(set));
                                  return all;
                                }};
  const FoundChanges found = search_changes(changes, 1000, trials);
  CHECK(found.smallest.changes == ChangeSet{1});
  CHECK(found.smallest.cycles == 500);
}

TEST_CASE("what cannot be changed together is left out of everything, and the rest is found", "[explain]") {
  Row row = row_of(4);
  row.cycles[5] = row.cycles[9] = 1000;
  row.forbidden = {{0}, {5, 6}};
  const FoundChanges found = row.search();
  CHECK(found.smallest.changes == ChangeSet{5, 9});
}

TEST_CASE("a run that nothing shortens has no changes", "[explain]") {
  Row row = row_of(4);
  row.always = 1000;
  const FoundChanges found = row.search();
  CHECK(found.singles.empty());
  CHECK(found.smallest.changes.empty());
}

TEST_CASE("no more runs are made than the bound allows, and a search that it ends says so", "[explain]") {
  Row row = row_of(12);
  row.cycles[6] = row.cycles[40] = 1000;
  const FoundChanges found = row.search(5);
  CHECK(row.runs <= 5);
  CHECK(found.cut_short);
  CHECK(found.smallest.changes == found.everything.changes);
  CHECK(found.kept == 1);
  CHECK(!row.search(400).cut_short);
}

TEST_CASE("one to four slow units are found among 160 numbers with at most 105 runs", "[explain]") {
  std::mt19937 random{1};
  for (int round = 0; round < 200; ++round) {
    Row row = row_of(40);
    ChangeSet planted;
    while (planted.size() < 1 + round % 4u) {
      const std::size_t place = random() % row.cycles.size();
      if (row.cycles[place] == 1000) continue;
      row.cycles[place] = 1000;
      planted.push_back(place);
    }
    std::sort(planted.begin(), planted.end());
    const FoundChanges found = row.search();
    CHECK(found.smallest.changes == planted);
    CHECK(found.runs <= 105);
  }
}
