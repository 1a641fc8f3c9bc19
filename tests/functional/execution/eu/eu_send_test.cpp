// Sends, the notification of a barrier, and what the timing sees of instructions.
#include <catch2/catch.hpp>
#include <utility>

#include "functional/execution/eu/eu_bench.h"
#include "functional/execution/eu/eu_step.h"

namespace texpipe::functional::test {
namespace {

Line send(unsigned channels, unsigned payload, EuDestination destination, gen9::SharedFunction to_function,
          std::uint32_t descriptor) {
  Line line{EuOpcode::kSend, channels};
  line.i.source0 = r(payload, kUd);
  line.i.source1.file = RegFile::kImm;
  line.i.destination = destination;
  line.i.shared_function = to_function;
  line.i.message.descriptor = descriptor;
  return line;
}

Line split(unsigned channels, unsigned first, unsigned second, unsigned second_length, EuDestination destination,
           std::uint32_t descriptor) {
  Line line = send(channels, first, destination, gen9::SharedFunction::kSampler, descriptor);
  line.i.opcode = EuOpcode::kSends;
  line.i.source1 = r(second, kUd);
  line.i.message.extended_length = static_cast<std::uint8_t>(second_length);
  return line;
}

void number_registers(EuBench& bench) {
  for (unsigned n = 0; n < 128; ++n) bench.put<std::uint32_t>(n, 0, 1000 + n);
}

TEST_CASE("a send carries its words and channels and registers", "[eu][send]") {
  EuBench bench;
  bench.dispatch.channels = 0xF0F5;
  number_registers(bench);
  bench.run_program({send(8, 10, to(20, kUd), gen9::SharedFunction::kDataPort1, 0x0640'0105), end_of_thread()});
  REQUIRE(bench.sends.size() == 2);
  const MessageSend& sent = bench.sends[0];
  CHECK(sent.message.shared_function == 12);
  CHECK(sent.message.descriptor == 0x0640'0105);
  CHECK(sent.message.extended_descriptor == 12);
  CHECK(sent.message.execution_mask == 0xF5);
  REQUIRE(sent.message.payload.size() == 3);
  for (unsigned n = 0; n < 3; ++n) CHECK(sent.message.payload[n][0] == 1010 + n);
  CHECK(sent.destination.first == 20);
  CHECK(sent.destination.count == 4);
  CHECK_FALSE(sent.end_of_thread);
  CHECK(bench.sends[1].end_of_thread);
  CHECK(bench.sends[1].message.shared_function == 7);
}

TEST_CASE("a split send takes its second payload behind its first", "[eu][send]") {
  EuBench bench;
  bench.dispatch.channels = 0xFFFF'0000;
  number_registers(bench);
  Line line = split(16, 40, 50, 4, to(60, kUd), 0x0280'0000);
  line.i.quarter = gen9::QtrCtrl::k2H;
  bench.run_program({line, end_of_thread()});
  const MessageSend& sent = bench.sends.at(0);
  CHECK(sent.message.extended_descriptor == (2u | 4u << 6));
  CHECK(sent.message.execution_mask == 0xFFFF);
  REQUIRE(sent.message.payload.size() == 5);
  CHECK(sent.message.payload[0][0] == 1040);
  for (unsigned n = 1; n < 5; ++n) CHECK(sent.message.payload[n][0] == 1049 + n);
  CHECK(sent.destination.first == 60);
  CHECK(sent.destination.count == 8);
}

TEST_CASE("sendc and sendsc send what send and sends do", "[eu][send]") {
  for (const EuOpcode opcode : {EuOpcode::kSendc, EuOpcode::kSendsc}) {
    EuBench bench;
    number_registers(bench);
    Line line = opcode == EuOpcode::kSendc ? send(8, 10, to(20, kUd), gen9::SharedFunction::kSampler, 0x0640'0105)
                                           : split(8, 10, 13, 2, to(20, kUd), 0x0240'0105);
    line.i.opcode = opcode;
    bench.run_program({line, end_of_thread()});
    CHECK(bench.sends.at(0).message.payload.size() == 3);
    CHECK(bench.sends.at(0).message.payload.back()[0] == (opcode == EuOpcode::kSendc ? 1012u : 1014u));
    CHECK(bench.sends.at(0).destination.count == 4);
  }
}

TEST_CASE("descriptors may stand in a0", "[eu][send]") {
  EuBench bench;
  number_registers(bench);
  Line plain = send(8, 10, null(kUd), gen9::SharedFunction::kSampler, 0);
  plain.i.source1 = arf(ArfRegister::kAddress, 0, kUd, kScalar, 2);
  Line two = split(8, 10, 30, 0, null(kUd), 0);
  two.i.message.descriptor_in_register = true;
  two.i.message.extended_in_register = true;
  two.i.message.extended_subregister = 1;
  const auto address = [](unsigned element, std::uint32_t value) {
    return Line{EuOpcode::kMov, 1}.no_mask().out(to_arf(ArfRegister::kAddress, 0, kUd, element)).in(imm(value));
  };
  bench.run_program(
      {address(0, 0x0200'1111), address(1, 0xABC0'0080), address(2, 0x0400'2222), plain, two, end_of_thread()});
  CHECK(bench.sends.at(0).message.descriptor == 0x0400'2222);
  CHECK(bench.sends.at(0).message.payload.size() == 2);
  CHECK(bench.sends.at(1).message.descriptor == 0x0200'1111);
  CHECK(bench.sends.at(1).message.extended_descriptor == 0xABC0'0082);
  CHECK(bench.sends.at(1).message.payload.size() == 3);
  CHECK(bench.sends.at(1).destination.count == 0);
}

TEST_CASE("the region of a descriptor in a0 is no part of the extended descriptor", "[eu][send]") {
  EuBench bench;
  number_registers(bench);
  Line plain = send(8, 10, null(kUd), gen9::SharedFunction::kPixelInterpolator, 0);
  plain.i.source1 = arf(ArfRegister::kAddress, 0, kUd, kScalar, 0);
  plain.i.message.extended_function = 0x04D0;
  const auto descriptor =
      Line{EuOpcode::kMov, 1}.no_mask().out(to_arf(ArfRegister::kAddress, 0, kUd, 0)).in(imm(0x0220'1020u));
  bench.run_program({descriptor, plain, end_of_thread()});
  CHECK(bench.sends.at(0).message.descriptor == 0x0220'1020);
  CHECK(bench.sends.at(0).message.extended_descriptor == 11);
}

TEST_CASE("address registers may name payload and response", "[eu][send]") {
  EuBench bench;
  number_registers(bench);
  bench.put<std::uint16_t>(90, 0, 33 * 32);
  bench.put<std::uint16_t>(90, 1, 60 * 32);
  Line line = send(8, 10, to(20, kUd), gen9::SharedFunction::kSampler, 0x0420'0000);
  line.i.source0.mode = AddrMode::kIndirect;
  line.i.source0.address = {.subregister = 0, .offset_low = 32};
  line.i.destination.mode = AddrMode::kIndirect;
  line.i.destination.address = {.subregister = 1};
  bench.run_program(
      {Line{EuOpcode::kMov, 2}.no_mask().out(to_arf(ArfRegister::kAddress, 0, kUw)).in(r(90, kUw, {2, 2, 1})), line,
       end_of_thread()});
  REQUIRE(bench.sends.at(0).message.payload.size() == 2);
  CHECK(bench.sends[0].message.payload[0][0] == 1034);
  CHECK(bench.sends[0].destination.first == 60);
  CHECK(bench.sends[0].destination.count == 2);
}

TEST_CASE("a wait without a barrier before it awaits no ticket", "[eu][send]") {
  Line wait{EuOpcode::kWait, 1};
  wait.no_mask().out(null(kUd)).in(arf(ArfRegister::kNotification, 0, kUd, kScalar));
  EuBench bench;
  bench.run_program({wait, end_of_thread()});
  CHECK(bench.thread->peek()->awaits_answer);
  std::vector<std::uint32_t> awaited;
  bench.thread->add_awaited(awaited);
  CHECK(awaited.empty());
}

TEST_CASE("a payload or response beyond the last register is refused with the instruction's place", "[eu][send]") {
  EuBench bench;
  CHECK_THROWS_WITH(
      bench.run_program({send(8, 126, null(kUd), gen9::SharedFunction::kSampler, 0x0600'0000), end_of_thread()}),
      "instruction at byte 0x0: a payload of 3 registers from r126 on ends beyond r127");
  CHECK_THROWS_WITH(
      bench.run_program({send(8, 10, to(120, kUd), gen9::SharedFunction::kSampler, 0x02A0'0000), end_of_thread()}),
      "instruction at byte 0x0: a response of 10 registers from r120 on ends beyond r127");
}

TEST_CASE("wait awaits the answer of the barrier that was sent before it", "[eu][send]") {
  Line wait{EuOpcode::kWait, 1};
  wait.no_mask().out(null(kUd)).in(arf(ArfRegister::kNotification, 0, kUd, kScalar));
  EuBench bench;
  bench.run_program({send(1, 10, null(kUd), gen9::SharedFunction::kGateway, 0x0200'0004), wait, end_of_thread()});
  // The bench stops where an answer is awaited.
  CHECK(bench.sends.at(0).ticket == 0u);
  REQUIRE(bench.thread->peek() != nullptr);
  CHECK(bench.thread->peek()->awaits_answer);
  CHECK(bench.thread->place() == "instruction at byte 0x10");
  std::vector<std::uint32_t> awaited;
  bench.thread->add_awaited(awaited);
  CHECK(awaited == std::vector<std::uint32_t>{0});
  bench.thread->answered(0, {});
  CHECK_FALSE(bench.thread->peek()->awaits_answer);
  MessageSend sent;
  CHECK_FALSE(bench.thread->issue(bench.registers, sent));
  CHECK(bench.thread->issue(bench.registers, sent));
  CHECK(bench.thread->peek() == nullptr);
}

TEST_CASE("a thread runs until it sends or waits or ends and no further than it is asked, step by step as well",
          "[eu][send]") {
  Line wait{EuOpcode::kWait, 1};
  wait.no_mask().out(null(kUd)).in(arf(ArfRegister::kNotification, 0, kUd, kScalar));
  const Line move = Line{EuOpcode::kMov, 8}.out(to(20, kUd)).in(r(10, kUd));
  EuBench bench;
  std::vector<EuInstruction> program{
      move, move, move, send(1, 10, null(kUd), gen9::SharedFunction::kGateway, 0x0200'0004), wait, end_of_thread()};
  bench.run_program(program);
  for (const bool whole : {true, false}) {
    EuThread thread{*bench.code, {}, nullptr};
    MessageSend sent;
    const auto run = [&](std::uint64_t most) {
      const EuProgram::Ran ran =
          whole ? thread.run(bench.registers, sent, most) : thread.EuProgram::run(bench.registers, sent, most);
      return std::pair{ran.instructions, ran.sent};
    };
    CAPTURE(whole);
    CHECK(run(2) == std::pair{std::uint64_t{2}, false});
    CHECK(run(100) == std::pair{std::uint64_t{2}, true});
    CHECK(sent.ticket == 0u);
    CHECK(run(100) == std::pair{std::uint64_t{0}, false});
    thread.answered(0, {});
    CHECK(run(100) == std::pair{std::uint64_t{2}, true});
    CHECK(sent.end_of_thread);
    CHECK(run(100) == std::pair{std::uint64_t{0}, false});
  }
}

TEST_CASE("messages carry the group's local memory", "[eu][send]") {
  EuBench bench;
  bench.dispatch.local_memory = ByteAddress{0x1000};
  bench.dispatch.local_bytes = 576;
  bench.run_program({end_of_thread()});
  CHECK(bench.sends.at(0).message.local_memory.value() == 0x1000);
  CHECK(bench.sends.at(0).message.local_bytes == 576);
}

TEST_CASE("sr0 says which unit started the thread and which channels run", "[eu][state]") {
  EuBench bench;
  bench.dispatch.channels = 0x0000'7FFF;
  const Region two{2, 2, 1};
  bench.run(
      {Line{EuOpcode::kMov, 1}.no_mask().out(to(20, kUd)).in(arf(ArfRegister::kState, 0, kUd, kScalar)),
       Line{EuOpcode::kMov, 2}.no_mask().out(to(21, kUd)).in(arf(ArfRegister::kState, 0, kUd, two, 2)),
       Line{EuOpcode::kMov, 1}.no_mask().out(to(22, kUd)).in(arf(ArfRegister::kChannelEnable, 0, kUd, kScalar)),
       Line{EuOpcode::kMov, 1}.no_mask().out(to(23, kUd)).in(arf(ArfRegister::kInstructionPointer, 0, kUd, kScalar))});
  CHECK((bench.get<std::uint32_t>(20, 0) >> 24 & 15u) == 7);
  CHECK(bench.get<std::uint32_t>(21, 0) == 0x7FFF);
  CHECK(bench.get<std::uint32_t>(22, 0) == 0x7FFF);
  CHECK(bench.get<std::uint32_t>(23, 0) == 6 * 16);
}

TEST_CASE("the thread's clock counts its instructions", "[eu][state]") {
  EuBench bench;
  const auto clock = [](unsigned number) {
    return Line{EuOpcode::kMov, 1}.no_mask().out(to(number, kUd)).in(arf(ArfRegister::kTimestamp, 0, kUd, kScalar));
  };
  bench.run({clock(20), clock(21), Line{EuOpcode::kNop, 1}, clock(22)});
  CHECK(bench.get<std::uint32_t>(21, 0) == bench.get<std::uint32_t>(20, 0) + 1);
  CHECK(bench.get<std::uint32_t>(22, 0) == bench.get<std::uint32_t>(20, 0) + 3);
}

EuStep step_of(const Line& line) {
  EuInstruction instruction = line;
  const EuCode code{{&instruction, 1}};
  return code.operations()[0].step;
}

TEST_CASE("a step names registers and flags that are read and written", "[eu][step]") {
  const EuStep add =
      step_of(Line{EuOpcode::kAdd, 16}.when(PredCtrl::kSequential, 1).out(to(20, kF)).in(r(10, kF), scalar(12, kF, 9)));
  CHECK(add.instruction == InstructionClass::kArithmetic);
  CHECK(add.dwords == 16);
  CHECK(add.reads[0].first == 10);
  CHECK(add.reads[0].count == 2);
  CHECK(add.reads[1].first == 13);
  CHECK(add.reads[1].count == 1);
  CHECK(add.writes.first == 20);
  CHECK(add.writes.count == 2);
  CHECK(add.reads_flags == 0b0010);
  CHECK(add.writes_flags == 0);
  const EuStep compare =
      step_of(Line{EuOpcode::kCmp, 32}.sets(CondModifier::kLess, 2).out(null(kW)).in(r(10, kW), imm_word(0)));
  CHECK(compare.writes.count == 0);
  CHECK(compare.writes_flags == 0b1100);
  CHECK(compare.dwords == 16);
  const EuStep high = step_of(Line{EuOpcode::kMach, 8}.accumulates().out(to(20, kD)).in(r(10, kD), r(11, kD)));
  CHECK(high.instruction == InstructionClass::kWideMultiply);
  CHECK(high.reads_flags == 1u << kAccumulatorFlag);
  CHECK(high.writes_flags == 1u << kAccumulatorFlag);
  const EuStep indirectly = step_of(Line{EuOpcode::kMov, 8}.out(to(20, kF)).in(indirect(0, 0, kF)));
  CHECK(indirectly.reads_flags == 1u << kAddressFlag);
}

TEST_CASE("an operand by an address register counts as the registers that it names now", "[eu][step]") {
  EuBench bench;
  bench.put<std::uint16_t>(90, 0, 33 * 32);
  bench.put<std::uint16_t>(90, 1, 60 * 32 + 16);
  Line line = Line{EuOpcode::kMov, 8}.no_mask().out(to(0, kF)).in(indirect(0, 0, kF));
  line.i.destination.mode = AddrMode::kIndirect;
  line.i.destination.address.subregister = 1;
  std::vector<EuInstruction> program{
      Line{EuOpcode::kMov, 2}.no_mask().out(to_arf(ArfRegister::kAddress, 0, kUw)).in(r(90, kUw, {2, 2, 1})), line,
      end_of_thread()};
  for (unsigned n = 0; n < program.size(); ++n) program[n].offset = 16 * n;
  const EuCode code{program};
  EuThread thread{code, {}, nullptr};
  CHECK(thread.peek()->writes_flags == 1u << kAddressFlag);
  MessageSend sent;
  thread.issue(bench.registers, sent);
  const EuStep* step = thread.peek();
  REQUIRE(step != nullptr);
  CHECK(step->reads[0].first == 33);
  CHECK(step->reads[0].count == 1);
  CHECK(step->writes.first == 60);
  CHECK(step->writes.count == 2);
}

TEST_CASE("vertical predicates read both flag registers and division steps use upper accumulators", "[eu][step]") {
  CHECK(step_of(Line{EuOpcode::kMov, 8}.when(PredCtrl::kAnyv).out(to(20, kF)).in(r(10, kF))).reads_flags == 15);
  Line line = Line{EuOpcode::kMadm, 8}.out(to(20, kF)).in(r(10, kF), r(11, kF), r(12, kF));
  line.i.destination.channels = 3;
  line.i.source0.swizzle_xy = 8;
  line.i.source1.swizzle_xy = 0;
  line.i.source2.swizzle_xy = 7;
  const EuStep step = step_of(line);
  CHECK(step.writes_flags == 1u << (kAccumulatorFlag + 2 + 3));
  CHECK(step.reads_flags == (1u << (kAccumulatorFlag + 2) | 1u << (kAccumulatorFlag + 2 + 7)));
}

TEST_CASE("instructions go to the pipes of their kinds", "[eu][step]") {
  const auto math_class = [](MathFunction function, SrcType type) {
    return step_of(Line{EuOpcode::kMath, 8}.function(function).out(to(20, type)).in(r(10, type), r(11, type)))
        .instruction;
  };
  CHECK(math_class(MathFunction::kInv, kF) == InstructionClass::kMath);
  CHECK(math_class(MathFunction::kFdiv, kF) == InstructionClass::kPower);
  CHECK(math_class(MathFunction::kPow, kF) == InstructionClass::kPower);
  CHECK(math_class(MathFunction::kIntDivQuotient, kD) == InstructionClass::kDivision);
  CHECK(step_of(Line{EuOpcode::kLrp, 8}.out(to(20, kF)).in(r(10, kF), r(11, kF), r(12, kF))).instruction ==
        InstructionClass::kInterpolation);
  CHECK(step_of(Line{EuOpcode::kMul, 8}.out(to(20, kD)).in(r(10, kD), r(11, kD))).instruction ==
        InstructionClass::kWideMultiply);
  CHECK(step_of(Line{EuOpcode::kMul, 8}.out(to(20, kD)).in(r(10, kD), imm_word(3))).instruction ==
        InstructionClass::kArithmetic);
}

TEST_CASE("a predicate over 32 channels waits for both halves of its flag register", "[eu][step]") {
  const auto read = [](PredCtrl control, unsigned flag) {
    return step_of(Line{EuOpcode::kMov, 1}.when(control, flag).out(to(20, kF)).in(scalar(10, kF))).reads_flags;
  };
  CHECK(read(PredCtrl::kAny32h, 0) == 0b0011);
  CHECK(read(PredCtrl::kAll32h, 3) == 0b1100);
  CHECK(read(PredCtrl::kAny16h, 2) == 0b0100);
}

TEST_CASE("steps count the instructions that certainly come before the next send", "[eu][step]") {
  const EuInstruction plain = Line{EuOpcode::kMov, 8}.out(to(20, kF)).in(r(10, kF));
  Line jump{EuOpcode::kJmpi, 1};
  jump.i.source1.file = RegFile::kImm;
  std::vector<EuInstruction> program{plain, plain, send(8, 10, null(kUd), gen9::SharedFunction::kSampler, 0x0200'0000),
                                     plain, jump,  end_of_thread()};
  for (unsigned n = 0; n < program.size(); ++n) program[n].offset = 16 * n;
  const EuCode code{program};
  const std::uint32_t expected[] = {2, 1, 0, 2, 1, 0};
  for (unsigned n = 0; n < program.size(); ++n) CHECK(code.operations()[n].step.before_send == expected[n]);
}

TEST_CASE("a program orders its accesses when older threads hold back a message that others see", "[eu][send]") {
  const auto orders = [](EuOpcode opcode, gen9::SharedFunction function, std::uint32_t descriptor) {
    Line line = send(8, 0, to(100, kUd), function, descriptor);
    line.i.opcode = opcode;
    return EuCode{std::vector<EuInstruction>{line}}.orders_accesses();
  };
  constexpr std::uint32_t kFence = 0x0219'E000, kTargetWrite = 0x0803'1400;
  CHECK(orders(EuOpcode::kSendc, gen9::SharedFunction::kDataPort0, kFence));
  CHECK_FALSE(orders(EuOpcode::kSend, gen9::SharedFunction::kDataPort0, kFence));
  // Colours are in order whatever a program does.
  CHECK_FALSE(orders(EuOpcode::kSendc, gen9::SharedFunction::kRenderCache, kTargetWrite));
}

}  // namespace
}  // namespace texpipe::functional::test
