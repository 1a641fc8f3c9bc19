#include "functional/execution/eu/eu_builder.h"

#include <bit>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_operation.h"
#include "functional/execution/response_write.h"
#include "isa/gen9/eu_text.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// Runs a program to its end and returns what it sent.
std::vector<MessageSend> run(const BuiltProgram& program, ThreadRegisters& registers, const EuDispatch& dispatch) {
  std::unique_ptr<EuProgram> thread;
  program.start(registers, thread, dispatch);
  std::vector<MessageSend> sent;
  MessageSend send;
  while (thread->peek()) {
    if (thread->issue(registers, send)) sent.push_back(send);
  }
  return sent;
}
std::vector<MessageSend> run(const BuiltProgram& program, ThreadRegisters& registers, std::uint32_t channels) {
  return run(program, registers, EuDispatch{.channels = channels, .flags = channels});
}

float as_float(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}
std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// r2 and r3: the number of each channel as a float.
void number_channels(ThreadRegisters& registers) {
  for (unsigned lane = 0; lane < 16; ++lane) registers.grf[2 + lane / 8][lane % 8] = bits_of(static_cast<float>(lane));
}

const EuStep& step_of(const BuiltProgram& program, unsigned index) {
  return program.code().operations()[index].step;
}

}  // namespace

TEST_CASE("a built program computes every channel and those that are not dispatched too", "[eu][builder]") {
  EuBuilder builder{16, 6};
  const EuInput sum = builder.multiply_add(lanes(2), constant(2.0F), constant(1.0F));
  const BuiltProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  number_channels(registers);
  run(program, registers, 0x0001);
  for (unsigned lane = 0; lane < 16; ++lane)
    CHECK(as_float(registers.grf[sum.grf + lane / 8][lane % 8]) == 2.0F * static_cast<float>(lane) + 1.0F);
}

TEST_CASE("each operation of a builder computes what its name says", "[eu][builder]") {
  struct Row {
    BuiltOperation operation;
    std::uint32_t a, b, c, expected;
  };
  const Row rows[] = {
      {eu::kMove, 0xDEADBEEF, 1, 2, 0xDEADBEEF},
      {eu::kAdd, bits_of(1.5F), bits_of(-0.25F), 0, bits_of(1.25F)},
      {eu::kAdd, 1, 1, 0, 2},  // denormals
      {eu::kMultiply, bits_of(1.5F), bits_of(-0.25F), 0, bits_of(-0.375F)},
      // Rounded once: 1 + 2^-12 squared keeps its 2^-24.
      {eu::kMultiplyAdd, bits_of(1.0F + 0x1p-12F), bits_of(1.0F + 0x1p-12F), bits_of(-1.0F),
       bits_of(0x1p-11F + 0x1p-24F)},
      {eu::kReciprocal, bits_of(3.0F), 0, 0, 0x3EAAAAAB},
      {eu::kIntegerAdd, 0xFFFFFFFF, 3, 0, 2},
      {eu::kIntegerMultiply, 0x10001, 0x10001, 0, 0x20001},
      {eu::kXor, 0b1100, 0b1010, 0, 0b0110},
      {eu::kShiftRight, 0x80000000, 31, 0, 1},
      {eu::kToFloat, 0xFFFFFFFF, 0, 0, bits_of(4294967296.0F)},
      {eu::kToInteger, bits_of(3.99F), 0, 0, 3},
      {eu::kToInteger, bits_of(-3.0F), 0, 0, 0},
      {eu::kToInteger, 0x7FC00000, 0, 0, 0},
      {eu::kToInteger, bits_of(4294967296.0F), 0, 0, 0xFFFFFFFF},
      {eu::kToInteger, bits_of(4294967040.0F), 0, 0, 0xFFFFFF00},
  };
  for (const Row& row : rows) {
    INFO("opcode " << int(row.operation.opcode) << " of " << std::hex << row.a);
    for (const bool constants : {false, true}) {
      EuBuilder builder{8, 6};
      const EuInput result =
          constants ? builder.value(row.operation, scalar(2, 7), constant_bits(row.b), constant_bits(row.c))
                    : builder.value(row.operation, scalar(2, 7), scalar(3, 5), scalar(4, 2));
      const BuiltProgram program = builder.finish(nullptr);
      ThreadRegisters registers;
      registers.grf[2][7] = row.a;
      registers.grf[3][5] = row.b;
      registers.grf[4][2] = row.c;
      run(program, registers, 0xFF);
      Grf expected;
      expected.fill(row.expected);
      CHECK(registers.grf[result.grf] == expected);
    }
  }
}

TEST_CASE("a constant that stands first changes places with the register", "[eu][builder]") {
  EuBuilder builder{8, 6};
  const EuInput sum = builder.add(constant(0.5F), lanes(2));
  const BuiltProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  number_channels(registers);
  run(program, registers, 0xFF);
  CHECK(as_float(registers.grf[sum.grf][7]) == 7.5F);
  EuBuilder two{8, 6};
  CHECK_THROWS_AS(two.add(constant(0.5F), constant(1.0F)), Error);
}

TEST_CASE("equal constants of products with a sum share a DWord of the payload", "[eu][builder]") {
  EuBuilder builder{8, 6};
  for (unsigned n = 0; n < 12; ++n)
    builder.into({30, 1}, eu::kMultiplyAdd, 8, lanes(2), constant(static_cast<float>(n / 2)), constant(0.0F));
  // Six values in one register: the next free one follows it.
  CHECK(builder.allocate(1).first == 7);
  for (unsigned n = 0; n < 3; ++n)
    builder.into({30, 1}, eu::kMultiplyAdd, 8, lanes(2), constant(10.0F + static_cast<float>(n)), lanes(3));
  CHECK(builder.allocate(1).first == 9);
  const BuiltProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  number_channels(registers);
  run(program, registers, 0xFF);
  CHECK(as_float(registers.grf[30][5]) == 12.0F * 5.0F + 13.0F);
}

TEST_CASE("a channel may overwrite its own source", "[eu][builder]") {
  EuBuilder builder{8, 6};
  builder.into({2, 1}, eu::kIntegerAdd, 8, lanes(2), lanes(2));
  const BuiltProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  registers.grf[2] = {0, 1, 2, 3, 4, 5, 6, 7};
  run(program, registers, 0xFF);
  CHECK(registers.grf[2] == Grf{0, 2, 4, 6, 8, 10, 12, 14});
}

TEST_CASE("sources are read whole before a result that overlaps them partly is written", "[eu][builder]") {
  for (const std::uint8_t to : {1, 3}) {
    EuBuilder builder{16, 6};
    builder.into({to, 2}, eu::kIntegerAdd, 16, lanes(2), lanes(2));
    builder.into({static_cast<std::uint8_t>(to + 30), 2}, eu::kMove, 16, lanes(to));
    builder.into({static_cast<std::uint8_t>(to + 31), 2}, eu::kMove, 16, lanes(static_cast<std::uint8_t>(to + 30)));
    const BuiltProgram program = builder.finish(nullptr);
    ThreadRegisters registers;
    for (std::uint32_t lane = 0; lane < 16; ++lane) registers.grf[2 + lane / 8][lane % 8] = lane;
    run(program, registers, 0xFFFF);
    for (std::uint32_t lane = 0; lane < 16; ++lane) {
      CHECK(registers.grf[to + lane / 8][lane % 8] == 2 * lane);
      CHECK(registers.grf[to + 31 + lane / 8][lane % 8] == 2 * lane);
    }
  }
}

TEST_CASE("flags say which dispatched channels compare as greater", "[eu][builder]") {
  for (const bool turned : {false, true}) {
    EuBuilder builder{16, 6};
    turned ? builder.flags_greater(constant(11.5F), lanes(2)) : builder.flags_greater(lanes(2), constant(3.5F));
    const GrfRange payload = builder.allocate(2);
    builder.send({.shared_function = 2, .source0 = payload, .predicated = true}, 16);
    builder.send({.shared_function = 12, .source0 = payload, .first_channel = 8}, 8);
    builder.send({.shared_function = 12, .source0 = payload, .first_channel = 8, .predicated = true}, 8);
    const BuiltProgram program = builder.finish(nullptr);
    ThreadRegisters registers;
    number_channels(registers);
    const auto sent = run(program, registers, 0x7F3F);
    REQUIRE(sent.size() == 4);
    CHECK(sent[0].message.execution_mask == (turned ? 0x0F3Fu : 0x7F30u));
    CHECK(sent[1].message.execution_mask == 0x7Fu);
    CHECK(sent[2].message.execution_mask == (turned ? 0x0Fu : 0x7Fu));
  }
}

TEST_CASE("a program takes no register of the end of thread", "[eu][builder]") {
  EuBuilder builder{8, 100};
  CHECK(builder.allocate(12).first == 100);
  CHECK_THROWS_AS(builder.allocate(1), Error);
}

TEST_CASE("flags of a dispatch disable helpers and its slots go with the messages", "[eu][builder]") {
  EuBuilder builder{16, 6};
  const GrfRange payload = builder.allocate(1);
  builder.send({.shared_function = 11, .source0 = payload, .first_channel = 16}, 16);
  builder.send({.shared_function = 12, .source0 = payload, .first_channel = 24, .predicated = true}, 8);
  const BuiltProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  EuDispatch dispatch{.channels = 0xFF0F'FFFF, .flags = 0x8F0F'0000};
  dispatch.subspan_slots = {7, 6, 5, 4, 3, 2, 1, 0};
  const auto sent = run(program, registers, dispatch);
  CHECK(sent[0].message.execution_mask == 0xFF0F);
  CHECK(sent[0].message.subspan_slots == dispatch.subspan_slots);
  CHECK(sent[1].message.execution_mask == 0x8F);
}

TEST_CASE("a loop runs as often as its scalar says and a jump leaves out what no channel wants", "[eu][builder]") {
  EuBuilder builder{8, 6};
  const GrfRange payload = builder.allocate(1);
  const std::uint32_t start = builder.here();
  builder.send({.shared_function = 2, .source0 = payload}, 8);
  builder.repeat(scalar(1, 2), start);
  builder.flags_greater(lanes(2), constant(1.0F));
  const std::size_t jump = builder.jump_if_none(8);
  builder.send({.shared_function = 3, .source0 = payload}, 8);
  builder.land(jump);
  const BuiltProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  registers.grf[0][5] = 55;
  registers.grf[1][2] = 3;
  const auto sent = run(program, registers, 0xFF);
  REQUIRE(sent.size() == 4);
  CHECK(sent[2].message.shared_function == 2);
  CHECK(sent[3].message.shared_function == 7);
  CHECK(sent[3].end_of_thread);
  CHECK(sent[3].message.descriptor == 0x0200'0010);
  CHECK(sent[3].message.extended_descriptor == 0x27);
  REQUIRE(sent[3].message.payload.size() == 1);
  CHECK(sent[3].message.payload[0][5] == 55);
}

TEST_CASE("a thread without channels jumps to its end", "[eu][builder]") {
  const unsigned channels = GENERATE(8u, 16u, 32u);
  EuBuilder builder{std::min(channels, 16u), 6};
  const std::size_t jump = builder.jump_if_none(channels);
  builder.send({.shared_function = 2, .source0 = {0, 1}}, 8);
  builder.land(jump);
  const BuiltProgram program = builder.finish(nullptr);
  ThreadRegisters registers;
  CHECK(run(program, registers, 0u).size() == 1);
  CHECK(run(program, registers, 1u << (channels - 1)).size() == 2);
  EuDispatch beyond{.channels = 1, .flags = channels == 32 ? 0 : 1u << channels};
  CHECK(run(program, registers, beyond).size() == 1);
}

TEST_CASE("a built instruction shows its registers before it issues", "[eu][builder]") {
  EuBuilder builder{16, 6};
  builder.reciprocal(lanes(2));
  builder.multiply_add(lanes(6), constant(1.0F), lanes(2));
  const BuiltProgram program = builder.finish(nullptr);
  const EuStep& inverse = step_of(program, 0);
  CHECK(inverse.instruction == InstructionClass::kMath);
  CHECK(inverse.dwords == 16);
  CHECK(inverse.reads[0].first == 2);
  CHECK(inverse.reads[0].count == 2);
  CHECK(inverse.writes.first == 6);
  CHECK(inverse.writes.count == 2);
  const EuStep& sum = step_of(program, 1);
  CHECK(sum.instruction == InstructionClass::kArithmetic);
  CHECK(sum.dwords == 16);
  CHECK(sum.reads[1].first == 6);
  CHECK(sum.reads[1].count == 2);
  CHECK(sum.reads[2].first == 10);
  CHECK(sum.reads[2].count == 1);
  CHECK(sum.writes.first == 8);
}

TEST_CASE("a program tells how many instructions certainly stand before the next message", "[eu][builder]") {
  EuBuilder builder{8, 2};
  const GrfRange a = builder.allocate(1);
  const std::uint32_t from = builder.here();
  builder.into(a, eu::kAdd, 8, lanes(0), constant(1.0F));  // 0
  builder.flags_greater(lanes(a.first), constant(0.0F));   // 1
  const std::size_t jump = builder.jump_if_none(8);        // 2
  builder.into(a, eu::kAdd, 8, lanes(0), constant(1.0F));  // 3
  builder.into(a, eu::kAdd, 8, lanes(0), constant(1.0F));  // 4
  builder.land(jump);
  builder.send({.shared_function = 2, .source0 = a}, 8);  // 5
  builder.repeat(scalar(1, 0), from);                     // 6 and 7, then 8 and 9 end the thread
  const BuiltProgram program = builder.finish(nullptr);
  const std::array<unsigned, 10> expected{3, 2, 1, 2, 1, 0, 3, 2, 1, 0};
  for (unsigned n = 0; n < expected.size(); ++n) {
    INFO("instruction " << n);
    CHECK(step_of(program, n).before_send == expected[n]);
  }
}

TEST_CASE("a built program disassembles as compiled ones do", "[eu][builder]") {
  EuBuilder builder{16, 6};
  const std::size_t nothing = builder.jump_if_none(16);
  const EuInput x = builder.multiply_add(lanes(2), constant(2.0F), lanes(4));
  builder.flags_greater(x, constant(0.5F));
  const EuInput inverse = builder.reciprocal(x);
  builder.send({.shared_function = 2,
                .descriptor = 0x0004'0000,
                .source0 = {inverse.grf, 2},
                .source1 = {x.grf, 2},
                .destination = {20, 8},
                .predicated = true},
               16);
  builder.repeat(scalar(1, 2), 1);
  builder.land(nothing);
  const BuiltProgram program = builder.finish(nullptr);
  std::string words;
  for (const char c : gen9::eu_listing(gen9::read_eu_program(program.bytes()), gen9::EuListingColumns::kText)) {
    if (c != ' ' || (!words.empty() && words.back() != ' ' && words.back() != '\n')) words += c;
  }
  INFO(words);
  for (const char* line : {
           "(W&~f0.0.any16h) jmpi L112\n",
           "(W) mad (16|M0) r6.0<1>:f r4.0<2;1>:f r2.0<2;1>:f r8.0<0>:f\n",
           "cmp (16|M0) (gt)f0.0 null<1>:f r6.0<8;8,1>:f 0.5:f\n",
           "(W) math.inv (16|M0) r9.0<1>:f r6.0<8;8,1>:f\n",
           "(f0.0) sends (16|M0) r20:ud r9 r6 0x82 0x04840000",
           "(W) add (1|M0) (ne)f1.0 r1.2<1>:d r1.2<0;1,0>:d -1:d\n",
           "(W&f1.0) jmpi L16\n",
           "L112:\n(W) mov (8|M0) r112.0<1>:ud r0.0<8;8,1>:ud\n",
           "send (8|M0) null r112 0x27 0x02000010 {EOT}",
       }) {
    INFO(line);
    CHECK(words.find(line) != std::string::npos);
  }
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
