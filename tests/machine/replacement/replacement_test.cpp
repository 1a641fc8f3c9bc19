#include "machine/replacement/replacement.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "machine/cache/tag_array.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

/// Lines as letters that a cache of one set reads one after the other: those that were there as `.`, of the others the
/// line that made room, or `-` for an empty way.
std::string read(std::string_view lines, Replacement policy, std::uint32_t ways, std::string_view pinned = "") {
  TagArray tags{CacheGeometry{.sets = 1, .ways = ways, .replacement = policy}};
  std::string seen;
  for (const char line : lines) {
    const LineKey key{AddressSpace::kStored, static_cast<std::uint64_t>(line)};
    if (tags.lookup(key)) {
      seen += '.';
      continue;
    }
    const auto allocation = tags.allocate(key);
    seen += allocation->evicted ? static_cast<char>(allocation->victim.line) : '-';
    tags.set_pinned(allocation->place, pinned.find(line) != std::string_view::npos);
  }
  return seen;
}

std::unique_ptr<ReplacementPolicy> policy_of(Replacement policy, std::uint32_t ways) {
  return replacement_policies().at(policy).make({.sets = 1, .ways = ways, .seed = 7});
}

/// Policy `last`: the highest candidate.
struct LastPolicy final : ReplacementPolicy {
  explicit LastPolicy(const PolicyPlace&) {}
  void touched(std::uint32_t, std::uint32_t) override {}
  void filled(std::uint32_t, std::uint32_t) override {}
  std::uint32_t victim(std::uint32_t, std::span<const std::uint32_t> candidates) override { return candidates.back(); }
};

/// A policy that chooses a way that the cache does not have.
struct OutsidePolicy final : ReplacementPolicy {
  void touched(std::uint32_t, std::uint32_t) override {}
  void filled(std::uint32_t, std::uint32_t) override {}
  std::uint32_t victim(std::uint32_t, std::span<const std::uint32_t>) override { return 9; }
};

}  // namespace

TEST_CASE("lru: the line that was used the longest time ago makes room", "[replacement]") {
  CHECK(read("abcdaebcf", Replacement::kLru, 4) ==
        "----.b"
        "cda");
}

TEST_CASE("fifo: the line that came first makes room, also when it was used since", "[replacement]") {
  CHECK(read("abcdaebaf", Replacement::kFifo, 4) == "----.a.bc");
}

TEST_CASE("plru: the bits of the tree lead to the half that was not used last", "[replacement]") {
  // Four ways a b | c d. After abcd the root leads to the left half, whose bit leads to a. Then a is used: the root
  // leads right, to c, though b was used longer ago.
  CHECK(read("abcdae", Replacement::kPlru, 4) == "----.c");
  // e came in c's way: the root leads left, to b. f in b's way: right, to d.
  CHECK(read("abcdaefg", Replacement::kPlru, 4) == "----.cbd");
  // Two ways are LRU.
  CHECK(read("abacbcab", Replacement::kPlru, 2) == read("abacbcab", Replacement::kLru, 2));
  // Three ways leave the fourth leaf empty: after abc the root leads left to a; after d there, right to c.
  CHECK(read("abcde", Replacement::kPlru, 3) == "---ac");
}

TEST_CASE("plru: a half whose lines are all on their way is passed by", "[replacement]") {
  CHECK(read("abcde", Replacement::kPlru, 4, "a") == "----b");
  CHECK(read("abcde", Replacement::kPlru, 4, "ab") == "----c");
  CHECK(read("abcde", Replacement::kPlru, 4, "abc") == "----d");
}

TEST_CASE("srrip: lines that were read once leave before those that were read again", "[replacement]") {
  // a is used again (prediction 0). A scan of b to h over three other ways never drives it out: 2 becomes 3 for the
  // scan only, while a ages by one at each round of them.
  CHECK(read("aabcdef", Replacement::kSrrip, 4) == "-.---bc");
  // All with prediction 2 age to 3, the first makes room: like fifo without uses.
  CHECK(read("abcdefgh", Replacement::kSrrip, 4) == "----abcd");
  // a ages: 1 at e, 2 at h, 3 when i has replaced all of f, g, h.
  CHECK(read("aabcdefghijk", Replacement::kSrrip, 4) == "-.---bcdefga");
}

TEST_CASE("nmru: any line but the one that was used last makes room", "[replacement]") {
  const auto policy = policy_of(Replacement::kNmru, 4);
  const std::vector<std::uint32_t> all{0, 1, 2, 3};
  std::map<std::uint32_t, int> chosen;
  policy->touched(0, 2);
  for (int i = 0; i < 3000; ++i) ++chosen[policy->victim(0, all)];
  CHECK(chosen.count(2) == 0);
  for (const std::uint32_t way : {0u, 1u, 3u}) CHECK(std::abs(chosen[way] - 1000) < 100);
  const std::vector<std::uint32_t> only{2};
  CHECK(policy->victim(0, only) == 2);
}

TEST_CASE("random: every line makes room equally often, and one seed gives one order", "[replacement]") {
  const auto one = policy_of(Replacement::kRandom, 4), other = policy_of(Replacement::kRandom, 4);
  const std::vector<std::uint32_t> all{0, 1, 2, 3};
  std::map<std::uint32_t, int> chosen;
  for (int i = 0; i < 4000; ++i) {
    const std::uint32_t way = one->victim(0, all);
    CHECK(way == other->victim(0, all));
    ++chosen[way];
  }
  for (const std::uint32_t way : all) CHECK(std::abs(chosen[way] - 1000) < 100);
}

TEST_CASE("each set has a history of its own", "[replacement]") {
  const std::vector<std::uint32_t> all{0, 1, 2, 3};
  for (const Replacement word : {Replacement::kLru, Replacement::kFifo, Replacement::kPlru, Replacement::kSrrip}) {
    INFO(enum_rows(word).find(static_cast<std::uint32_t>(word))->name);
    const auto alone = policy_of(word, 4);
    const auto policy = replacement_policies().at(word).make({.sets = 3, .ways = 4, .seed = 7});
    SeededNumbers numbers{3};
    for (int i = 0; i < 200; ++i) {
      const auto way = static_cast<std::uint32_t>(numbers.next() % 4);
      const bool fill = i < 4 || numbers.next() % 2 == 0;
      const std::uint32_t here = fill && i >= 4 ? alone->victim(0, all) : fill ? static_cast<std::uint32_t>(i) : way;
      if (fill && i >= 4) REQUIRE(policy->victim(1, all) == here);
      fill ? alone->filled(0, here) : alone->touched(0, here);
      fill ? policy->filled(1, here) : policy->touched(1, here);
      for (const std::uint32_t other : {0u, 2u}) {
        policy->touched(other, static_cast<std::uint32_t>(numbers.next() % 4));
        if (i >= 4) policy->filled(other, policy->victim(other, all));
      }
    }
  }
  const auto nmru = replacement_policies().at(Replacement::kNmru).make({.sets = 2, .ways = 2, .seed = 7});
  nmru->touched(0, 0);
  nmru->touched(1, 1);
  const std::vector<std::uint32_t> both{0, 1};
  CHECK(nmru->victim(0, both) == 1);
  CHECK(nmru->victim(1, both) == 0);
}

TEST_CASE("no policy chooses a line that is no candidate", "[replacement]") {
  for (const EnumRow& row : enum_rows(Replacement{}).rows) {
    for (const std::uint32_t ways : {1u, 2u, 3u, 7u, 8u, 16u}) {
      INFO(row.name << ", " << ways << " ways");
      const auto policy = policy_of(static_cast<Replacement>(row.value), ways);
      SeededNumbers numbers{ways};
      for (std::uint32_t way = 0; way < ways; ++way) policy->filled(0, way);
      for (int i = 0; i < 300; ++i) {
        std::vector<std::uint32_t> candidates(ways);
        std::iota(candidates.begin(), candidates.end(), 0);
        std::erase_if(candidates, [&](std::uint32_t) { return numbers.next() % 3 == 0; });
        if (candidates.empty()) continue;
        const std::uint32_t victim = policy->victim(0, candidates);
        REQUIRE(std::count(candidates.begin(), candidates.end(), victim) == 1);
        policy->filled(0, victim);
        policy->touched(0, numbers.next() % ways);
      }
    }
  }
}

TEST_CASE("a policy that is added has a number, a row and its choice", "[replacement]") {
  WordRegistry<Replacement, PolicyMaker> policies{"replacement policy"};
  policies.add("first", "", {[](const PolicyPlace& place) { return std::make_unique<LastPolicy>(place); }});
  const Replacement second = policies.add(
      "last", "the last way", {[](const PolicyPlace& place) { return std::make_unique<LastPolicy>(place); }});
  CHECK(policies.rows().find("last")->meaning == "the last way");
  const std::vector<std::uint32_t> candidates{1, 3};
  CHECK(policies.at(second).make({})->victim(0, candidates) == 3);
}

TEST_CASE("a policy's choice outside the candidates ends with its name", "[replacement]") {
  static const Replacement outside = replacement_policies().add(
      "outside", "no way", {[](const PolicyPlace&) { return std::make_unique<OutsidePolicy>(); }});
  CHECK_THROWS_WITH(read("abc", outside, 2),
                    "replacement policy `outside` chose way 9 of set 0, which is no candidate");
}
