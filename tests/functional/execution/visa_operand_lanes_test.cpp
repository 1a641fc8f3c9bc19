#include "functional/execution/visa_operand_lanes.h"

#include <bit>
#include <catch2/catch.hpp>
#include <limits>

#include "base/diagnostic.h"
#include "functional/execution/visa_bench.h"
#include "functional/execution/visa_evaluate.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;
using visa::DataType;
using visa::Modifier;

namespace {

VisaValue f(float value) {
  return {DataType::kF, std::bit_cast<std::uint32_t>(value)};
}
VisaValue d(std::int32_t value) {
  return {DataType::kD, static_cast<std::uint32_t>(value)};
}
VisaValue ud(std::uint32_t value) {
  return {DataType::kUd, value};
}
VisaValue hf(std::uint16_t bits) {
  return {DataType::kHf, bits};
}

float float_of(std::uint64_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
}
std::int32_t signed_of(std::uint64_t bits) {
  return static_cast<std::int32_t>(bits);
}

std::uint64_t result(std::string_view name, const std::vector<VisaValue>& sources) {
  return evaluate(name, sources).bits;
}

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("a float becomes an integer towards zero and stays in its range", "[visa][values]") {
  const auto to = [](DataType type, float value) { return convert(f(value), type, false); };
  CHECK(signed_of(to(DataType::kD, -2.9f)) == -2);
  CHECK(signed_of(to(DataType::kD, 2.9f)) == 2);
  CHECK(to(DataType::kUd, 3e9f) == 3'000'000'000u);
  CHECK(to(DataType::kUd, -1.0f) == 0);
  CHECK(to(DataType::kUd, 5e9f) == 0xFFFF'FFFF);
  CHECK(to(DataType::kD, 3e9f) == 0x7FFF'FFFF);
  CHECK(to(DataType::kD, -kInfinity) == 0x8000'0000);
  CHECK(to(DataType::kD, kNan) == 0);
  CHECK(to(DataType::kUw, 65535.5f) == 0xFFFF);
  CHECK(to(DataType::kW, -40000.0f) == 0x8000);
  CHECK(to(DataType::kUb, 255.9f) == 0xFF);
  CHECK(to(DataType::kB, 127.9f) == 0x7F);
  CHECK(to(DataType::kB, -1.5f) == 0xFF);
}

TEST_CASE("an integer becomes a float to nearest even, and an integer by its low bits", "[visa][values]") {
  CHECK(float_of(convert(d(-16777217), DataType::kF, false)) == -16777216.0f);
  CHECK(float_of(convert(ud(16777219), DataType::kF, false)) == 16777220.0f);
  CHECK(float_of(convert(ud(0xFFFF'FFFF), DataType::kF, false)) == 4294967296.0f);
  CHECK(convert(d(2049), DataType::kHf, false) == 0x6800);  // 2048
  CHECK(convert(d(-1), DataType::kHf, false) == 0xBC00);
  CHECK(convert(ud(0x1234'5678), DataType::kUw, false) == 0x5678);
  CHECK(convert({DataType::kB, 0x80}, DataType::kD, false) == 0xFFFF'FF80);  // sign-extended
  CHECK(convert({DataType::kUb, 0x80}, DataType::kD, false) == 0x80);
  CHECK(convert({DataType::kW, 0x8000}, DataType::kQ, false) == 0xFFFF'FFFF'FFFF'8000);
  CHECK(convert({DataType::kD, 0xDEAD'0000'0001}, DataType::kD, false) == 1);  // bits above the type do not count
}

TEST_CASE("saturation clamps integers to the destination and floats to 0 and 1", "[visa][values]") {
  const auto saturated = [](const VisaValue& value, DataType to) { return convert(value, to, true); };
  CHECK(saturated(d(300), DataType::kUb) == 255);
  CHECK(saturated(d(-5), DataType::kUd) == 0);
  CHECK(saturated(ud(0x9000'0000), DataType::kD) == 0x7FFF'FFFF);
  CHECK(saturated(d(-70000), DataType::kW) == 0x8000);
  CHECK(saturated(d(-1), DataType::kUq) == 0);
  CHECK(saturated({DataType::kUq, ~0ull}, DataType::kQ) == 0x7FFF'FFFF'FFFF'FFFF);
  CHECK(saturated({DataType::kUq, ~0ull}, DataType::kUd) == 0xFFFF'FFFF);
  CHECK(float_of(saturated(f(1.5f), DataType::kF)) == 1.0f);
  CHECK(float_of(saturated(f(0.25f), DataType::kF)) == 0.25f);
  CHECK(saturated(f(-0.5f), DataType::kF) == 0);
  CHECK(saturated(f(kNan), DataType::kF) == 0);
  CHECK(float_of(saturated(d(7), DataType::kF)) == 1.0f);
  CHECK(saturated(f(2.0f), DataType::kHf) == 0x3C00);
}

TEST_CASE("64-bit integers keep their sign on the way to float", "[visa][values]") {
  CHECK(float_of(convert({DataType::kUq, ~0ull}, DataType::kF, false)) == 18446744073709551616.0f);
  CHECK(float_of(convert({DataType::kQ, ~0ull}, DataType::kF, false)) == -1.0f);
}

TEST_CASE("values of types that the model has no arithmetic for are refused by name", "[visa][values]") {
  CHECK_THROWS_WITH(convert({DataType::kDf, 0}, DataType::kF, false), Catch::Contains("df"));
  CHECK_THROWS_WITH(convert(f(1.0f), DataType::kVf, false), Catch::Contains("vf"));
  CHECK_THROWS_WITH(convert(f(1.0f), DataType::kQ, false), Catch::Contains("64-bit"));
  CHECK_THROWS_WITH(evaluate("add", {{DataType::kQ, 1}, d(1)}), Catch::Contains("64-bit"));
  CHECK_THROWS_WITH(evaluate("rcp", {f(1.0f)}), Catch::Contains("rcp"));
  CHECK_THROWS_WITH(evaluate("sad2", {d(1)}), Catch::Contains("sad2"));
}

TEST_CASE("an instruction with a float source computes in float, with HF alone in HF", "[visa][values]") {
  CHECK(evaluate("add", {f(1.5f), f(2.0f)}).type == DataType::kF);
  CHECK(evaluate("add", {hf(0x3C00), hf(0x3C00)}).type == DataType::kHf);
  CHECK(evaluate("add", {hf(0x3C00), f(0.5f)}).type == DataType::kF);
  CHECK(result("add", {hf(0x3C00), hf(0x1000)}) == 0x3C00);  // 1 + 2^-11: to even in HF
  CHECK(float_of(result("add", {hf(0x3C00), f(0.5f)})) == 1.5f);
  CHECK(evaluate("add", {d(1), ud(1)}).type == DataType::kD);
  CHECK(evaluate("add", {ud(1), ud(1)}).type == DataType::kUd);
}

TEST_CASE("float instructions", "[visa][values]") {
  CHECK(float_of(result("mul", {f(1.5f), f(-2.0f)})) == -3.0f);
  CHECK(float_of(result("min", {f(kNan), f(2.0f)})) == 2.0f);  // with one NaN the other operand
  CHECK(float_of(result("min", {f(2.0f), f(kNan)})) == 2.0f);
  CHECK(float_of(result("min", {f(3.0f), f(2.0f)})) == 2.0f);
  CHECK(float_of(result("max", {f(kNan), f(2.0f)})) == 2.0f);
  CHECK(float_of(result("max", {f(2.0f), f(kNan)})) == 2.0f);
  CHECK(float_of(result("max", {f(3.0f), f(2.0f)})) == 3.0f);
  CHECK(float_of(result("rndd", {f(-1.5f)})) == -2.0f);
  CHECK(float_of(result("rndu", {f(-1.5f)})) == -1.0f);
  CHECK(float_of(result("rndz", {f(-1.5f)})) == -1.0f);
  CHECK(float_of(result("frc", {f(-1.25f)})) == 0.75f);
}

TEST_CASE("integer instructions wrap at 32 bits", "[visa][values]") {
  CHECK(signed_of(result("add", {d(-3), d(1)})) == -2);
  CHECK(result("add", {ud(0xFFFF'FFFF), ud(2)}) == 1);
  CHECK(result("mul", {ud(0x1'0001), ud(0x1'0001)}) == 0x0002'0001);
  CHECK(signed_of(result("mad", {d(-4), d(5), d(3)})) == -17);
  CHECK(signed_of(result("min", {d(-4), ud(5)})) == -4);
  CHECK(result("max", {ud(0xFFFF'FFFF), ud(5)}) == 0xFFFF'FFFF);
  CHECK(result("and", {ud(0b1100), ud(0b1010)}) == 0b1000);
  CHECK(result("or", {ud(0b1100), ud(0b1010)}) == 0b1110);
  CHECK(result("xor", {ud(0b1100), ud(0b1010)}) == 0b0110);
  CHECK(result("not", {ud(0x0F0F'0F0F)}) == 0xF0F0'F0F0);
}

TEST_CASE("shifts take the low five bits of their count, and asr alone copies the sign", "[visa][values]") {
  CHECK(result("shl", {ud(1), ud(33)}) == 2);
  CHECK(result("shr", {d(-16), ud(28)}) == 0xF);
  CHECK(signed_of(result("asr", {d(-16), ud(2)})) == -4);
  CHECK(result("asr", {ud(0x8000'0000), ud(31)}) == 1);
}

TEST_CASE("mov copies the bits of a source of its type", "[visa][values]") {
  VisaBench bench{visa::parse_text(R"(.decl V_a v_type=G type=f num_elts=8 align=hword
.decl V_b v_type=G type=f num_elts=8 align=hword
mov (M1, 8) V_b(0,0)<1> V_a(0,0)<8;8,1>
ret (M1, 1)
)",
                                   "test")};
  ThreadRegisters registers;
  const Grf bits{0x7FA0'0001, 0xFF80'0001, 0x8000'0000, 1, 0, 0x7F80'0000, 0xFFFF'FFFF, 0x3F80'0000};
  registers.grf[bench.place("V_a")] = bits;
  CHECK(bench.run(registers).registers.grf[bench.place("V_b")] == bits);
}

TEST_CASE("cmp knows six relations on floats and on integers of either sign", "[visa][values]") {
  // eq, ne, gt, ge, lt, le with the first operand below, equal, above
  constexpr bool kExpected[6][3] = {{false, true, false}, {true, false, true},  {false, false, true},
                                    {false, true, true},  {true, false, false}, {true, true, false}};
  for (unsigned relation = 0; relation < 6; ++relation) {
    INFO(relation);
    for (int i = -1; i <= 1; ++i) {
      CHECK(compare(relation, f(static_cast<float>(i)), f(0.0f)) == kExpected[relation][i + 1]);
      CHECK(compare(relation, d(i), d(0)) == kExpected[relation][i + 1]);
      CHECK(compare(relation, ud(0x8000'0000u + static_cast<std::uint32_t>(i)), ud(0x8000'0000u)) ==
            kExpected[relation][i + 1]);
    }
    CHECK(compare(relation, f(kNan), f(0.0f)) == (relation == 1));  // NaN is only unequal
  }
}

namespace {

/// Registers of a program with one variable of eight elements, all at the values given.
struct Operand {
  visa::Program program;
  ThreadRegisters registers;

  Operand(DataType type, std::vector<std::uint32_t> dwords) {
    program.variables = {{.name = "V", .type = type, .elements = 8, .alignment = visa::Alignment::kHword}};
    for (std::size_t i = 0; i < dwords.size(); ++i) registers.grf[1][i] = dwords[i];
  }
  VisaValue read(Modifier modifier, unsigned lane = 0, visa::Region region = {8, 8, 1}) const {
    const VisaRegisters places{program};
    const visa::RegisterOperand operand{visa::kFirstUserVariable, 0, 0, region, modifier};
    LaneValues values;
    read_lanes(registers, resolve_source(places, program, operand, lane + 1), lane + 1, values);
    return values.at(lane);
  }
};

}  // namespace

TEST_CASE("source modifiers act on the value in its own type", "[visa][values]") {
  const Operand floats{DataType::kF, {0xC000'0000}};  // -2
  CHECK(floats.read(Modifier::kNone).bits == 0xC000'0000);
  CHECK(floats.read(Modifier::kAbsolute).bits == 0x4000'0000);
  CHECK(floats.read(Modifier::kNegate).bits == 0x4000'0000);
  CHECK(floats.read(Modifier::kNegateAbsolute).bits == 0xC000'0000);
  const Operand halves{DataType::kHf, {0xC000}};
  CHECK(halves.read(Modifier::kAbsolute).bits == 0x4000);
  const Operand integers{DataType::kD, {0xFFFF'FFFB, 0x8000'0000}};  // -5
  CHECK(signed_of(integers.read(Modifier::kAbsolute).bits) == 5);
  CHECK(signed_of(integers.read(Modifier::kNegate).bits) == 5);
  CHECK(signed_of(integers.read(Modifier::kNegateAbsolute).bits) == -5);
  CHECK(integers.read(Modifier::kNot).bits == 4);
  CHECK(integers.read(Modifier::kAbsolute, 1).bits == 0x8000'0000);  // its own magnitude does not fit
  const Operand words{DataType::kW, {0x0001'FFFE}};                  // -2, 1
  CHECK(words.read(Modifier::kNegate).bits == 2);
  CHECK(words.read(Modifier::kNegate, 1).bits == 0xFFFF);
  CHECK(words.read(Modifier::kNot, 1).bits == 0xFFFE);
}

TEST_CASE("a region picks elements by vertical stride, width and horizontal stride", "[visa][values]") {
  const Operand operand{DataType::kUd, {0, 1, 2, 3, 4, 5, 6, 7}};
  const auto lanes = [&](visa::Region region) {
    std::vector<std::uint64_t> values;
    for (unsigned lane = 0; lane < 4; ++lane) values.push_back(operand.read(Modifier::kNone, lane, region).bits);
    return values;
  };
  CHECK(lanes({0, 1, 0}) == std::vector<std::uint64_t>{0, 0, 0, 0});
  CHECK(lanes({1, 1, 0}) == std::vector<std::uint64_t>{0, 1, 2, 3});
  CHECK(lanes({4, 2, 1}) == std::vector<std::uint64_t>{0, 1, 4, 5});
  CHECK(lanes({2, 2, 2}) == std::vector<std::uint64_t>{0, 2, 2, 4});
}

TEST_CASE("elements beyond the last register are refused", "[visa][values]") {
  ThreadRegisters registers;
  constexpr unsigned kEnd = kGrfCount * kGrfBytes;
  write_bytes(registers, kEnd - 8, 0x1122'3344'5566'7788, 8);
  CHECK(read_bytes(registers, kEnd - 8, 8) == 0x1122'3344'5566'7788);
  CHECK(read_bytes(registers, kEnd - 8, 2) == 0x7788);
  CHECK_THROWS_AS(write_bytes(registers, kEnd - 7, 0, 8), Error);
  CHECK_THROWS_AS(read_bytes(registers, kEnd - 3, 4), Error);

  const Operand operand{DataType::kUd, {}};
  const VisaRegisters places{operand.program};
  const auto range = [&](std::uint8_t row, unsigned lanes) {
    const visa::RegisterOperand rows{visa::kFirstUserVariable, row, 0, {8, 8, 1}};
    return resolve_source(places, operand.program, rows, lanes).registers;
  };
  CHECK(range(0, 16).first == 1);
  CHECK(range(0, 16).count == 2);
  CHECK(range(126, 8).first == 127);
  CHECK_THROWS_AS(range(126, 16), Error);
  CHECK(resolve_source(places, operand.program, visa::Immediate{}, 8).registers.count == 0);
}
