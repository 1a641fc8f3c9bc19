#include "machine/prefetch/prefetch.h"

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace texpipe;
using namespace texpipe::machine;

namespace {

/// Lines that a prefetcher asks for at each of the reads, which all miss.
std::vector<std::vector<std::uint64_t>> asked(Prefetch word, std::uint32_t degree,
                                              const std::vector<std::uint64_t>& reads) {
  const auto prefetcher = prefetchers().at(word)(degree);
  std::vector<std::vector<std::uint64_t>> asked;
  for (const std::uint64_t line : reads) prefetcher->see({.line = line, .missed = true}, asked.emplace_back());
  return asked;
}

using Asked = std::vector<std::vector<std::uint64_t>>;

}  // namespace

TEST_CASE("none is no prefetcher", "[prefetch]") {
  CHECK(prefetchers().at(Prefetch::kNone)(4) == nullptr);
}

TEST_CASE("next_line asks for the lines behind one that was missing or is used for the first time", "[prefetch]") {
  CHECK(asked(Prefetch::kNextLine, 1, {10, 20}) == Asked{{11}, {21}});
  CHECK(asked(Prefetch::kNextLine, 3, {10}) == Asked{{11, 12, 13}});
  const auto prefetcher = prefetchers().at(Prefetch::kNextLine)(1);
  std::vector<std::uint64_t> lines;
  prefetcher->see({.line = 5}, lines);
  CHECK(lines.empty());
  prefetcher->see({.line = 5, .prefetched = true}, lines);
  CHECK(lines == std::vector<std::uint64_t>{6});
}

TEST_CASE("stream believes in a run after three lines of it, up or down, and not in strangers", "[prefetch]") {
  CHECK(asked(Prefetch::kStream, 2, {10, 11, 12, 13}) == Asked{{}, {}, {13, 14}, {14, 15}});
  CHECK(asked(Prefetch::kStream, 1, {10, 9, 8}) == Asked{{}, {}, {7}});
  CHECK(asked(Prefetch::kStream, 1, {10, 12, 14, 16}) == Asked{{}, {}, {}, {}});
  CHECK(asked(Prefetch::kStream, 1, {10, 11, 10, 11}) == Asked{{}, {}, {}, {}});
}

TEST_CASE("stream follows eight runs at once, and forgets the one that was not seen for the longest time",
          "[prefetch]") {
  std::vector<std::uint64_t> eight, nine;
  for (std::uint64_t step = 0; step < 3; ++step) {
    for (std::uint64_t run = 0; run < 8; ++run) eight.push_back(100 * run + step);
    for (std::uint64_t run = 0; run < 9; ++run) nine.push_back(100 * run + step);
  }
  const Asked of_eight = asked(Prefetch::kStream, 1, eight);
  for (std::uint64_t run = 0; run < 8; ++run) CHECK(of_eight[16 + run] == std::vector<std::uint64_t>{100 * run + 3});
  for (const auto& lines : asked(Prefetch::kStream, 1, nine)) CHECK(lines.empty());
}
