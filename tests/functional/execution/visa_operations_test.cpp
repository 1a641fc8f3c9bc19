// One row for each result that an instruction has to give.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "functional/execution/visa_evaluate.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using visa::DataType;

namespace {

struct FloatRow {
  const char* name;
  std::vector<float> sources;
  float result;
};

struct IntegerRow {
  const char* name;
  DataType type;
  std::vector<std::uint32_t> sources;
  std::uint32_t result;
};

}  // namespace

TEST_CASE("float instructions of vISA: multiply-add, interpolation, roots, division, rounding", "[visa][values]") {
  const float inf = std::numeric_limits<float>::infinity();
  const FloatRow rows[] = {
      {"mad", {2.0f, 3.0f, 4.0f}, 10.0f},
      {"mad", {1.0f + 0x1p-12f, 1.0f + 0x1p-12f, -1.0f}, 0x1p-11f + 0x1p-24f},  // rounded once
      {"lrp", {0.25f, 8.0f, 4.0f}, 5.0f},
      {"inv", {8.0f}, 0.125f},
      {"inv", {0.0f}, inf},
      {"div", {1.0f, 4.0f}, 0.25f},
      {"divm", {3.0f, 2.0f}, 1.5f},
      {"sqrt", {6.25f}, 2.5f},
      {"sqrtm", {2.0f}, 0x1.6a09e6p0f},
      {"rsqrt", {16.0f}, 0.25f},
      {"log", {32.0f}, 5.0f},
      {"exp", {-3.0f}, 0.125f},
      {"pow", {4.0f, 1.5f}, 8.0f},
      {"sin", {0.0f}, 0.0f},
      {"cos", {0.0f}, 1.0f},
      {"rnde", {2.5f}, 2.0f},
      {"rnde", {3.5f}, 4.0f},
      {"rnde", {-2.5f}, -2.0f},
      {"rnde", {2.25f}, 2.0f},
      {"rnde", {2.75f}, 3.0f},
      {"rnde", {0x1p30f}, 0x1p30f},
  };
  for (const FloatRow& row : rows) {
    INFO(row.name << ' ' << row.sources[0]);
    std::vector<VisaValue> sources;
    for (float source : row.sources) sources.push_back({DataType::kF, std::bit_cast<std::uint32_t>(source)});
    const VisaValue result = evaluate(row.name, sources);
    CHECK(result.type == DataType::kF);
    CHECK(std::bit_cast<float>(static_cast<std::uint32_t>(result.bits)) == row.result);
  }
}

TEST_CASE("integer instructions of vISA: division, bit fields, bit counts", "[visa][values]") {
  using enum DataType;
  const IntegerRow rows[] = {
      {"mulh", kUd, {0xFFFF'FFFF, 0xFFFF'FFFF}, 0xFFFF'FFFE},
      {"mulh", kD, {0xFFFF'FFFF, 2}, 0xFFFF'FFFF},
      {"avg", kUd, {3, 4}, 4},
      {"avg", kUd, {0xFFFF'FFFF, 0xFFFF'FFFF}, 0xFFFF'FFFF},
      {"add3", kUd, {1, 2, 3}, 6},
      {"div", kD, {static_cast<std::uint32_t>(-7), 2}, static_cast<std::uint32_t>(-3)},
      {"mod", kD, {static_cast<std::uint32_t>(-7), 2}, static_cast<std::uint32_t>(-1)},
      {"div", kUd, {0xFFFF'FFF9, 2}, 0x7FFF'FFFC},
      {"div", kD, {7, 0}, 0},
      {"mod", kUd, {7, 0}, 0},
      {"lzd", kUd, {1}, 31},
      {"lzd", kUd, {0}, 32},
      {"cbit", kUd, {0xF0F0}, 8},
      {"fbl", kUd, {0x50}, 4},
      {"fbl", kUd, {0}, 0xFFFF'FFFF},
      {"fbh", kUd, {0x0080'0000}, 8},
      {"fbh", kUd, {0}, 0xFFFF'FFFF},
      {"fbh", kD, {0xFF00'0000}, 8},
      {"fbh", kD, {0xFFFF'FFFF}, 0xFFFF'FFFF},
      {"bfrev", kUd, {0x8000'0001}, 0x8000'0001},
      {"bfrev", kUd, {0x1}, 0x8000'0000},
      {"bfe", kUd, {8, 4, 0x0000'0FE1}, 0xFE},
      {"bfe", kD, {8, 4, 0x0000'0FE1}, 0xFFFF'FFFE},
      {"bfe", kUd, {0, 4, 0xFFFF'FFFF}, 0},
      {"bfi", kUd, {8, 4, 0xABCD, 0xFFFF'FFFF}, 0xFFFF'FCDF},
  };
  for (const IntegerRow& row : rows) {
    INFO(row.name << ' ' << row.sources[0]);
    std::vector<VisaValue> sources;
    for (std::uint32_t source : row.sources) sources.push_back({row.type, source});
    const VisaValue result = evaluate(row.name, sources);
    CHECK(result.type == row.type);
    CHECK(result.bits == row.result);
  }
}

TEST_CASE("a saturating integer destination sees the whole result", "[visa][values]") {
  using enum DataType;
  const auto saturated = [](const char* name, DataType type, std::uint32_t a, std::uint32_t b, DataType to) {
    return convert(evaluate(name, {{type, a}, {type, b}}, true), to, true);
  };
  CHECK(saturated("add", kUd, 0xFFFF'FFFF, 2, kUd) == 0xFFFF'FFFF);
  CHECK(saturated("add", kD, 0x7FFF'FFFF, 5, kD) == 0x7FFF'FFFF);
  CHECK(saturated("add", kD, 0x8000'0000, 0xFFFF'FFFF, kD) == 0x8000'0000);
  CHECK(saturated("mul", kD, 0x7FFF'FFFF, 0x7FFF'FFFF, kD) == 0x7FFF'FFFF);
  CHECK(saturated("mul", kUd, 0xFFFF'FFFF, 0xFFFF'FFFF, kUd) == 0xFFFF'FFFF);
  CHECK(saturated("shl", kUd, 0x8000'0000, 1, kUd) == 0xFFFF'FFFF);
  CHECK(saturated("add", kUd, 0xFFFF'FFFF, 2, kUb) == 0xFF);
  CHECK(saturated("add", kD, 0xFFFF'FFFF, 0, kUd) == 0);  // -1
  CHECK(saturated("not", kUd, 0x0F, 0, kUd) == 0xFFFF'FFF0);
}

TEST_CASE("a negated unsigned source is below zero", "[visa][values]") {
  using enum DataType;
  const VisaValue minus_three{kUb, 0xFD, true};
  CHECK(evaluate("add", {{kUb, 2}, minus_three}).bits == 0xFFFF'FFFF);
  CHECK(convert(evaluate("add", {{kUb, 2}, minus_three}, true), kUb, true) == 0);
  CHECK(convert(minus_three, kD, false) == 0xFFFF'FFFD);
}

TEST_CASE("a float beside an integer source counts its value, not its bits", "[visa][values]") {
  const VisaValue half{DataType::kF, std::bit_cast<std::uint32_t>(0.5f)};
  CHECK(evaluate("mul", {half, {DataType::kD, 4}}).bits == std::bit_cast<std::uint32_t>(2.0f));
  CHECK(compare(4, half, {DataType::kUw, 1}));
}
