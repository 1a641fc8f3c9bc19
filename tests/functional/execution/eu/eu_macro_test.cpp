// The steps of an IEEE division, as compilers write them.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "functional/execution/eu/eu_bench.h"

namespace texpipe::functional::test {
namespace {

constexpr unsigned kNone = 8;  // no extension

EuSource extended(unsigned number, SrcType type, unsigned extension, SrcMod modifier = SrcMod::kNone) {
  EuSource source = r(number, type);
  source.swizzle_xy = static_cast<std::uint8_t>(extension);
  source.swizzle_zw = 0;
  source.modifier = modifier;
  return source;
}

struct Place {
  unsigned number, extension;
};

EuInstruction step(SrcType type, unsigned lanes, Place out, EuSource a, EuSource b, EuSource c) {
  Line line{EuOpcode::kMadm, lanes};
  line.no_mask().out(to(out.number, type)).in(a, b, c);
  // The swizzle that `in` fills in for an empty one is no extension.
  line.i.source0.swizzle_xy = a.swizzle_xy;
  line.i.source1.swizzle_xy = b.swizzle_xy;
  line.i.source2.swizzle_xy = c.swizzle_xy;
  line.i.destination.channels = static_cast<std::uint8_t>(out.extension);
  return line;
}

EuInstruction guess(MathFunction function, SrcType type, unsigned lanes, Place out, EuSource a, EuSource b) {
  Line line{EuOpcode::kMath, lanes};
  line.no_mask().align16().function(function).out(to(out.number, type)).in(a, b);
  line.i.destination.channels = static_cast<std::uint8_t>(out.extension);
  return line;
}

template <class T>
void check_division(SrcType type, const std::vector<std::pair<T, T>>& pairs) {
  const unsigned lanes = 32 / sizeof(T);
  for (std::size_t first = 0; first < pairs.size(); first += lanes) {
    EuBench bench;
    for (unsigned i = 0; i < lanes; ++i) {
      const auto& pair = pairs[std::min(first + i, pairs.size() - 1)];
      bench.put<T>(10, i, pair.first);
      bench.put<T>(11, i, pair.second);
      bench.put<T>(12, i, T{0});
      bench.put<T>(13, i, T{1});
    }
    const EuSource a = extended(10, type, kNone), b = extended(11, type, kNone),
                   minus_b = extended(11, type, kNone, SrcMod::kNegate), zero = extended(12, type, kNone),
                   one = extended(13, type, kNone), y0 = extended(20, type, 0), q0 = extended(21, type, 1),
                   e0 = extended(22, type, 2), y1 = extended(23, type, 3), r0 = extended(24, type, 4),
                   q1 = extended(25, type, 5), r1 = extended(26, type, 6);
    EuInstruction last = step(type, lanes, {20, kNone}, q1, r1, y1);
    last.predicate = PredCtrl::kSequential;
    last.predicate_inverted = true;
    bench.run({guess(MathFunction::kInvm, type, lanes, {20, 0}, a, b), step(type, lanes, {21, 1}, zero, a, y0),
               step(type, lanes, {22, 2}, one, minus_b, y0), step(type, lanes, {23, 3}, y0, e0, y0),
               step(type, lanes, {24, 4}, a, minus_b, q0), step(type, lanes, {25, 5}, q0, r0, y1),
               step(type, lanes, {26, 6}, a, minus_b, q1), last});
    for (unsigned i = 0; i < lanes; ++i) {
      const T x = bench.get<T>(10, i), y = bench.get<T>(11, i), found = bench.get<T>(20, i), expected = x / y;
      INFO(x << " / " << y);
      CHECK((found == expected || (found != found && expected != expected)));
      const bool early = x == 0 || y == 0 || x - x != 0 || y - y != 0;
      CHECK((bench.flags[0] >> i & 1u) == (early ? 1u : 0u));
    }
  }
}

TEST_CASE("math.invm and a row of madm divide as IEEE 754 says", "[eu][macro]") {
  std::mt19937 rng{5};
  constexpr float kInf = std::numeric_limits<float>::infinity(), kMost = std::numeric_limits<float>::max();
  std::vector<std::pair<float, float>> singles{
      {1, 3}, {0, 1}, {1, 0}, {kInf, 2}, {2, kInf}, {kMost, 0.5f}, {1e-38f, 3e2f}, {kMost, 1e-30f}, {1e-30f, kMost}};
  std::vector<std::pair<double, double>> doubles{{1, 3}, {0, 1}, {-1, 0}, {1e308, 1e-308}, {1e-308, 1e5}, {1e300, 7}};
  for (unsigned n = 0; n < 2000; ++n) {
    const auto scale = [&] { return static_cast<int>(rng() % 240) - 120; };
    const auto part = [&] { return 1.0f + static_cast<float>(rng() % 8388608) / 8388608.0f; };
    singles.emplace_back(std::ldexp(part(), scale()), -std::ldexp(part(), scale()));
    const auto wide = [&] { return static_cast<double>(part()) + static_cast<double>(rng()) * 0x1p-55; };
    doubles.emplace_back(std::ldexp(wide(), 8 * scale()), std::ldexp(wide(), 8 * scale()));
  }
  check_division(kF, singles);
  check_division(kDf, doubles);
}

/// The steps of a root, as compilers write them for floats and, with one more pair, for doubles.
template <class T>
void check_roots(SrcType type, const std::vector<T>& numbers) {
  const unsigned lanes = 32 / sizeof(T);
  for (std::size_t first = 0; first < numbers.size(); first += lanes) {
    EuBench bench;
    for (unsigned i = 0; i < lanes; ++i) {
      bench.put<T>(10, i, numbers[std::min(first + i, numbers.size() - 1)]);
      bench.put<T>(12, i, T{0});
      bench.put<T>(13, i, T{0.5});
      bench.put<T>(14, i, T{1});
      bench.put<T>(15, i, T{1.5});
    }
    const EuSource x = extended(10, type, kNone), zero = extended(12, type, kNone), half = extended(13, type, kNone),
                   one = extended(14, type, kNone), more = extended(15, type, kNone), y0 = extended(20, type, 0),
                   h0 = extended(21, type, 1), g0 = extended(22, type, 2), r0 = extended(23, type, 3),
                   minus_g0 = extended(22, type, 2, SrcMod::kNegate), h1 = extended(24, type, 4),
                   g1 = extended(25, type, 5), minus_g1 = extended(25, type, 5, SrcMod::kNegate),
                   d = extended(26, type, 6), s = extended(27, type, 7), t = extended(28, type, 0),
                   u = extended(29, type, 3);
    std::vector<EuInstruction> lines{
        guess(MathFunction::kRsqrtm, type, lanes, {20, 0}, x, x), step(type, lanes, {21, 1}, zero, half, y0),
        step(type, lanes, {22, 2}, zero, x, y0), step(type, lanes, {23, 3}, half, minus_g0, h0)};
    if (type == kF) {
      lines.push_back(step(type, lanes, {24, 4}, h0, r0, h0));
      lines.push_back(step(type, lanes, {25, 5}, g0, r0, g0));
    } else {
      lines.push_back(step(type, lanes, {27, 7}, one, more, r0));
      lines.push_back(step(type, lanes, {28, 0}, zero, r0, g0));
      lines.push_back(step(type, lanes, {29, 3}, zero, r0, h0));
      lines.push_back(step(type, lanes, {25, 5}, g0, s, t));
      lines.push_back(step(type, lanes, {24, 4}, h0, s, u));
    }
    lines.push_back(step(type, lanes, {26, 6}, x, minus_g1, g1));
    // A guess that was final stays.
    EuInstruction last = step(type, lanes, {20, kNone}, g1, d, h1);
    last.predicate = PredCtrl::kSequential;
    last.predicate_inverted = true;
    lines.push_back(last);
    bench.run(lines);
    for (unsigned i = 0; i < lanes; ++i) {
      const T number = bench.get<T>(10, i), found = bench.get<T>(20, i), expected = std::sqrt(number);
      INFO("root of " << number);
      CHECK((found == expected || (found != found && expected != expected)));
      CHECK(std::signbit(found) == std::signbit(expected));
    }
  }
}

TEST_CASE("math.rsqrtm and a row of madm take the root as IEEE 754 says", "[eu][macro]") {
  std::mt19937 rng{6};
  constexpr float kInf = std::numeric_limits<float>::infinity();
  std::vector<float> singles{0.0f, -0.0f, kInf, 1.0f, 0x1p-126f, 4.0f, 0.25f, 2.0f};
  std::vector<double> doubles{0.0, -0.0, std::numeric_limits<double>::infinity(), 1.0, 0x1p-1022, 2.0};
  for (unsigned n = 0; n < 2000; ++n) {
    const double part = 1.0 + static_cast<double>(rng()) * 0x1p-32 + static_cast<double>(rng() % 1048576) * 0x1p-52;
    const int scale = static_cast<int>(rng() % 250) - 125;
    singles.push_back(static_cast<float>(std::ldexp(part, scale)));
    doubles.push_back(std::ldexp(part, 8 * scale));
  }
  // Just below a power of four the root lies between two numbers.
  for (int scale = -124; scale <= 128; scale += 2) {
    singles.push_back(std::nextafter(std::ldexp(1.0f, scale - 1) * 2, 0.0f));
    doubles.push_back(std::ldexp(1.0 - 0x1p-53, 8 * scale));
  }
  check_roots(kF, singles);
  check_roots(kDf, doubles);
}

TEST_CASE("a step of a division rounds once however small what it adds is", "[eu][macro]") {
  for (const float sign : {1.0f, -1.0f}) {
    EuBench bench;
    for (unsigned i = 0; i < 8; ++i) {
      bench.put(10, i, sign * 0x1p-140f);
      bench.put(11, i, 1.0f + 0x1p-12f);
    }
    const EuSource a = extended(10, kF, kNone), b = extended(11, kF, kNone);
    bench.run({step(kF, 8, {20, kNone}, a, b, b)});
    // The product lies halfway between two floats.
    CHECK(bench.get<float>(20, 3) == 1.0f + 0x1p-11f + (sign > 0 ? 0x1p-23f : 0.0f));
  }
}

TEST_CASE("math.rsqrtm guesses the reciprocal root and flags special numbers", "[eu][macro]") {
  EuBench bench;
  bench.fill<float>(10, {4.0f, 0.0f, -1.0f, std::numeric_limits<float>::infinity(), 1e-40f, 2.0f, 9.0f, 0.25f});
  const EuSource x = extended(10, kF, kNone);
  bench.run({guess(MathFunction::kRsqrtm, kF, 8, {20, kNone}, x, x)});
  CHECK((bench.flags[0] & 0xFF) == 0b0000'1110);
  CHECK(bench.get<float>(20, 0) == 0.5f);
  CHECK(bench.get<float>(20, 1) == 0.0f);
  CHECK(std::isnan(bench.get<float>(20, 2)));
  CHECK(bench.get<float>(20, 3) == std::numeric_limits<float>::infinity());
  CHECK(bench.get<float>(20, 7) == 2.0f);
}

}  // namespace
}  // namespace texpipe::functional::test
