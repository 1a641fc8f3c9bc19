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
  while (thread.peek()) {
    EuStep step = thread.issue(registers);
    if (step.send) sent.push_back(*step.send);
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
}

TEST_CASE("an instruction shows its registers before it issues", "[execution]") {
  LaneProgramBuilder builder{16, 6};
  builder.reciprocal(lanes(2));
  const LaneProgram program = builder.finish(nullptr);
  LaneThread thread{program, 0xFFFF};
  const EuStep* step = thread.peek();
  REQUIRE(step);
  CHECK(step->pipe == Pipe::kExtendedMath);
  CHECK(step->occupancy == 16);
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
