// Arithmetic of native instructions against closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "functional/execution/eu/eu_bench.h"

namespace texpipe::functional::test {
namespace {

using U = std::uint32_t;
using I = std::int32_t;

constexpr U kNumbers[] = {0,      1,      2,      5,          31,          32,          0x7F,        0x80,       0xFF,
                          0x7FFF, 0x8000, 0xFFFF, 0x12345678, 0x7FFF'FFFF, 0x8000'0000, 0xFFFF'FFFE, 0xFFFF'FFFF};
constexpr unsigned kNumberCount = 17;

/// An instruction of two integer sources at every pair of numbers.
void check_pairs(EuOpcode opcode, SrcType type, const std::function<U(U, U)>& expected, bool saturate = false) {
  for (U a : kNumbers) {
    EuBench bench;
    for (unsigned i = 0; i < 16; ++i) {
      bench.put<U>(10, i, a);
      bench.put<U>(12, i, kNumbers[i]);
    }
    Line line{opcode, 16};
    line.no_mask().out(to(20, type)).in(r(10, type), r(12, type));
    line.i.saturate = saturate;
    bench.run({line});
    for (unsigned i = 0; i < 16; ++i) {
      INFO(texpipe::name_of(opcode) << " " << a << " " << kNumbers[i]);
      CHECK(bench.get<U>(20, i) == expected(a, kNumbers[i]));
    }
  }
}

U one(EuOpcode opcode, SrcType type, U value) {
  EuBench bench;
  bench.put<U>(10, 0, value);
  bench.run({Line{opcode, 1}.no_mask().out(to(20, type)).in(scalar(10, type))});
  return bench.get<U>(20, 0);
}

U three(EuOpcode opcode, SrcType type, U a, U b, U c) {
  EuBench bench;
  bench.fill<U>(10, {a, a, a, a, b, b, b, b});
  bench.fill<U>(11, {c, c, c, c});
  bench.run({Line{opcode, 4}.no_mask().out(to(20, type)).in(r(10, type), r(10, type, kRow, 4), r(11, type))});
  return bench.get<U>(20, 3);
}

TEST_CASE("integer sums and products and logic keep the low bits", "[eu][arithmetic]") {
  check_pairs(EuOpcode::kAdd, kUd, [](U a, U b) { return a + b; });
  check_pairs(EuOpcode::kAdd, kD, [](U a, U b) { return a + b; });
  check_pairs(EuOpcode::kMul, kD, [](U a, U b) { return a * b; });
  check_pairs(EuOpcode::kAnd, kUd, [](U a, U b) { return a & b; });
  check_pairs(EuOpcode::kOr, kUd, [](U a, U b) { return a | b; });
  check_pairs(EuOpcode::kXor, kUd, [](U a, U b) { return a ^ b; });
  CHECK(one(EuOpcode::kNot, kUd, 0xF0F0'1234) == 0x0F0F'EDCB);
}

TEST_CASE("shifts take the low five bits of their count and only asr keeps the sign", "[eu][arithmetic]") {
  check_pairs(EuOpcode::kShl, kUd, [](U a, U b) { return a << (b & 31); });
  check_pairs(EuOpcode::kShr, kUd, [](U a, U b) { return a >> (b & 31); });
  check_pairs(EuOpcode::kAsr, kD, [](U a, U b) {
    const U shifted = a >> (b & 31);
    return (a >> 31) != 0 && (b & 31) != 0 ? shifted | ~(~0u >> (b & 31)) : shifted;
  });
}

TEST_CASE("saturated integers stop at the ends of their type", "[eu][arithmetic]") {
  check_pairs(
      EuOpcode::kAdd, kUd, [](U a, U b) { return std::uint64_t{a} + b > 0xFFFF'FFFF ? 0xFFFF'FFFF : a + b; }, true);
  check_pairs(
      EuOpcode::kAdd, kD,
      [](U a, U b) {
        const std::int64_t sum = std::int64_t{static_cast<I>(a)} + static_cast<I>(b);
        return static_cast<U>(std::max<std::int64_t>(std::min<std::int64_t>(sum, 0x7FFF'FFFF), -0x8000'0000ll));
      },
      true);
  check_pairs(
      EuOpcode::kMul, kUd, [](U a, U b) { return std::uint64_t{a} * b > 0xFFFF'FFFF ? 0xFFFF'FFFF : a * b; }, true);
}

TEST_CASE("avg rounds up", "[eu][arithmetic]") {
  check_pairs(EuOpcode::kAvg, kUd, [](U a, U b) { return static_cast<U>((std::uint64_t{a} + b + 1) / 2); });
}

TEST_CASE("bits are counted and found from either end", "[eu][arithmetic]") {
  CHECK(one(EuOpcode::kLzd, kUd, 0) == 32);
  CHECK(one(EuOpcode::kLzd, kUd, 0x0001'0000) == 15);
  CHECK(one(EuOpcode::kCbit, kUd, 0xF00F'0001) == 9);
  CHECK(one(EuOpcode::kFbl, kUd, 0x0000'0100) == 8);
  CHECK(one(EuOpcode::kFbl, kUd, 0) == 0xFFFF'FFFF);
  CHECK(one(EuOpcode::kFbh, kUd, 0x0001'0000) == 15);
  CHECK(one(EuOpcode::kFbh, kUd, 0) == 0xFFFF'FFFF);
  CHECK(one(EuOpcode::kFbh, kD, 0xFFFF'0000) == 16);
  CHECK(one(EuOpcode::kFbh, kD, 0xFFFF'FFFF) == 0xFFFF'FFFF);
  CHECK(one(EuOpcode::kFbh, kD, 0x0001'0000) == 15);
  CHECK(one(EuOpcode::kBfrev, kUd, 0x8000'0003) == 0xC000'0001);
}

TEST_CASE("bit fields are extracted and inserted by width and offset", "[eu][arithmetic]") {
  CHECK(three(EuOpcode::kBfe, kUd, 8, 4, 0x0000'0FA5) == 0xFA);
  CHECK(three(EuOpcode::kBfe, kD, 8, 4, 0x0000'0FA5) == 0xFFFF'FFFA);
  CHECK(three(EuOpcode::kBfe, kUd, 0, 4, 0x0000'0FA5) == 0);
  CHECK(three(EuOpcode::kBfi2, kUd, 0x0000'0FF0, 0x1234'5678, 0xAAAA'AAAA) == 0xAAAA'A78A);
  EuBench bench;
  bench.run({Line{EuOpcode::kBfi1, 1}.no_mask().out(to(20, kUd)).in(scalar(10, kUd), imm(4u))});
  CHECK(bench.get<U>(20, 0) == 0);
  bench.put<U>(10, 0, 8);
  bench.run({Line{EuOpcode::kBfi1, 1}.no_mask().out(to(20, kUd)).in(scalar(10, kUd), imm(4u))});
  CHECK(bench.get<U>(20, 0) == 0xFF0);
}

TEST_CASE("mul with a word and mach give the high half of a 64-bit product", "[eu][arithmetic]") {
  for (const bool with_sign : {false, true}) {
    const SrcType type = with_sign ? kD : kUd;
    for (U a : kNumbers) {
      for (U b : kNumbers) {
        EuBench bench;
        for (unsigned i = 0; i < 8; ++i) {
          bench.put<U>(10, i, a);
          bench.put<U>(11, i, b);
        }
        EuSource low = r(11, kUw, {16, 8, 2});
        bench.run(
            {Line{EuOpcode::kMul, 8}.no_mask().out(to_arf(ArfRegister::kAccumulator, 0, type)).in(r(10, type), low),
             Line{EuOpcode::kMach, 8}.no_mask().accumulates().out(to(20, type)).in(r(10, type), r(11, type)),
             Line{EuOpcode::kMov, 8}.no_mask().out(to(21, type)).in(arf(ArfRegister::kAccumulator, 0, type))});
        const std::uint64_t product =
            with_sign ? static_cast<std::uint64_t>(std::int64_t{static_cast<I>(a)} * static_cast<I>(b))
                      : std::uint64_t{a} * b;
        CHECK(bench.get<U>(20, 5) == static_cast<U>(product >> 32));
        CHECK(bench.get<U>(21, 5) == static_cast<U>(product));
      }
    }
  }
}

TEST_CASE("mach of the second eight channels goes on with what mul left in acc0", "[eu][arithmetic]") {
  EuBench bench;
  bench.dispatch.channels = 0xFFFF;
  for (unsigned i = 0; i < 8; ++i) bench.put<std::uint32_t>(10, i, 12 + i);
  EuInstruction high = Line{EuOpcode::kMach, 8}.accumulates().out(to(20, kUd)).in(r(10, kUd), imm(0xAAAA'AAABu));
  high.quarter = gen9::QtrCtrl::k2Q;
  bench.run(
      {Line{EuOpcode::kMul, 8}.no_mask().out(to_arf(ArfRegister::kAccumulator, 0, kUd)).in(r(10, kUd), imm(0xAAABu)),
       high});
  CHECK(bench.get<std::uint32_t>(20, 0) == 8);  // 12 / 12 * 8
}

TEST_CASE("addc and subb leave carries and borrows in the accumulator", "[eu][arithmetic]") {
  for (U a : kNumbers) {
    for (U b : kNumbers) {
      EuBench bench;
      bench.put<U>(10, 0, a);
      bench.put<U>(11, 0, b);
      const EuSource accumulator = arf(ArfRegister::kAccumulator, 0, kUd, kScalar);
      bench.run({Line{EuOpcode::kAddc, 1}.no_mask().accumulates().out(to(20, kUd)).in(scalar(10, kUd), scalar(11, kUd)),
                 Line{EuOpcode::kMov, 1}.no_mask().out(to(21, kUd)).in(accumulator),
                 Line{EuOpcode::kSubb, 1}.no_mask().accumulates().out(to(22, kUd)).in(scalar(10, kUd), scalar(11, kUd)),
                 Line{EuOpcode::kMov, 1}.no_mask().out(to(23, kUd)).in(accumulator)});
      CHECK(bench.get<U>(20, 0) == a + b);
      CHECK(bench.get<U>(21, 0) == (std::uint64_t{a} + b) >> 32);
      CHECK(bench.get<U>(22, 0) == a - b);
      CHECK(bench.get<U>(23, 0) == (a < b ? 1u : 0u));
    }
  }
}

TEST_CASE("AccWrEn keeps a result of each kind in the accumulator", "[eu][arithmetic]") {
  EuBench bench;
  for (unsigned i = 0; i < 8; ++i) {
    bench.put<U>(10, i, 0xFFFF'FFFF - i);
    bench.put<double>(12 + i / 4, i % 4, 1.25 + i);
    bench.put<std::uint16_t>(14, i, 0x3C00);  // 1
    bench.put<std::uint16_t>(15, i, 0x4000);  // 2
    bench.put<U>(16, i, 1u << i);
  }
  const Region four{4, 4, 1};
  const auto kept = [](unsigned lanes, unsigned number, SrcType type) {
    return Line{EuOpcode::kMov, lanes}
        .no_mask()
        .out(to(number, type))
        .in(arf(ArfRegister::kAccumulator, 0, type, {lanes, lanes, 1}));
  };
  bench.run(
      {Line{EuOpcode::kAdd, 8}.no_mask().accumulates().out(to(20, kUd)).in(r(10, kUd), r(10, kUd)), kept(8, 21, kUd),
       Line{EuOpcode::kAdd, 4}.no_mask().accumulates().out(to(22, kDf)).in(r(12, kDf, four), r(12, kDf, four)),
       kept(4, 23, kDf), Line{EuOpcode::kAdd, 8}.no_mask().accumulates().out(to(24, kHf)).in(r(14, kHf), r(15, kHf)),
       kept(8, 25, kHf), Line{EuOpcode::kMac, 8}.no_mask().out(to(26, kHf)).in(r(15, kHf), r(15, kHf)),
       Line{EuOpcode::kLzd, 8}.no_mask().accumulates().out(to(27, kUd)).in(r(16, kUd)), kept(8, 28, kUd)});
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(bench.get<U>(21, i) == 2 * (0xFFFF'FFFF - i));
    if (i < 4) CHECK(bench.get<double>(23, i) == 2.5 + 2 * i);
    CHECK(bench.get<std::uint16_t>(25, i) == 0x4200);  // 3
    CHECK(bench.get<std::uint16_t>(26, i) == 0x4700);  // 7
    CHECK(bench.get<U>(28, i) == 31 - i);
  }
}

TEST_CASE("channels that do not run keep their lanes of the accumulator", "[eu][arithmetic]") {
  EuBench bench;
  bench.dispatch.channels = 0b0101'0101;
  for (unsigned i = 0; i < 8; ++i) bench.put<U>(10, i, 0xFFFF'FFFF);
  const EuSource accumulator = arf(ArfRegister::kAccumulator, 0, kUd);
  const auto set = [&](U value) {
    return Line{EuOpcode::kMov, 8}.no_mask().out(to_arf(ArfRegister::kAccumulator, 0, kUd)).in(imm(value));
  };
  const auto get = [&](unsigned number) {
    return Line{EuOpcode::kMov, 8}.no_mask().out(to(number, kUd)).in(accumulator);
  };
  bench.run({set(7), Line{EuOpcode::kAddc, 8}.accumulates().out(to(20, kUd)).in(r(10, kUd), r(10, kUd)), get(21),
             set(7), Line{EuOpcode::kSubb, 8}.accumulates().out(to(20, kUd)).in(r(30, kUd), r(10, kUd)), get(22),
             set(7), Line{EuOpcode::kMach, 8}.accumulates().out(to(20, kUd)).in(r(10, kUd), imm(0x10000u)), get(23)});
  for (unsigned i = 0; i < 8; ++i) {
    const bool runs = i % 2 == 0;
    CHECK(bench.get<U>(21, i) == (runs ? 1u : 7u));
    CHECK(bench.get<U>(22, i) == (runs ? 1u : 7u));
    CHECK(bench.get<U>(23, i) == (runs ? 0xFFFF'0007u : 7u));
  }
}

TEST_CASE("mac adds the accumulator that a result was written to before", "[eu][arithmetic]") {
  EuBench bench;
  for (unsigned i = 0; i < 8; ++i) {
    bench.put<float>(10, i, 1.5f + static_cast<float>(i));
    bench.put<std::int32_t>(12, i, 3 - static_cast<I>(i));
  }
  bench.run({Line{EuOpcode::kMul, 8}.no_mask().accumulates().out(to(20, kF)).in(r(10, kF), imm(2.0f)),
             Line{EuOpcode::kMac, 8}.no_mask().out(to(21, kF)).in(r(10, kF), imm(4.0f)),
             Line{EuOpcode::kMul, 8}.no_mask().out(to_arf(ArfRegister::kAccumulator, 0, kD)).in(r(12, kD), imm_word(7)),
             Line{EuOpcode::kMac, 8}.no_mask().out(to(22, kD)).in(r(12, kD), imm_word(-2))});
  for (unsigned i = 0; i < 8; ++i) {
    CHECK(bench.get<float>(21, i) == 6.0f * (1.5f + static_cast<float>(i)));
    CHECK(bench.get<I>(22, i) == 5 * (3 - static_cast<I>(i)));
  }
}

TEST_CASE("sad2 sums pairs of distances into their first channel and sada2 adds them up", "[eu][arithmetic]") {
  EuBench bench;
  for (unsigned i = 0; i < 16; ++i) {
    bench.put<std::uint8_t>(10, i, static_cast<std::uint8_t>(17 * i));
    bench.put<std::uint8_t>(11, i, static_cast<std::uint8_t>(200 - 9 * i));
    bench.put<std::uint16_t>(20, i, 0xEEEE);
  }
  const Region row{16, 16, 1};
  bench.run({Line{EuOpcode::kMov, 16}.no_mask().out(to_arf(ArfRegister::kAccumulator, 0, kUw)).in(imm_word(1000)),
             Line{EuOpcode::kSad2, 16}.no_mask().out(to(20, kUw)).in(r(10, kUb, row), r(11, kUb, row)),
             Line{EuOpcode::kSada2, 16}.no_mask().out(to(21, kUw)).in(r(10, kUb, row), r(11, kUb, row))});
  for (unsigned i = 0; i < 16; i += 2) {
    const auto distance = [&](unsigned n) {
      return std::abs(int{bench.get<std::uint8_t>(10, n)} - int{bench.get<std::uint8_t>(11, n)});
    };
    CHECK(bench.get<std::uint16_t>(20, i) == distance(i) + distance(i + 1));
    CHECK(bench.get<std::uint16_t>(20, i + 1) == 0xEEEE);
    CHECK(bench.get<std::uint16_t>(21, i) == 1000 + distance(i) + distance(i + 1));
  }
}

TEST_CASE("64-bit integers add and multiply and shift and compare", "[eu][arithmetic]") {
  EuBench bench;
  bench.fill<std::uint64_t>(10, {0x1'0000'0000ull, 0xFFFF'FFFF'FFFF'FFFFull, 5, 0x8000'0000'0000'0000ull});
  bench.fill<std::uint64_t>(11, {3, 1, 0xFFFF'FFFF'FFFF'FFFBull, 63});
  const Region row{4, 4, 1};
  bench.run(
      {Line{EuOpcode::kAdd, 4}.no_mask().out(to(20, kUq)).in(r(10, kUq, row), r(11, kUq, row)),
       Line{EuOpcode::kShr, 4}.no_mask().out(to(21, kUq)).in(r(10, kUq, row), r(11, kUq, row)),
       Line{EuOpcode::kCmp, 4}.no_mask().sets(CondModifier::kLess).out(null(kQ)).in(r(10, kQ, row), r(11, kQ, row)),
       Line{EuOpcode::kMul, 4}.no_mask().out(to(22, kQ)).in(r(12, kD, row), r(13, kD, row))});
  CHECK(bench.get<std::uint64_t>(20, 0) == 0x1'0000'0003ull);
  CHECK(bench.get<std::uint64_t>(20, 1) == 0);
  CHECK(bench.get<std::uint64_t>(21, 0) == 0x2000'0000ull);
  CHECK(bench.get<std::uint64_t>(21, 3) == 1);
  CHECK((bench.flags[0] & 15u) == 0b1010);
}

TEST_CASE("a shift counts to 63 where its result or its source has 64 bits but not for the count's type",
          "[eu][arithmetic]") {
  EuBench bench;
  bench.put<I>(10, 0, -5);
  bench.put<std::int64_t>(11, 0, 35);
  bench.put<std::int64_t>(12, 0, std::int64_t{-5} * 0x1'0000'0000);
  bench.run({Line{EuOpcode::kShl, 1}.no_mask().out(to(20, kQ)).in(scalar(10, kD), imm(35)),
             Line{EuOpcode::kAsr, 1}.no_mask().out(to(21, kD)).in(scalar(12, kQ), imm(35)),
             Line{EuOpcode::kShl, 1}.no_mask().out(to(22, kD)).in(scalar(10, kD), scalar(11, kQ))});
  CHECK(bench.get<std::int64_t>(20, 0) == -5ll * 0x8'0000'0000);
  CHECK(bench.get<I>(21, 0) == -1);
  CHECK(bench.get<I>(22, 0) == -40);
}

TEST_CASE("a product of two DWords fills a QWord", "[eu][arithmetic]") {
  EuBench bench;
  bench.put<I>(10, 0, -123456789);
  bench.put<I>(11, 0, 987654321);
  bench.run({Line{EuOpcode::kMul, 1}.no_mask().out(to(20, kQ)).in(scalar(10, kD), scalar(11, kD))});
  CHECK(bench.get<std::int64_t>(20, 0) == -123456789ll * 987654321ll);
}

TEST_CASE("source modifiers take the magnitude before the sign and with logic only negate inverts bits",
          "[eu][arithmetic]") {
  for (const float value : {2.5f, -2.5f, 0.0f, -0.0f}) {
    for (const SrcMod modifier : {SrcMod::kNone, SrcMod::kAbs, SrcMod::kNegate, SrcMod::kNegateAbs}) {
      EuBench bench;
      bench.put(10, 0, value);
      bench.put(11, 0, static_cast<I>(value));
      bench.put<U>(12, 0, 0x0F0F'0001);
      bench.run(
          {Line{EuOpcode::kMov, 1}.no_mask().out(to(20, kF)).in(with(modifier, scalar(10, kF))),
           Line{EuOpcode::kMov, 1}.no_mask().out(to(20, kD, 1, 1)).in(with(modifier, scalar(11, kD))),
           Line{EuOpcode::kAnd, 1}.no_mask().out(to(20, kUd, 1, 2)).in(with(modifier, scalar(12, kUd)), imm(~0u))});
      const bool magnitude = modifier == SrcMod::kAbs || modifier == SrcMod::kNegateAbs;
      const bool negative = modifier == SrcMod::kNegate || modifier == SrcMod::kNegateAbs;
      const float expected = (negative ? -1.0f : 1.0f) * (magnitude ? std::fabs(value) : value);
      CHECK(bench.get<U>(20, 0) == std::bit_cast<U>(expected));
      CHECK(bench.get<I>(20, 1) == static_cast<I>(expected));
      CHECK(bench.get<U>(20, 2) == (modifier == SrcMod::kNegate ? ~0x0F0F'0001u : 0x0F0F'0001u));
    }
  }
}

TEST_CASE("logic inverts the bits of floats as well", "[eu][arithmetic]") {
  EuBench bench;
  bench.put(10, 0, 1.0f);
  bench.run({Line{EuOpcode::kNot, 1}.no_mask().out(to(20, kF)).in(scalar(10, kF))});
  CHECK(bench.get<U>(20, 0) == ~0x3F80'0000u);
}

TEST_CASE("dot products sum over groups of four and give all four the sum", "[eu][arithmetic]") {
  EuBench bench;
  for (unsigned i = 0; i < 8; ++i) {
    bench.put<float>(10, i, static_cast<float>(i + 1));
    bench.put<float>(11, i, static_cast<float>(10 - i));
  }
  const auto four = [](unsigned n) { return swizzled(r(n, kF), 0, 1, 2, 3); };
  std::vector<EuInstruction> lines;
  for (unsigned n = 0; n < 4; ++n) {
    constexpr EuOpcode kDots[] = {EuOpcode::kDp2, EuOpcode::kDp3, EuOpcode::kDp4, EuOpcode::kDph};
    lines.push_back(Line{kDots[n], 8}.align16().no_mask().out(to(20 + n, kF)).in(four(10), four(11)));
  }
  bench.run(lines);
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned g = i / 4 * 4;
    const auto a = [&](unsigned k) { return bench.get<float>(10, g + k); };
    const auto b = [&](unsigned k) { return bench.get<float>(11, g + k); };
    CHECK(bench.get<float>(20, i) == a(0) * b(0) + a(1) * b(1));
    CHECK(bench.get<float>(21, i) == a(0) * b(0) + a(1) * b(1) + a(2) * b(2));
    CHECK(bench.get<float>(22, i) == a(0) * b(0) + a(1) * b(1) + a(2) * b(2) + a(3) * b(3));
    CHECK(bench.get<float>(23, i) == a(0) * b(0) + a(1) * b(1) + a(2) * b(2) + b(3));
  }
}

TEST_CASE("line and pln take the plane from one source and x and y by eights from the other", "[eu][arithmetic]") {
  EuBench bench;
  bench.fill<float>(10, {2.0f, 3.0f, 99.0f, 0.5f});
  for (unsigned i = 0; i < 32; ++i) bench.put<float>(12, i, static_cast<float>(i));
  bench.run({Line{EuOpcode::kLine, 8}.no_mask().out(to(20, kF)).in(scalar(10, kF), r(12, kF)),
             Line{EuOpcode::kPln, 16}.no_mask().out(to(22, kF)).in(scalar(10, kF), r(12, kF))});
  for (unsigned i = 0; i < 8; ++i) CHECK(bench.get<float>(20, i) == 2.0f * static_cast<float>(i) + 0.5f);
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned x = i / 8 * 16 + i % 8;
    CHECK(bench.get<float>(22, i) == 2.0f * static_cast<float>(x) + 3.0f * static_cast<float>(x + 8) + 0.5f);
  }
}

TEST_CASE("lrp blends and frc and the four roundings split a number", "[eu][arithmetic]") {
  for (const float value : {-2.5f, -1.5f, -0.75f, -0.5f, 0.25f, 0.5f, 1.5f, 2.5f, 3.75f, 8388609.0f}) {
    EuBench bench;
    bench.put(10, 0, value);
    const auto rounded = [&](EuOpcode opcode, unsigned element) {
      return Line{opcode, 1}.no_mask().out(to(20, kF, 1, element)).in(scalar(10, kF));
    };
    bench.put(11, 0, static_cast<double>(value));
    const auto wide = [&](EuOpcode opcode, unsigned element) {
      return Line{opcode, 1}.no_mask().out(to(22, kDf, 1, element)).in(scalar(11, kDf));
    };
    bench.run({rounded(EuOpcode::kRndd, 0), rounded(EuOpcode::kRndu, 1), rounded(EuOpcode::kRnde, 2),
               rounded(EuOpcode::kRndz, 3), rounded(EuOpcode::kFrc, 4), wide(EuOpcode::kRndd, 0),
               wide(EuOpcode::kRndu, 1), wide(EuOpcode::kRnde, 2), wide(EuOpcode::kRndz, 3), wide(EuOpcode::kFrc, 4)});
    for (unsigned i = 0; i < 5; ++i) CHECK(bench.get<double>(22, i) == static_cast<double>(bench.get<float>(20, i)));
    CHECK(bench.get<float>(20, 0) == std::floor(value));
    CHECK(bench.get<float>(20, 1) == std::ceil(value));
    CHECK(bench.get<float>(20, 2) == std::nearbyint(value));
    CHECK(bench.get<float>(20, 3) == std::trunc(value));
    CHECK(bench.get<float>(20, 4) == value - std::floor(value));
  }
  EuBench bench;
  bench.fill<float>(10, {0.25f, 0.25f, 0.25f, 0.25f, 8.0f, 8.0f, 8.0f, 8.0f});
  bench.fill<float>(11, {4.0f, 4.0f, 4.0f, 4.0f});
  bench.run({Line{EuOpcode::kLrp, 4}.no_mask().out(to(20, kF)).in(r(10, kF), r(10, kF, kRow, 4), r(11, kF))});
  CHECK(bench.get<float>(20, 2) == 5.0f);
}

TEST_CASE("mad rounds once", "[eu][arithmetic]") {
  EuBench bench;
  const float a = 1.0f + 0x1p-12f, c = -(1.0f + 0x1p-11f);
  for (unsigned i = 0; i < 16; ++i) {
    bench.put(10, i, c);
    bench.put(12, i, a);
  }
  bench.run({Line{EuOpcode::kMad, 16}.no_mask().out(to(20, kF)).in(r(10, kF), r(12, kF), r(12, kF))});
  for (unsigned i = 0; i < 16; ++i) CHECK(bench.get<float>(20, i) == 0x1p-24f);
}

TEST_CASE("doubles and halves are multiplied and added with one rounding", "[eu][arithmetic]") {
  EuBench bench;
  for (unsigned i = 0; i < 4; ++i) {
    bench.put<double>(10, i, -(1.0 + 0x1p-26));
    bench.put<double>(12, i, 1.0 + 0x1p-27 * i);
  }
  // 3 * 683 / 2048 = 1 + 2^-11 lies halfway between two halves; the smallest half decides.
  bench.fill<std::uint16_t>(14, {0x0001, 0x8001, 0x0000});
  for (unsigned i = 0; i < 4; ++i) bench.put<std::uint16_t>(15, i, 0x4200);
  for (unsigned i = 0; i < 4; ++i) bench.put<std::uint16_t>(16, i, 0x3556);
  bench.run({Line{EuOpcode::kMad, 4}.no_mask().out(to(20, kDf)).in(r(10, kDf), r(12, kDf), r(12, kDf)),
             Line{EuOpcode::kMad, 4}.no_mask().out(to(22, kHf)).in(r(14, kHf), r(15, kHf), r(16, kHf))});
  for (unsigned i = 0; i < 4; ++i) {
    const double x = 1.0 + 0x1p-27 * i;
    CHECK(bench.get<double>(20, i) == std::fma(x, x, -(1.0 + 0x1p-26)));
  }
  CHECK(bench.get<std::uint16_t>(22, 0) == 0x3C01);
  CHECK(bench.get<std::uint16_t>(22, 1) == 0x3C00);
  CHECK(bench.get<std::uint16_t>(22, 2) == 0x3C00);
}

TEST_CASE("a relation chooses between numbers and with a NaN the other source", "[eu][arithmetic]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  struct Row {
    CondModifier relation;
    std::array<float, 4> expected;
  };
  for (const Row& row : {Row{CondModifier::kGreater, {5, 5, 3, 3}}, Row{CondModifier::kGreaterEqual, {5, 5, 3, 3}},
                         Row{CondModifier::kLess, {2, 2, 3, 3}}, Row{CondModifier::kLessEqual, {2, 2, 3, 3}}}) {
    EuBench bench;
    bench.fill<float>(10, {2, 5, 3, nan});
    bench.fill<float>(11, {5, 2, nan, 3});
    const Region four{4, 4, 1};
    bench.run(
        {Line{EuOpcode::kSel, 4}.no_mask().sets(row.relation).out(to(20, kF)).in(r(10, kF, four), r(11, kF, four))});
    for (unsigned i = 0; i < 4; ++i) CHECK(bench.get<float>(20, i) == row.expected[i]);
  }
}

TEST_CASE("two sources are chosen by a flag or by a relation or by a third one", "[eu][arithmetic]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EuBench bench;
  bench.flags[0] = 0b0101;
  bench.fill<float>(10, {1.0f, 2.0f, nan, 4.0f});
  bench.fill<float>(11, {4.0f, -2.0f, 3.0f, nan});
  bench.fill<float>(12, {-1.0f, 0.0f, nan, 1.0f});
  const Region row{4, 4, 1};
  const EuSource a = r(10, kF, row), b = r(11, kF, row);
  bench.run({Line{EuOpcode::kSel, 4}.no_mask().when(PredCtrl::kSequential).out(to(20, kF)).in(a, b),
             Line{EuOpcode::kSel, 4}.no_mask().sets(CondModifier::kLess).out(to(21, kF)).in(a, b),
             Line{EuOpcode::kSel, 4}.no_mask().sets(CondModifier::kGreaterEqual).out(to(22, kF)).in(a, b),
             Line{EuOpcode::kCsel, 4}.no_mask().sets(CondModifier::kLess).out(to(23, kF)).in(a, b, r(12, kF))});
  const auto row_is = [&](unsigned reg, std::initializer_list<float> expected) {
    unsigned i = 0;
    for (const float value : expected) {
      const auto found = bench.get<float>(reg, i++);
      CHECK((found == value || (found != found && value != value)));
    }
  };
  row_is(20, {1.0f, -2.0f, nan, nan});
  row_is(21, {1.0f, -2.0f, 3.0f, 4.0f});
  row_is(22, {4.0f, 2.0f, 3.0f, 4.0f});
  row_is(23, {1.0f, -2.0f, 3.0f, nan});
  CHECK(bench.flags[0] == 0b0101);
}

TEST_CASE("the negative of an integer 0 is a float 0 without sign", "[eu][arithmetic]") {
  EuBench bench;
  bench.fill<I>(10, {0, 5, -5});
  bench.run({Line{EuOpcode::kMov, 4}.no_mask().out(to(20, kF)).in(with(SrcMod::kNegate, r(10, kD, {4, 4, 1}))),
             Line{EuOpcode::kMov, 4}.no_mask().out(to(21, kF)).in(with(SrcMod::kNegateAbs, r(10, kD, {4, 4, 1})))});
  const auto row = [&](unsigned reg) {
    return std::vector<U>{bench.get<U>(reg, 0), bench.get<U>(reg, 1), bench.get<U>(reg, 2)};
  };
  CHECK(row(20) == std::vector<U>{0, 0xC0A0'0000, 0x40A0'0000});
  CHECK(row(21) == std::vector<U>{0, 0xC0A0'0000, 0xC0A0'0000});
}

TEST_CASE("an instruction without a form for its types is refused with its place", "[eu][arithmetic]") {
  CHECK(refusal(Line{EuOpcode::kLzd, 1}.no_mask().out(to(20, kF)).in(scalar(10, kF)))
            .find("instruction at byte 0x30: lzd has no form") == 0);
}

}  // namespace
}  // namespace texpipe::functional::test
