// The extended math unit, conversions, and what cr0.0 changes.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "functional/execution/eu/eu_bench.h"
#include "functional/formats/small_float.h"

namespace texpipe::functional::test {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

float math(MathFunction function, float a, float b = 0.0f, std::uint32_t control = 0x4C0) {
  EuBench bench;
  bench.control = control;
  bench.put(10, 0, a);
  bench.put(10, 1, b);
  bench.run(
      {Line{EuOpcode::kMath, 1}.no_mask().function(function).out(to(20, kF)).in(scalar(10, kF), scalar(10, kF, 1))});
  return bench.get<float>(20, 0);
}

/// Distance in units of the last place.
double ulps(float found, long double exact) {
  const float near = static_cast<float>(exact);
  const double unit = std::nextafter(std::fabs(near), kInfinity) - std::fabs(near);
  return static_cast<double>(std::fabs(static_cast<long double>(found) - exact) / unit);
}

TEST_CASE("functions of the math unit are within 4 units of the last place", "[eu][math]") {
  for (int n = -60; n <= 60; ++n) {
    const float x = static_cast<float>(n) * 0.37f + 0.011f, positive = std::fabs(x);
    const auto wide = static_cast<long double>(x), size = static_cast<long double>(positive);
    CHECK(ulps(math(MathFunction::kInv, x), 1 / wide) <= 4);
    CHECK(ulps(math(MathFunction::kLog, positive), std::log2(size)) <= 4);
    CHECK(ulps(math(MathFunction::kExp, x), std::exp2(wide)) <= 4);
    CHECK(ulps(math(MathFunction::kSqrt, positive), std::sqrt(size)) <= 4);
    CHECK(ulps(math(MathFunction::kRsq, positive), 1 / std::sqrt(size)) <= 4);
    CHECK(ulps(math(MathFunction::kSin, x), std::sin(wide)) <= 4);
    CHECK(ulps(math(MathFunction::kCos, x), std::cos(wide)) <= 4);
    CHECK(ulps(math(MathFunction::kFdiv, x, 7.3f), wide / static_cast<long double>(7.3f)) <= 4);
    CHECK(ulps(math(MathFunction::kPow, positive, 2.5f), std::pow(size, 2.5l)) <= 4);
  }
}

TEST_CASE("special values of the math unit", "[eu][math]") {
  CHECK(math(MathFunction::kInv, 0.0f) == kInfinity);
  CHECK(math(MathFunction::kInv, -0.0f) == -kInfinity);
  CHECK(math(MathFunction::kLog, 0.0f) == -kInfinity);
  CHECK(std::isnan(math(MathFunction::kRsq, -2.0f)));
  CHECK(std::isnan(math(MathFunction::kSqrt, -2.0f)));
  CHECK(std::signbit(math(MathFunction::kSqrt, -0.0f)));
  CHECK(math(MathFunction::kRsq, 0.0f) == kInfinity);
  CHECK(math(MathFunction::kExp, -kInfinity) == 0.0f);
  CHECK(std::isnan(math(MathFunction::kSin, kInfinity)));
}

TEST_CASE("in ALT mode roots and logarithms take magnitudes and nothing is infinite", "[eu][math]") {
  constexpr std::uint32_t kAlternative = 0x4C1;
  constexpr float kLargest = std::numeric_limits<float>::max();
  CHECK(math(MathFunction::kSqrt, -4.0f, 0, kAlternative) == 2.0f);
  CHECK(math(MathFunction::kRsq, -4.0f, 0, kAlternative) == 0.5f);
  CHECK(math(MathFunction::kLog, -8.0f, 0, kAlternative) == 3.0f);
  CHECK(math(MathFunction::kInv, 0.0f, 0, kAlternative) == kLargest);
  CHECK(math(MathFunction::kInv, -0.0f, 0, kAlternative) == -kLargest);
}

TEST_CASE("integer division gives a quotient or a remainder or both in neighbouring registers", "[eu][math]") {
  const auto line = [](MathFunction function, unsigned to_register, SrcType type) {
    return Line{EuOpcode::kMath, 8}
        .no_mask()
        .function(function)
        .out(to(to_register, type))
        .in(r(10, type), r(11, type));
  };
  EuBench bench;
  bench.fill<std::int32_t>(10, {7, -7, 7, -7, 100, 0, 5, -1});
  bench.fill<std::int32_t>(11, {2, 2, -2, -2, 7, 3, 0, 1});
  bench.run({line(MathFunction::kIntDivBoth, 20, kD), line(MathFunction::kIntDivQuotient, 22, kD),
             line(MathFunction::kIntDivRemainder, 23, kD), line(MathFunction::kIntDivQuotient, 24, kUd)});
  for (unsigned i = 0; i < 8; ++i) {
    const auto a = bench.get<std::int32_t>(10, i), b = bench.get<std::int32_t>(11, i);
    const std::int32_t quotient = b == 0 ? 0 : a / b, remainder = b == 0 ? 0 : a % b;
    CHECK(bench.get<std::int32_t>(20, i) == quotient);
    CHECK(bench.get<std::int32_t>(21, i) == remainder);
    CHECK(bench.get<std::int32_t>(22, i) == quotient);
    CHECK(bench.get<std::int32_t>(23, i) == remainder);
    const auto c = bench.get<std::uint32_t>(10, i), d = bench.get<std::uint32_t>(11, i);
    CHECK(bench.get<std::uint32_t>(24, i) == (d == 0 ? 0 : c / d));
  }
}

TEST_CASE("a quotient of type d is that of signed numbers, whatever the types of its sources", "[eu][math]") {
  // Code that compilers make of `char / (uchar | 1)`: both become :ud, the char with its sign.
  EuBench bench;
  bench.put<std::uint32_t>(10, 0, 0xFFFF'FFF9);
  bench.put<std::uint32_t>(11, 0, 2);
  const auto line = [](MathFunction function, unsigned to_register, SrcType result) {
    return Line{EuOpcode::kMath, 1}
        .no_mask()
        .function(function)
        .out(to(to_register, result))
        .in(scalar(10, kUd), scalar(11, kUd));
  };
  bench.run({line(MathFunction::kIntDivQuotient, 20, kD), line(MathFunction::kIntDivRemainder, 21, kD),
             line(MathFunction::kIntDivBoth, 22, kD), line(MathFunction::kIntDivQuotient, 24, kUd),
             line(MathFunction::kIntDivRemainder, 25, kUd)});
  CHECK(bench.get<std::int32_t>(20, 0) == -3);
  CHECK(bench.get<std::int32_t>(21, 0) == -1);
  CHECK(bench.get<std::int32_t>(22, 0) == -3);
  CHECK(bench.get<std::int32_t>(23, 0) == -1);
  CHECK(bench.get<std::uint32_t>(24, 0) == 0x7FFF'FFFC);
  CHECK(bench.get<std::uint32_t>(25, 0) == 1);
}

TEST_CASE("sixteen quotients fill two registers and the remainders the next two", "[eu][math]") {
  EuBench bench;
  for (unsigned i = 0; i < 16; ++i) {
    bench.put<std::uint32_t>(10, i, 100 + 7 * i);
    bench.put<std::uint32_t>(12, i, 3 + i);
  }
  bench.run({Line{EuOpcode::kMath, 16}
                 .no_mask()
                 .function(MathFunction::kIntDivBoth)
                 .out(to(20, kUd))
                 .in(r(10, kUd), r(12, kUd))});
  for (unsigned i = 0; i < 16; ++i) {
    CHECK(bench.get<std::uint32_t>(20, i) == (100 + 7 * i) / (3 + i));
    CHECK(bench.get<std::uint32_t>(22, i) == (100 + 7 * i) % (3 + i));
  }
}

TEST_CASE("the math unit takes halves as well", "[eu][math]") {
  EuBench bench;
  bench.put<std::uint16_t>(10, 0, 0x4500);  // 5
  bench.put<std::uint16_t>(10, 1, 0x4000);  // 2
  bench.run({Line{EuOpcode::kMath, 1}
                 .no_mask()
                 .function(MathFunction::kFdiv)
                 .out(to(20, kHf))
                 .in(scalar(10, kHf), scalar(10, kHf, 1))});
  CHECK(bench.get<std::uint16_t>(20, 0) == 0x4100);  // 2.5
}

/// A number from one type to another.
template <class To, class From>
To moved(SrcType to_type, SrcType from_type, From value, bool saturate = false, std::uint32_t control = 0x4C0) {
  EuBench bench;
  bench.control = control;
  bench.put(10, 0, value);
  Line line{EuOpcode::kMov, 1};
  line.no_mask().out(to(20, to_type)).in(scalar(10, from_type));
  line.i.saturate = saturate;
  bench.run({line});
  return bench.get<To>(20, 0);
}

TEST_CASE("floats become integers toward zero and NaN becomes 0 and what is too large the nearest end", "[eu][types]") {
  CHECK(moved<std::int32_t>(kD, kF, -2.9f) == -2);
  CHECK(moved<std::int32_t>(kD, kF, 3e9f) == 0x7FFF'FFFF);
  CHECK(moved<std::int32_t>(kD, kF, -kInfinity) == -0x7FFF'FFFF - 1);
  CHECK(moved<std::int32_t>(kD, kF, kNan) == 0);
  CHECK(moved<std::uint32_t>(kUd, kF, -1.0f) == 0);
  CHECK(moved<std::uint32_t>(kUd, kF, 4e9f) == 4000000000u);
  CHECK(moved<std::int16_t>(kW, kF, 40000.0f) == 32767);
  CHECK(moved<std::uint8_t>(kUb, kF, 300.0f) == 255);
  CHECK(moved<std::int8_t>(kB, kF, -300.0f) == -128);
  CHECK(moved<std::int64_t>(kQ, kDf, -3e18) == -3000000000000000000ll);
  CHECK(moved<std::uint64_t>(kUq, kF, 1e19f) == static_cast<std::uint64_t>(1e19f));
}

TEST_CASE("integers wrap into narrower ones and stop at the ends where they saturate", "[eu][types]") {
  CHECK(moved<std::int16_t>(kW, kD, 0x12348765) == static_cast<std::int16_t>(0x8765));
  CHECK(moved<std::int16_t>(kW, kD, 0x12348765, true) == 32767);
  CHECK(moved<std::uint8_t>(kUb, kD, -5, true) == 0);
  CHECK(moved<std::uint8_t>(kUb, kW, std::int16_t{300}, true) == 255);
  CHECK(moved<std::int8_t>(kB, kW, std::int16_t{-300}, true) == -128);
  CHECK(moved<std::uint32_t>(kUd, kD, -1, true) == 0);
  CHECK(moved<std::int32_t>(kD, kUd, 0xFFFF'FFFFu, true) == 0x7FFF'FFFF);
  CHECK(moved<std::int32_t>(kD, kB, std::int8_t{-3}) == -3);
  CHECK(moved<std::int32_t>(kD, kUb, std::uint8_t{253}) == 253);
  CHECK(moved<std::int64_t>(kQ, kD, -3) == -3);
  CHECK(moved<std::uint64_t>(kUq, kUd, 0xFFFF'FFFFu) == 0xFFFF'FFFFull);
  CHECK(moved<std::uint64_t>(kUq, kQ, std::int64_t{-1}, true) == 0);
}

TEST_CASE("integers become floats rounded once and floats each other's types", "[eu][types]") {
  CHECK(moved<float>(kF, kD, 16777217) == 16777216.0f);
  CHECK(moved<float>(kF, kUd, 0xFFFF'FF80u) == 4294967296.0f);
  CHECK(moved<float>(kF, kQ, std::int64_t{0x20'0000'2000'0001}) == static_cast<float>(0x20'0000'2000'0001ll));
  CHECK(moved<double>(kDf, kD, -7) == -7.0);
  CHECK(moved<double>(kDf, kF, 0.1f) == static_cast<double>(0.1f));
  CHECK(moved<float>(kF, kDf, 0.1) == 0.1f);
  CHECK(moved<std::uint16_t>(kHf, kW, std::int16_t{-3}) == 0xC200);
  CHECK(moved<std::uint16_t>(kHf, kF, 65520.0f) == 0x7C00);
  CHECK(moved<std::uint16_t>(kHf, kF, 65519.0f) == 0x7BFF);
  CHECK(moved<float>(kF, kHf, std::uint16_t{0x0001}) == 0x1p-24f);
  // Halfway between two halves, and a little beyond what a float shows.
  CHECK(moved<std::uint16_t>(kHf, kDf, 1.0 + 0x1p-11) == 0x3C00);
  CHECK(moved<std::uint16_t>(kHf, kDf, 1.0 + 0x1p-11 + 0x1p-40) == 0x3C01);
}

TEST_CASE("a saturated float is between 0 and 1 and NaN is 0", "[eu][types]") {
  CHECK(moved<float>(kF, kF, 0.3f, true) == 0.3f);
  CHECK(moved<float>(kF, kF, -0.3f, true) == 0.0f);
  CHECK(moved<float>(kF, kF, 1.3f, true) == 1.0f);
  CHECK(moved<float>(kF, kF, kNan, true) == 0.0f);
  CHECK(moved<std::uint16_t>(kHf, kF, 2.0f, true) == 0x3C00);
  CHECK(moved<double>(kDf, kDf, -4.0, true) == 0.0);
}

TEST_CASE("every destination type stores the bits of its own form", "[eu][types]") {
  // -2 from a word, and the value that its bits mean.
  CHECK(moved<std::uint64_t>(kUd, kW, std::int16_t{-2}) == 0xFFFF'FFFEull);
  CHECK(moved<std::uint64_t>(kD, kW, std::int16_t{-2}) == 0xFFFF'FFFEull);
  CHECK(moved<std::uint64_t>(kUw, kW, std::int16_t{-2}) == 0xFFFEull);
  CHECK(moved<std::uint64_t>(kW, kW, std::int16_t{-2}) == 0xFFFEull);
  CHECK(moved<std::uint64_t>(kUb, kW, std::int16_t{-2}) == 0xFEull);
  CHECK(moved<std::uint64_t>(kB, kW, std::int16_t{-2}) == 0xFEull);
  CHECK(moved<std::uint64_t>(kDf, kW, std::int16_t{-2}) == 0xC000'0000'0000'0000ull);
  CHECK(moved<std::uint64_t>(kF, kW, std::int16_t{-2}) == 0xC000'0000ull);
  CHECK(moved<std::uint64_t>(kUq, kW, std::int16_t{-2}) == 0xFFFF'FFFF'FFFF'FFFEull);
  CHECK(moved<std::uint64_t>(kQ, kW, std::int16_t{-2}) == 0xFFFF'FFFF'FFFF'FFFEull);
  CHECK(moved<std::uint64_t>(kHf, kW, std::int16_t{-2}) == 0xC000ull);
}

TEST_CASE("every source type reads its bits in its own form", "[eu][types]") {
  constexpr std::uint64_t kBits = 0xC1F0'0000'8001'C0FEull;
  const auto as = [&](SrcType type) { return moved<double>(kDf, type, kBits); };
  CHECK(as(kUd) == 2147598590.0);
  CHECK(as(kD) == -2147368706.0);
  CHECK(as(kUw) == 49406.0);
  CHECK(as(kW) == -16130.0);
  CHECK(as(kUb) == 254.0);
  CHECK(as(kB) == -2.0);
  CHECK(as(kDf) == std::bit_cast<double>(kBits));
  CHECK(as(kF) == static_cast<double>(std::bit_cast<float>(0x8001'C0FEu)));
  CHECK(as(kUq) == static_cast<double>(kBits));
  CHECK(as(kQ) == static_cast<double>(static_cast<std::int64_t>(kBits)));
  CHECK(as(kHf) == static_cast<double>(std::bit_cast<float>(half_to_float_bits(0xC0FE))));
}

TEST_CASE("every immediate type reads the field in its own form", "[eu][types]") {
  const auto as = [](SrcImmType type, std::uint64_t bits) {
    EuBench bench;
    bench.run({Line{EuOpcode::kMov, 1}.no_mask().out(to(20, kDf)).in(immediate(type, bits))});
    return bench.get<double>(20, 0);
  };
  CHECK(as(SrcImmType::kUd, 0xFFFF'FFFE) == 4294967294.0);
  CHECK(as(SrcImmType::kD, 0xFFFF'FFFE) == -2.0);
  CHECK(as(SrcImmType::kUw, 0xFFFE'FFFE) == 65534.0);
  CHECK(as(SrcImmType::kW, 0xFFFE'FFFE) == -2.0);
  CHECK(as(SrcImmType::kUv, 0xE) == 14.0);
  CHECK(as(SrcImmType::kV, 0xE) == -2.0);
  CHECK(as(SrcImmType::kVf, 0xC0) == -2.0);
  CHECK(as(SrcImmType::kF, 0xC000'0000) == -2.0);
  CHECK(as(SrcImmType::kUq, ~0ull) == 18446744073709551616.0);
  CHECK(as(SrcImmType::kQ, ~0ull) == -1.0);
  CHECK(as(SrcImmType::kDf, 0xC000'0000'0000'0000) == -2.0);
  CHECK(as(SrcImmType::kHf, 0xC000'C000) == -2.0);
}

/// One addition in a rounding mode: 0 nearest even, 1 up, 2 down, 3 toward zero.
template <class T>
T sum_in(unsigned rounding, SrcType type, T a, T b, EuOpcode opcode = EuOpcode::kAdd) {
  EuBench bench;
  bench.control = 0x4C0 | rounding << 4;
  bench.put(10, 0, a);
  bench.put(10, 1, b);
  bench.run({Line{opcode, 1}.no_mask().out(to(20, type)).in(scalar(10, type), scalar(10, type, 1))});
  return bench.get<T>(20, 0);
}

TEST_CASE("sums and products round as cr0.0 says", "[eu][mode]") {
  // 1 + 2^-30 lies between 1 and its next float.
  const float above = std::nextafter(1.0f, 2.0f), below = std::nextafter(1.0f, 0.0f);
  CHECK(sum_in(0, kF, 1.0f, 0x1p-30f) == 1.0f);
  CHECK(sum_in(1, kF, 1.0f, 0x1p-30f) == above);
  CHECK(sum_in(2, kF, 1.0f, 0x1p-30f) == 1.0f);
  CHECK(sum_in(3, kF, 1.0f, 0x1p-30f) == 1.0f);
  CHECK(sum_in(1, kF, 1.0f, -0x1p-30f) == 1.0f);
  CHECK(sum_in(2, kF, 1.0f, -0x1p-30f) == below);
  CHECK(sum_in(3, kF, 1.0f, -0x1p-30f) == below);
  CHECK(sum_in(3, kF, -1.0f, 0x1p-30f) == -below);
  CHECK(sum_in(3, kF, 3e38f, 3e38f) == std::numeric_limits<float>::max());
  CHECK(sum_in(1, kF, 3e38f, 3e38f) == kInfinity);
  CHECK(sum_in(1, kDf, 1.0, 0x1p-80) == std::nextafter(1.0, 2.0));
  CHECK(sum_in(3, kDf, 1.0, -0x1p-80) == std::nextafter(1.0, 0.0));
  const float third = 1.0f / 3.0f;
  const double product = static_cast<double>(third) * static_cast<double>(third);
  const float up = sum_in(1, kF, third, third, EuOpcode::kMul), down = sum_in(2, kF, third, third, EuOpcode::kMul);
  CHECK(static_cast<double>(up) > product);
  CHECK(static_cast<double>(down) < product);
  CHECK(std::nextafter(down, 1.0f) == up);
  const double wide = 1.0 / 3.0;
  CHECK(std::nextafter(sum_in(2, kDf, wide, wide, EuOpcode::kMul), 1.0) == sum_in(1, kDf, wide, wide, EuOpcode::kMul));
}

TEST_CASE("floats become halves in the rounding mode", "[eu][mode]") {
  const float value = 1.0f + 0x1p-12f;
  CHECK(moved<std::uint16_t>(kHf, kF, value, false, 0x4C0) == 0x3C00);
  CHECK(moved<std::uint16_t>(kHf, kF, value, false, 0x4D0) == 0x3C01);
  CHECK(moved<std::uint16_t>(kHf, kF, -value, false, 0x4D0) == 0xBC00);
  CHECK(moved<std::uint16_t>(kHf, kF, -value, false, 0x4E0) == 0xBC01);
  CHECK(moved<std::uint16_t>(kHf, kF, 1e6f, false, 0x4F0) == 0x7BFF);
}

TEST_CASE("mad rounds as cr0.0 says and small denormals of halves are no zeros as floats", "[eu][mode]") {
  const auto mad_in = [](unsigned rounding, double a, double b, double c, bool wide) {
    EuBench bench;
    bench.control = 0x4C0 | rounding << 4;
    const SrcType type = wide ? kDf : kF;
    for (unsigned i = 0; i < 2; ++i) {
      const double values[] = {a, b, c};
      for (unsigned n = 0; n < 3; ++n) {
        if (wide) {
          bench.put(10 + n, i, values[n]);
        } else {
          bench.put(10 + n, i, static_cast<float>(values[n]));
        }
      }
    }
    bench.run({Line{EuOpcode::kMad, 2}.no_mask().out(to(20, type)).in(r(10, type), r(11, type), r(12, type))});
    return wide ? bench.get<double>(20, 1) : static_cast<double>(bench.get<float>(20, 1));
  };
  const float single = std::nextafter(1.0f, 2.0f);
  const double wide = std::nextafter(1.0, 2.0);
  CHECK(mad_in(0, 1.0, 0x1p-40, 0x1p-40, false) == 1.0);
  CHECK(mad_in(1, 1.0, 0x1p-40, 0x1p-40, false) == static_cast<double>(single));
  CHECK(mad_in(0, 1.0, 0x1p-40, 0x1p-40, true) == 1.0);
  CHECK(mad_in(1, 1.0, 0x1p-40, 0x1p-40, true) == wide);
  // A number so far below that not even the wider sum shows it.
  CHECK(mad_in(1, 1.0, 0x1p-200, 0x1p-200, true) == wide);
  CHECK(mad_in(2, 1.0, 0x1p-200, -0x1p-200, true) == std::nextafter(1.0, 0.0));
  for (const std::uint32_t control : {0x080u, 0x480u}) {
    EuBench bench;
    bench.control = control;
    bench.put<std::uint16_t>(10, 0, 0x0010);
    bench.run({Line{EuOpcode::kAdd, 1}.no_mask().out(to(20, kF)).in(scalar(10, kHf), scalar(10, kHf))});
    CHECK(bench.get<float>(20, 0) == (control == 0x480 ? 0x1p-19f : 0.0f));
  }
}

TEST_CASE("integers and doubles become narrower floats in the rounding mode", "[eu][mode]") {
  CHECK(moved<float>(kF, kD, 16777217, false, 0x4C0) == 16777216.0f);
  CHECK(moved<float>(kF, kD, 16777217, false, 0x4D0) == 16777218.0f);
  CHECK(moved<float>(kF, kD, -16777217, false, 0x4D0) == -16777216.0f);
  CHECK(moved<float>(kF, kUd, 0xFFFF'FFFFu, false, 0x4F0) == 4294967040.0f);
  CHECK(moved<float>(kF, kDf, 0.1, false, 0x4D0) > moved<float>(kF, kDf, 0.1, false, 0x4E0));
  CHECK(moved<std::uint16_t>(kHf, kDf, 1.0 + 0x1p-40, false, 0x4D0) == 0x3C01);
  CHECK(moved<std::uint16_t>(kHf, kD, 2049, false, 0x4D0) == 0x6801);
}

TEST_CASE("64-bit integers become floats in the rounding mode", "[eu][mode]") {
  constexpr std::int64_t kOdd = (std::int64_t{1} << 53) + 1;
  CHECK(moved<double>(kDf, kQ, kOdd, false, 0x4C0) == 0x1p53);
  CHECK(moved<double>(kDf, kQ, kOdd, false, 0x4D0) == 0x1p53 + 2);
  CHECK(moved<double>(kDf, kQ, -kOdd, false, 0x4D0) == -0x1p53);
  CHECK(moved<double>(kDf, kQ, -kOdd, false, 0x4E0) == -0x1p53 - 2);
  CHECK(moved<double>(kDf, kUq, ~std::uint64_t{0}, false, 0x4C0) == 0x1p64);
  CHECK(moved<double>(kDf, kUq, ~std::uint64_t{0}, false, 0x4F0) == 0x1p64 - 2048);
  CHECK(moved<float>(kF, kQ, kOdd, false, 0x4D0) == 0x1p53f + 0x1p30f);
  CHECK(moved<float>(kF, kQ, kOdd, false, 0x4F0) == 0x1p53f);
  CHECK(moved<std::uint16_t>(kHf, kQ, std::int64_t{2049}, false, 0x4D0) == 0x6801);
  CHECK(moved<std::uint16_t>(kHf, kQ, kOdd, false, 0x4F0) == 0x7BFF);
}

TEST_CASE("denormals are zeros unless cr0.0 keeps those of the type", "[eu][mode]") {
  struct Row {
    std::uint32_t control;
    bool single, wide, half;
  };
  for (const Row& row :
       {Row{0x000, false, false, false}, Row{0x080, true, false, false}, Row{0x040, false, true, false},
        Row{0x400, false, false, true}, Row{0x4C0, true, true, true}}) {
    EuBench bench;
    bench.control = row.control;
    bench.put(10, 0, 0x1p-130f);
    bench.put(11, 0, 0x1p-1030);
    bench.put<std::uint16_t>(12, 0, 0x0010);
    const Region one{0, 1, 0};
    bench.run({Line{EuOpcode::kAdd, 1}.no_mask().out(to(20, kF)).in(r(10, kF, one), r(10, kF, one)),
               Line{EuOpcode::kAdd, 1}.no_mask().out(to(21, kDf)).in(r(11, kDf, one), r(11, kDf, one)),
               Line{EuOpcode::kAdd, 1}.no_mask().out(to(22, kHf)).in(r(12, kHf, one), r(12, kHf, one)),
               Line{EuOpcode::kMov, 1}.no_mask().out(to(23, kF)).in(r(10, kF, one))});
    CHECK((bench.get<float>(20, 0) != 0) == row.single);
    CHECK((bench.get<double>(21, 0) != 0) == row.wide);
    CHECK((bench.get<std::uint16_t>(22, 0) != 0) == row.half);
    // A move to the same type copies bits.
    CHECK(bench.get<float>(23, 0) == 0x1p-130f);
  }
}

TEST_CASE("half precision rounds products and sums once", "[eu][types]") {
  // Every pair of some halves, against the rounding of the exact result.
  for (std::uint32_t a = 0x0001; a < 0x7C00; a += 0x3F7) {
    for (std::uint32_t b = 0x0003; b < 0x7C00; b += 0x4C5) {
      const auto number = [](std::uint32_t bits) {
        return static_cast<double>(std::bit_cast<float>(half_to_float_bits(static_cast<std::uint16_t>(bits))));
      };
      const auto bits_of = [](double exact) {
        // To the nearest even half by the spacing of halves there.
        if (exact >= 65520.0) return 0x7C00u;
        const int exponent = std::max(-14, std::ilogb(exact == 0 ? 1.0 : exact));
        const double unit = std::ldexp(1.0, exponent - 10);
        return static_cast<std::uint32_t>(moved<std::uint16_t>(kHf, kDf, std::nearbyint(exact / unit) * unit));
      };
      EuBench bench;
      bench.put(10, 0, static_cast<std::uint16_t>(a));
      bench.put(10, 1, static_cast<std::uint16_t>(b));
      if ((a + b) % 5 != 0) continue;
      bench.run({Line{EuOpcode::kMul, 1}.no_mask().out(to(20, kHf)).in(scalar(10, kHf), scalar(10, kHf, 1)),
                 Line{EuOpcode::kAdd, 1}.no_mask().out(to(20, kHf, 1, 1)).in(scalar(10, kHf), scalar(10, kHf, 1))});
      CHECK(bench.get<std::uint16_t>(20, 0) == bits_of(number(a) * number(b)));
      CHECK(bench.get<std::uint16_t>(20, 1) == bits_of(number(a) + number(b)));
    }
  }
}

}  // namespace
}  // namespace texpipe::functional::test
