// Conditions into flags, and predication from them.
#include <catch2/catch.hpp>
#include <functional>
#include <limits>

#include "functional/execution/eu/eu_bench.h"

namespace texpipe::functional::test {
namespace {

constexpr CondModifier kRelations[] = {CondModifier::kEqual,        CondModifier::kNotEqual, CondModifier::kGreater,
                                       CondModifier::kGreaterEqual, CondModifier::kLess,     CondModifier::kLessEqual};

template <class T>
bool relation(CondModifier condition, T a, T b) {
  switch (condition) {
    case CondModifier::kEqual:
      return a == b;
    case CondModifier::kNotEqual:
      return a != b;
    case CondModifier::kGreater:
      return a > b;
    case CondModifier::kGreaterEqual:
      return a >= b;
    case CondModifier::kLess:
      return a < b;
    case CondModifier::kLessEqual:
      return a <= b;
    default:
      return false;
  }
}

TEST_CASE("cmp sets a flag bit for each channel that satisfies the relation and writes all ones there", "[eu][flags]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float values[] = {-1.0f, -0.0f, 0.0f, 2.0f, nan, 1e-45f, std::numeric_limits<float>::infinity(), -3.0f};
  for (const CondModifier condition : kRelations) {
    for (const float b : values) {
      EuBench bench;
      bench.flags[0] = 0xFFFF'0000;
      for (unsigned i = 0; i < 8; ++i) bench.put(10, i, values[i]);
      bench.run({Line{EuOpcode::kCmp, 8}.no_mask().sets(condition).out(to(20, kF)).in(r(10, kF), imm(b))});
      for (unsigned i = 0; i < 8; ++i) {
        const bool expected = relation(condition, values[i], b);
        CHECK((bench.flags[0] >> i & 1u) == (expected ? 1u : 0u));
        CHECK(bench.get<std::uint32_t>(20, i) == (expected ? ~0u : 0u));
      }
      CHECK(bench.flags[0] >> 8 == 0xFFFF00);
    }
  }
}

TEST_CASE("cmpn counts a NaN in its second source as true and cmp does not", "[eu][flags]") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const CondModifier condition : {CondModifier::kGreaterEqual, CondModifier::kLess}) {
    for (const EuOpcode opcode : {EuOpcode::kCmp, EuOpcode::kCmpn}) {
      EuBench bench;
      bench.fill<float>(10, {1.0f, nan});
      bench.fill<float>(11, {nan, 1.0f});
      const Region row{2, 2, 1};
      bench.run({Line{opcode, 2}.no_mask().sets(condition).out(null(kF)).in(r(10, kF, row), r(11, kF, row))});
      CHECK(bench.flags[0] == (opcode == EuOpcode::kCmpn ? 1u : 0u));
    }
  }
}

TEST_CASE("integers of different signs compare as numbers", "[eu][flags]") {
  EuBench bench;
  bench.put<std::uint32_t>(10, 0, 0xFFFF'FFFF);
  bench.run(
      {Line{EuOpcode::kCmp, 1}.no_mask().sets(CondModifier::kLess, 0).out(null(kD)).in(scalar(10, kD), imm_word(0)),
       Line{EuOpcode::kCmp, 1}.no_mask().sets(CondModifier::kLess, 1).out(null(kD)).in(scalar(10, kUd), imm_word(0)),
       Line{EuOpcode::kCmp, 1}
           .no_mask()
           .sets(CondModifier::kGreater, 2)
           .out(null(kD))
           .in(scalar(10, kUd), scalar(10, kD))});
  CHECK(bench.flags[0] == 1);
  CHECK(bench.flags[1] == 1);
}

TEST_CASE("a condition on arithmetic tests the final result", "[eu][flags]") {
  for (const CondModifier condition : kRelations) {
    EuBench bench;
    bench.fill<std::int32_t>(10, {-5, 0, 5, 0x7FFF'FFFF});
    const Region row{4, 4, 1};
    bench.run({Line{EuOpcode::kAdd, 4}.no_mask().sets(condition, 0).out(to(20, kD)).in(r(10, kD, row), imm_word(1)),
               Line{EuOpcode::kAdd, 4}
                   .no_mask()
                   .sets(condition, 1)
                   .saturated()
                   .out(to(21, kD))
                   .in(r(10, kD, row), imm_word(1)),
               Line{EuOpcode::kMov, 4}.no_mask().sets(condition, 2).saturated().out(to(22, kF)).in(r(10, kD, row))});
    for (unsigned i = 0; i < 4; ++i) {
      CHECK((bench.flags[0] >> i & 1u) == (relation(condition, bench.get<std::int32_t>(20, i), 0) ? 1u : 0u));
      CHECK((bench.flags[0] >> (16 + i) & 1u) == (relation(condition, bench.get<std::int32_t>(21, i), 0) ? 1u : 0u));
      CHECK((bench.flags[1] >> i & 1u) == (relation(condition, bench.get<float>(22, i), 0.0f) ? 1u : 0u));
    }
  }
}

TEST_CASE("channels beyond the last flag set none", "[eu][flags]") {
  EuBench bench;
  bench.run({Line{EuOpcode::kCmp, 16, 16}.no_mask().sets(CondModifier::kEqual, 3).out(null(kD)).in(r(10, kD), imm(0))});
  CHECK(bench.flags[0] == 0);
  CHECK(bench.flags[1] == 0);
}

TEST_CASE("without a condition nothing changes a flag", "[eu][flags]") {
  EuBench bench;
  bench.flags = {0x1234'5678, 0x9ABC'DEF0};
  bench.run({Line{EuOpcode::kAdd, 8}.no_mask().out(to(20, kD)).in(r(10, kD), imm(-1)),
             Line{EuOpcode::kSel, 8}.no_mask().sets(CondModifier::kLess).out(to(20, kD)).in(r(10, kD), imm(-1)),
             Line{EuOpcode::kCsel, 8}
                 .no_mask()
                 .sets(CondModifier::kLess)
                 .out(to(20, kF))
                 .in(r(10, kF), r(11, kF), r(12, kF))});
  CHECK(bench.flags[0] == 0x1234'5678);
  CHECK(bench.flags[1] == 0x9ABC'DEF0);
}

TEST_CASE("overflow and NaN have conditions of their own", "[eu][flags]") {
  EuBench bench;
  bench.fill<std::int32_t>(10, {0x7FFF'FFFF, 1, -0x7FFF'FFFF - 1, -1});
  bench.fill<float>(11, {std::numeric_limits<float>::quiet_NaN(), 3e38f, 1.0f, -3e38f});
  const Region row{4, 4, 1};
  bench.run({Line{EuOpcode::kAdd, 4}
                 .no_mask()
                 .sets(CondModifier::kOverflow, 0)
                 .out(to(20, kD))
                 .in(r(10, kD, row), r(10, kD, row)),
             Line{EuOpcode::kAdd, 4}
                 .no_mask()
                 .sets(CondModifier::kOverflow, 1)
                 .out(to(21, kF))
                 .in(r(11, kF, row), r(11, kF, row)),
             Line{EuOpcode::kAdd, 4}
                 .no_mask()
                 .sets(CondModifier::kUnordered, 2)
                 .out(to(22, kF))
                 .in(r(11, kF, row), r(11, kF, row)),
             Line{EuOpcode::kCmp, 4}
                 .no_mask()
                 .sets(CondModifier::kUnordered, 3)
                 .out(null(kF))
                 .in(r(11, kF, row), imm(0.0f))});
  CHECK(bench.flags[0] == 0x000A'0005);
  CHECK(bench.flags[1] == 0x0001'0001);
}

TEST_CASE("quarters and halves and nibbles use the flag bits of their channels counted from the subregister",
          "[eu][flags]") {
  struct Case {
    unsigned channels, first;
  };
  for (const Case c : {Case{8, 0},
                       {8, 8},
                       {8, 16},
                       {8, 24},
                       {16, 0},
                       {16, 16},
                       {4, 0},
                       {4, 4},
                       {4, 8},
                       {4, 12},
                       {4, 16},
                       {4, 20},
                       {4, 24},
                       {4, 28}}) {
    for (unsigned flag : {0u, 1u, 2u}) {
      EuBench bench;
      // Nibbles are for 64-bit floats only.
      const bool nibble = c.channels == 4;
      for (unsigned i = 0; i < c.channels; ++i) {
        const int value = i % 3 == 0 ? -1 : 1;
        if (nibble) {
          bench.put<double>(10, i, value);
        } else {
          bench.put<std::int32_t>(10, i, value);
        }
      }
      const SrcType type = nibble ? kDf : kD;
      const Region row{std::min(8u, c.channels), std::min(8u, c.channels), 1};
      const EuSource zero = nibble ? r(30, kDf, row) : imm_word(0);
      const EuSource mark = nibble ? r(32, kDf, row) : imm(77);
      for (unsigned i = 0; nibble && i < 4; ++i) bench.put<double>(32, i, 77.0);
      bench.run({Line{EuOpcode::kCmp, c.channels, c.first}
                     .no_mask()
                     .sets(CondModifier::kLess, flag)
                     .out(null(type))
                     .in(r(10, type, row), zero),
                 Line{EuOpcode::kMov, c.channels, c.first}
                     .no_mask()
                     .when(PredCtrl::kSequential, flag)
                     .out(to(20, type))
                     .in(mark)});
      std::uint64_t expected = 0;
      for (unsigned i = 0; i < c.channels; ++i) {
        if (i % 3 == 0) expected |= std::uint64_t{1} << (16 * flag + c.first + i);
        const int written = nibble ? static_cast<int>(bench.get<double>(20, i)) : bench.get<std::int32_t>(20, i);
        CHECK(written == (i % 3 == 0 ? 77 : 0));
      }
      CHECK((bench.flags[0] | std::uint64_t{bench.flags[1]} << 32) == expected);
    }
  }
}

/// Channels that an instruction of 32 channels writes under a predicate.
std::uint32_t written(PredCtrl control, bool inverted, std::uint32_t f0, std::uint32_t f1, bool align16,
                      unsigned flag) {
  EuBench bench;
  bench.flags = {f0, f1};
  Line line{EuOpcode::kMov, 16};
  line.no_mask().when(control, flag, inverted).out(to(20, kUw));
  Line upper = line;
  upper.i.quarter = gen9::QtrCtrl::k2H;
  upper.out(to(21, kUw));
  std::vector<EuInstruction> lines;
  for (Line* half : {&line, &upper}) {
    half->in(imm_word(1));
    if (align16) half->align16().in(swizzled(r(30, kUw), 0, 1, 2, 3));
    lines.push_back(*half);
  }
  for (unsigned i = 0; i < 16; ++i) bench.put<std::uint16_t>(30, i, 1);
  bench.run(lines);
  std::uint32_t channels = 0;
  for (unsigned i = 0; i < 32; ++i) channels |= std::uint32_t{bench.get<std::uint16_t>(20, i)} << i;
  return channels;
}

std::uint32_t groups(std::uint32_t flags, unsigned size, bool all) {
  std::uint32_t result = 0;
  for (unsigned channel = 0; channel < 32; ++channel) {
    unsigned set = 0;
    for (unsigned i = 0; i < size; ++i) set += flags >> (channel / size * size + i) & 1u;
    if (all ? set == size : set > 0) result |= 1u << channel;
  }
  return result;
}

TEST_CASE("every predicate control chooses its channels and inversion the others", "[eu][flags]") {
  struct Row {
    PredCtrl control;
    bool align16;
    std::function<std::uint32_t(std::uint32_t, std::uint32_t)> expected;
  };
  const auto any = [](unsigned size) {
    return [size](std::uint32_t f, std::uint32_t) { return groups(f, size, false); };
  };
  const auto all = [](unsigned size) {
    return [size](std::uint32_t f, std::uint32_t) { return groups(f, size, true); };
  };
  const auto component = [](unsigned c) {
    return [c](std::uint32_t f, std::uint32_t) {
      std::uint32_t result = 0;
      for (unsigned channel = 0; channel < 32; ++channel) result |= (f >> (channel / 4 * 4 + c) & 1u) << channel;
      return result;
    };
  };
  const Row rows[] = {
      {PredCtrl::kNone, false, [](std::uint32_t, std::uint32_t) { return ~0u; }},
      {PredCtrl::kSequential, false, [](std::uint32_t f, std::uint32_t) { return f; }},
      {PredCtrl::kAnyv, false, [](std::uint32_t f, std::uint32_t g) { return f | g; }},
      {PredCtrl::kAllv, false, [](std::uint32_t f, std::uint32_t g) { return f & g; }},
      {PredCtrl::kAny2h, false, any(2)},
      {PredCtrl::kAll2h, false, all(2)},
      {PredCtrl::kAny4h, false, any(4)},
      {PredCtrl::kAll4h, false, all(4)},
      {PredCtrl::kAny8h, false, any(8)},
      {PredCtrl::kAll8h, false, all(8)},
      {PredCtrl::kAny16h, false, any(16)},
      {PredCtrl::kAll16h, false, all(16)},
      {PredCtrl::kAny32h, false, any(32)},
      {PredCtrl::kAll32h, false, all(32)},
      {PredCtrl::kSequential, true, [](std::uint32_t f, std::uint32_t) { return f; }},
      {PredCtrl::kReplicateX, true, component(0)},
      {PredCtrl::kReplicateY, true, component(1)},
      {PredCtrl::kReplicateZ, true, component(2)},
      {PredCtrl::kReplicateW, true, component(3)},
      {PredCtrl::kAny4h, true, any(4)},
      {PredCtrl::kAll4h, true, all(4)},
  };
  for (const Row& row : rows) {
    for (const std::uint32_t f : {0u, ~0u, 0x0000'0001u, 0xFFFF'00F3u, 0x1234'5678u, 0xFF00'FFFFu, 0x8000'0000u}) {
      const std::uint32_t g = 0x0F0F'3355u;
      INFO("predicate " << static_cast<unsigned>(row.control) << " align16 " << row.align16 << " flags " << f);
      CHECK(written(row.control, false, f, g, row.align16, 0) == row.expected(f, g));
      if (row.control != PredCtrl::kNone)
        CHECK(written(row.control, true, f, g, row.align16, 0) == ~row.expected(f, g));
      CHECK(written(row.control, false, g, f, row.align16, 2) == row.expected(f, g));
    }
  }
}

TEST_CASE("channels that do not run write neither registers nor flags unless NoMask says so", "[eu][flags]") {
  for (const bool no_mask : {false, true}) {
    EuBench bench;
    bench.dispatch.channels = 0b1011'0110;
    Line line{EuOpcode::kAdd, 8};
    line.sets(CondModifier::kGreater).out(to(20, kD)).in(r(10, kD), imm(5));
    line.i.no_mask = no_mask;
    bench.run({line});
    const std::uint32_t expected = no_mask ? 0xFF : bench.dispatch.channels;
    CHECK(bench.flags[0] == expected);
    for (unsigned i = 0; i < 8; ++i) CHECK(bench.get<std::int32_t>(20, i) == ((expected >> i & 1u) != 0 ? 5 : 0));
  }
}

}  // namespace
}  // namespace texpipe::functional::test
