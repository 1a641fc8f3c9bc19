#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/execution/lane_program_builder.h"
#include "functional/execution/response_write.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// Runs a program to its end and returns what it sent.
std::vector<MessageSend> run(const LaneProgram& program, ThreadRegisters& registers, std::uint32_t mask) {
  LaneThread thread{program, mask};
  std::vector<MessageSend> sent;
  MessageSend send;
  while (thread.peek()) {
    if (thread.issue(registers, send)) sent.push_back(send);
  }
  return sent;
}

float as_float(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

}  // namespace

TEST_CASE("a lane program computes every lane, also those that are not dispatched", "[execution]") {
  LaneProgramBuilder builder{16, 6};
  const LaneOperand sum = builder.multiply_add(lanes(2), constant(2.0F), constant(1.0F));
  const LaneProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  for (unsigned lane = 0; lane < 16; ++lane)
    registers.grf[2 + lane / 8][lane % 8] = std::bit_cast<std::uint32_t>(static_cast<float>(lane));
  run(program, registers, 0x0001);
  for (unsigned lane = 0; lane < 16; ++lane)
    CHECK(as_float(registers.grf[sum.grf + lane / 8][lane % 8]) == 2.0F * lane + 1.0F);
}

TEST_CASE("each operation computes what its name says", "[execution]") {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  struct Row {
    LaneOperation operation;
    std::uint32_t a, b, c, expected;
  };
  const Row rows[] = {
      {LaneOperation::kMove, 0xDEADBEEF, 1, 2, 0xDEADBEEF},
      {LaneOperation::kAdd, bits(1.5F), bits(-0.25F), 0, bits(1.25F)},
      {LaneOperation::kMultiply, bits(1.5F), bits(-0.25F), 0, bits(-0.375F)},
      // Rounded twice: 1 + 2^-12 squared loses its 2^-24 before the addition.
      {LaneOperation::kMultiplyAdd, bits(1.0F + 0x1p-12F), bits(1.0F + 0x1p-12F), bits(-1.0F), bits(0x1p-11F)},
      {LaneOperation::kReciprocal, bits(3.0F), 0, 0, 0x3EAAAAAB},
      {LaneOperation::kIntegerAdd, 0xFFFFFFFF, 3, 0, 2},
      {LaneOperation::kIntegerMultiply, 0x10001, 0x10001, 0, 0x20001},
      {LaneOperation::kXor, 0b1100, 0b1010, 0, 0b0110},
      {LaneOperation::kShiftRight, 0x80000000, 31, 0, 1},
      {LaneOperation::kShiftRight, 0x80000000, 33, 0, 0x40000000},
      {LaneOperation::kToFloat, 0xFFFFFFFF, 0, 0, bits(4294967296.0F)},
      {LaneOperation::kToInteger, bits(3.99F), 0, 0, 3},
      {LaneOperation::kToInteger, bits(-3.0F), 0, 0, 0},
      {LaneOperation::kToInteger, 0x7FC00000, 0, 0, 0},
      {LaneOperation::kToInteger, bits(4294967296.0F), 0, 0, 0xFFFFFFFF},
      {LaneOperation::kToInteger, bits(4294967040.0F), 0, 0, 0xFFFFFF00},
  };
  for (const Row& row : rows) {
    INFO("operation " << int(row.operation) << " of " << std::hex << row.a);
    LaneProgramBuilder builder{8, 6};
    const LaneOperand result = builder.value(row.operation, constant_bits(row.a), scalar(3, 5), scalar(4, 2));
    const LaneProgram program = builder.finish(nullptr);
    ThreadRegisters registers;
    registers.grf[3][5] = row.b;
    registers.grf[4][2] = row.c;
    run(program, registers, 0xFF);
    CHECK(registers.grf[result.grf] == Grf{row.expected, row.expected, row.expected, row.expected, row.expected,
                                           row.expected, row.expected, row.expected});
  }
}

TEST_CASE("an operand that is absent reads 0, and a lane may overwrite its own source", "[execution]") {
  LaneProgramBuilder builder{8, 6};
  builder.into({2, 1}, LaneOperation::kIntegerAdd, 8, lanes(2), lanes(2));
  builder.into({3, 1}, LaneOperation::kXor, 8, lanes(3));
  const LaneProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  registers.grf[2] = {0, 1, 2, 3, 4, 5, 6, 7};
  registers.grf[3] = {8, 9, 10, 11, 12, 13, 14, 15};
  run(program, registers, 0xFF);
  CHECK(registers.grf[2] == Grf{0, 2, 4, 6, 8, 10, 12, 14});
  CHECK(registers.grf[3] == Grf{8, 9, 10, 11, 12, 13, 14, 15});
}

TEST_CASE("flags of two comparisons and together", "[execution]") {
  LaneProgramBuilder builder{8, 6};
  builder.flags_greater(lanes(2), constant(1.5F), false);
  builder.flags_greater(constant(5.5F), lanes(2), true);
  const GrfRange payload = builder.allocate(1);
  builder.send({.shared_function = 2, .source0 = payload, .predicated = true}, 8);
  const LaneProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  for (unsigned lane = 0; lane < 8; ++lane)
    registers.grf[2][lane] = std::bit_cast<std::uint32_t>(static_cast<float>(lane));
  CHECK(run(program, registers, 0xFF)[0].message.execution_mask == 0b0011'1100);
}

TEST_CASE("a program takes no register of the end of thread", "[execution]") {
  LaneProgramBuilder builder{8, 100};
  CHECK(builder.allocate(12).first == 100);
  CHECK_THROWS_AS(builder.allocate(1), Error);
}

TEST_CASE("a predicated send enables dispatched lanes whose flag is set", "[execution]") {
  LaneProgramBuilder builder{16, 6};
  builder.flags_greater(lanes(2), constant(3.5F), false);
  const GrfRange payload = builder.allocate(2);
  builder.send({.shared_function = 2, .source0 = payload, .predicated = true}, 16);
  builder.send({.shared_function = 12, .source0 = payload, .first_channel = 8}, 8);
  const LaneProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  for (unsigned lane = 0; lane < 16; ++lane)
    registers.grf[2 + lane / 8][lane % 8] = std::bit_cast<std::uint32_t>(static_cast<float>(lane));
  const auto sent = run(program, registers, 0x7F3F);
  REQUIRE(sent.size() == 3);
  CHECK(sent[0].message.execution_mask == 0x7F30);
  CHECK(sent[1].message.execution_mask == 0x7F);
}

TEST_CASE("a loop runs as often as its scalar says and a jump leaves out what no lane wants", "[execution]") {
  LaneProgramBuilder builder{8, 6};
  const GrfRange payload = builder.allocate(1);
  const std::uint32_t start = builder.here();
  builder.send({.shared_function = 2, .source0 = payload}, 8);
  builder.repeat(scalar(1, 2), start);
  builder.flags_greater(constant(0.0F), constant(1.0F), false);
  const std::size_t jump = builder.jump_if_none();
  builder.send({.shared_function = 3, .source0 = payload}, 8);
  builder.land(jump);
  const LaneProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  registers.grf[1][2] = 3;
  const auto sent = run(program, registers, 0xFF);
  REQUIRE(sent.size() == 4);
  CHECK(sent[2].message.shared_function == 2);
  CHECK(sent[3].message.shared_function == 7);
  CHECK(sent[3].end_of_thread);
  CHECK(sent[3].message.descriptor == 0x0200'0010);
  CHECK(sent[3].message.extended_descriptor == 0x27);
}

TEST_CASE("an instruction shows its registers before it issues", "[execution]") {
  LaneProgramBuilder builder{16, 6};
  builder.reciprocal(lanes(2));
  const LaneProgram program = builder.finish(nullptr);
  LaneThread thread{program, 0xFFFF};
  const EuStep* step = thread.peek();
  REQUIRE(step);
  CHECK(step->instruction == InstructionClass::kMath);
  CHECK(step->dwords == 16);
  CHECK(step->reads[0].first == 2);
  CHECK(step->reads[0].count == 2);
  CHECK(step->writes.first == 6);
  CHECK(step->writes.count == 2);
}

TEST_CASE("a response writes only its enabled bytes", "[execution]") {
  ThreadRegisters registers;
  registers.grf[10].fill(0x1111'1111);
  MessageResponse response{.registers = {Grf{0xAAAA'AAAA, 0xBBBB'BBBB, 0xCCCC'CCCC}}, .byte_enables = {0x0000'0F30}};
  write_response(registers, {10, 1}, response);
  CHECK(registers.grf[10][0] == 0x1111'1111);
  CHECK(registers.grf[10][1] == 0x1111'BBBB);
  CHECK(registers.grf[10][2] == 0xCCCC'CCCC);
  CHECK_THROWS_AS(write_response(registers, {10, 0}, response), Error);
}

TEST_CASE("a lane program tells how many instructions certainly stand before the next message") {
  LaneProgramBuilder builder{8, 2};
  const GrfRange a = builder.allocate(1);
  const std::uint32_t from = builder.here();
  builder.into(a, LaneOperation::kAdd, 8, lanes(0), constant(1.0F));  // 0
  builder.flags_greater(lanes(a.first), constant(0.0F), false);       // 1
  const std::size_t jump = builder.jump_if_none();                    // 2
  builder.into(a, LaneOperation::kAdd, 8, lanes(0), constant(1.0F));  // 3
  builder.into(a, LaneOperation::kAdd, 8, lanes(0), constant(1.0F));  // 4
  builder.land(jump);
  builder.send({.shared_function = 2, .source0 = a}, 8);  // 5
  builder.repeat(scalar(1, 0), from);                     // 6, then 7 and 8 end the thread
  const LaneProgram program = builder.finish(nullptr);
  const std::array<unsigned, 9> expected{3, 2, 1, 2, 1, 0, 2, 1, 0};
  for (unsigned n = 0; n < expected.size(); ++n) {
    INFO("instruction " << n);
    CHECK(program.step(n).before_send == expected[n]);
  }
}
