// The pass rule, edge by edge, on arrays written into a temporary folder.
#include "analysis/verify/pass_rule.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "base/diagnostic.h"
#include "pictures/npy/npy.h"
#include "support/scratch_folder.h"
#include "support/write_npy.h"

namespace texpipe::study {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

struct Bench {
  test::ScratchFolder scratch;
  std::filesystem::path folder = scratch.path();
  GoldenCase golden;

  Bench() { golden.check_columns = {0, 1, 2, 3}; }

  CaseFile file(const char* name, const std::vector<float>& values) const {
    texpipe::test::write_npy(folder / name, npy_of(values, {values.size() / 4, 4}));
    return {.path = folder / name};
  }
};

CaseResults one_row(float r, float g, float b, float a) {
  return {{std::bit_cast<std::uint32_t>(r), std::bit_cast<std::uint32_t>(g), std::bit_cast<std::uint32_t>(b),
           std::bit_cast<std::uint32_t>(a)}};
}

TEST_CASE("without an interval the tolerance decides, and zeros, infinities and NaN are equal to themselves",
          "[verify]") {
  Bench bench;
  bench.golden.expected = bench.file("e.npy", {0.0f, kInf, kNan, 0.5f});
  CHECK(judge(bench.golden, one_row(-0.0f, kInf, kNan, 0.5f)).passed());
  CHECK_FALSE(judge(bench.golden, one_row(0, kInf, kNan, 0.50001f)).passed());
  CHECK_FALSE(judge(bench.golden, one_row(0, 3e38f, kNan, 0.5f)).passed());
  CHECK_FALSE(judge(bench.golden, one_row(0, kInf, 0, 0.5f)).passed());
  CHECK_FALSE(judge(bench.golden, one_row(kNan, kInf, kNan, 0.5f)).passed());
  bench.golden.abs_tol = 0.001;
  CHECK(judge(bench.golden, one_row(0, kInf, kNan, 0.5005f)).passed());
  CHECK_FALSE(judge(bench.golden, one_row(0, -kInf, kNan, 0.5f)).passed());
}

TEST_CASE("an interval includes its ends and nothing beyond", "[verify]") {
  Bench bench;
  bench.golden.expected = bench.file("e.npy", {0, 0, 0, 0});
  bench.golden.lo = bench.file("lo.npy", {0.25f, 0, 0, kNan});
  bench.golden.hi = bench.file("hi.npy", {0.5f, 0, 0, kNan});
  CHECK(judge(bench.golden, one_row(0.25f, 0, 0, kNan)).passed());
  CHECK(judge(bench.golden, one_row(0.5f, 0, 0, kNan)).passed());
  const CaseVerdict verdict = judge(bench.golden, one_row(std::nextafter(0.5f, 1.0f), 0, 0, 1));
  REQUIRE(verdict.failures.size() == 2);
  CHECK(verdict.failures[0].column == 0);
  CHECK(verdict.failures[0].high == 0.5);
  CHECK(verdict.failures[1].column == 3);
}

TEST_CASE("columns that are not checked and lenient cases accept everything", "[verify]") {
  Bench bench;
  bench.golden.expected = bench.file("e.npy", {1, 2, 3, 4});
  bench.golden.check_columns = {1};
  CHECK(judge(bench.golden, one_row(9, 2, 9, 9)).passed());
  CHECK_FALSE(judge(bench.golden, one_row(1, 9, 3, 4)).passed());
  bench.golden.lenient = true;
  CHECK(judge(bench.golden, one_row(kNan, kInf, 0, 0)).passed());
}

TEST_CASE("a root mean square limit holds over all rows and columns", "[verify]") {
  Bench bench;
  bench.golden.expected = bench.golden.ideal = bench.file("e.npy", {0, 0, 0, 0, 0, 0, 0, 0});
  bench.golden.abs_tol = 10;
  bench.golden.rms_limit = 0.5;
  CaseResults results = one_row(1, 0, 0, 0);
  results.push_back(one_row(0, 0, 1, 0)[0]);
  CHECK(judge(bench.golden, results).rms == Approx(0.5));
  CHECK(judge(bench.golden, results).passed());
  results[1][0] = std::bit_cast<std::uint32_t>(0.1f);
  CHECK_FALSE(judge(bench.golden, results).passed());
}

TEST_CASE("integers are compared as the expected array has them", "[verify]") {
  Bench bench;
  const std::vector<std::uint32_t> expected{0xFFFFFFFF, 0, 0, 1};
  texpipe::test::write_npy(bench.folder / "u.npy", npy_of(expected, {1, 4}));
  bench.golden.expected = {.path = bench.folder / "u.npy"};
  CHECK(judge(bench.golden, {{0xFFFFFFFF, 0, 0, 1}}).passed());
  CHECK_FALSE(judge(bench.golden, {{0xFFFFFFFE, 0, 0, 1}}).passed());
}

TEST_CASE("arrays of another shape are refused", "[verify]") {
  Bench bench;
  bench.golden.expected = bench.file("e.npy", {1, 2, 3, 4});
  CHECK_THROWS_AS(judge(bench.golden, CaseResults(2)), Error);
}

}  // namespace
}  // namespace texpipe::study
