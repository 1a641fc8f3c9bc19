// Functions of rows against the general way of instructions, on random registers, masks, modifiers and modes.
#include <catch2/catch.hpp>

#include <cmath>
#include <random>

#include "functional/execution/eu/eu_bench.h"
#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_row_kernels.h"

namespace texpipe::functional::test {
namespace {

constexpr std::uint32_t kFlushes = 0, kKeepsDenormals = 0x4C0, kTowardZero = 0x30, kAlternative = 1;
constexpr unsigned kDestination = 40;

struct Form {
  EuOpcode opcode;
  SrcType result;
  SrcType source;
  unsigned sources;
  bool saturates = true;  // may
};
constexpr Form kForms[] = {
    {EuOpcode::kMov, kF, kF, 1},          {EuOpcode::kMov, kD, kF, 1, false},   {EuOpcode::kMov, kUd, kF, 1, false},
    {EuOpcode::kMov, kUd, kUd, 1, false}, {EuOpcode::kMov, kUw, kUw, 1, false}, {EuOpcode::kMov, kF, kUw, 1},
    {EuOpcode::kMov, kF, kB, 1},          {EuOpcode::kAdd, kF, kF, 2},          {EuOpcode::kAdd, kD, kD, 2, false},
    {EuOpcode::kAdd, kUw, kUw, 2, false}, {EuOpcode::kMul, kF, kF, 2},          {EuOpcode::kMul, kD, kD, 2, false},
    {EuOpcode::kMad, kF, kF, 3},          {EuOpcode::kAnd, kUd, kUd, 2, false}, {EuOpcode::kOr, kUd, kUd, 2, false},
    {EuOpcode::kXor, kUd, kUd, 2, false}, {EuOpcode::kNot, kUd, kUd, 1, false}, {EuOpcode::kShl, kUd, kUd, 2, false},
    {EuOpcode::kFrc, kF, kF, 1},          {EuOpcode::kRndd, kF, kF, 1},         {EuOpcode::kRndu, kF, kF, 1},
    {EuOpcode::kRnde, kF, kF, 1},         {EuOpcode::kRndz, kF, kF, 1},         {EuOpcode::kSel, kF, kF, 2},
    {EuOpcode::kMath, kF, kF, 1},         {EuOpcode::kPln, kF, kF, 2},          {EuOpcode::kLrp, kF, kF, 3},
    {EuOpcode::kShl, kW, kW, 2, false},   {EuOpcode::kShr, kUd, kUd, 2, false}, {EuOpcode::kAsr, kD, kD, 2, false},
    {EuOpcode::kAsr, kUd, kUd, 2, false}, {EuOpcode::kAsr, kD, kW, 2, false},   {EuOpcode::kSel, kUd, kUd, 2, false},
    {EuOpcode::kCmp, kF, kF, 2, false},
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_{seed} {}
  unsigned below(unsigned end) { return static_cast<unsigned>(engine_() % end); }
  bool one_in(unsigned n) { return below(n) == 0; }
  /// Numbers around 1, any bits, denormals, zeros, infinities, NaN, and around the ends of integers.
  std::uint32_t word() {
    const std::uint32_t sign = below(2) << 31;
    switch (below(8)) {
      case 0:
        return static_cast<std::uint32_t>(engine_());
      case 1:
        return sign | below(0x0090'0000);
      case 2:
        return sign | (one_in(2) ? 0x7F80'0000u : one_in(2) ? 0u : 0x7FC0'0000u);
      case 3:
        return sign | (0x4EFF'FFFEu + below(4));
      default:
        return sign | (0x3F00'0000u + below(0x0200'0000));
    }
  }

 private:
  std::mt19937 engine_;
};

EuSource random_source(Random& random, const Form& form, unsigned number, bool first) {
  const bool plane = form.opcode == EuOpcode::kPln;
  const bool three = form.sources == 3;
  EuSource source;
  if (plane) {
    source = first ? scalar(number, kF, random.one_in(2) ? 0 : 4) : r(number, kF);
  } else if (three) {
    source = r(number, form.source);
    if (random.one_in(3)) source.replicate = gen9::RepCtrl::kReplicate;
  } else {
    switch (random.below(8)) {
      case 0:
        source = scalar(number, form.source, random.below(4));
        break;
      case 1:
        source = r(number, form.source, {4, 4, 1});
        break;
      case 2:
        source = r(number, form.source, {0, 4, 1});
        break;
      case 3:
        source = r(number, form.source, {4, 4, 0});
        break;
      case 4:
        source = r(number, form.source, {2, 2, 0});
        break;
      case 5:
        source = r(number, form.source, {16, 8, 2});
        break;
      case 6:
        source = r(number, form.source, {1, 4, 0});
        break;
      default:
        source = r(number, form.source);
    }
  }
  const bool logic = form.opcode == EuOpcode::kAnd || form.opcode == EuOpcode::kOr || form.opcode == EuOpcode::kXor ||
                     form.opcode == EuOpcode::kNot;
  if (random.one_in(3)) source.modifier = logic ? SrcMod::kNegate : static_cast<SrcMod>(random.below(4));
  return source;
}

EuInstruction random_instruction(Random& random, const Form& form) {
  const unsigned channels = form.opcode == EuOpcode::kPln ? 8u << random.below(2)
                            : random.one_in(5)            ? 1u
                                                          : 8u << random.below(2);
  Line line{form.opcode, channels};
  line.out(to(kDestination + random.below(2), form.result));
  const EuSource a = random_source(random, form, 10, true), b = random_source(random, form, 20, false),
                 c = random_source(random, form, 30, false);
  if (form.sources == 3) {
    line.in(a, b, c);
  } else if (form.sources == 2) {
    line.in(a, random.one_in(4) && form.source == kF && form.opcode != EuOpcode::kPln ? imm(0.75f) : b);
  } else {
    line.in(a);
  }
  const bool by_predicate = form.opcode == EuOpcode::kSel && (form.result != kF || random.one_in(2));
  if (by_predicate) {
    line.when(PredCtrl::kSequential, random.below(2), random.one_in(2));
  } else if (form.opcode == EuOpcode::kSel) {
    line.sets(random.one_in(2) ? CondModifier::kLess : CondModifier::kGreaterEqual);
  } else if (form.opcode == EuOpcode::kCmp) {
    constexpr std::array kRelations{CondModifier::kEqual,        CondModifier::kNotEqual, CondModifier::kGreater,
                                    CondModifier::kGreaterEqual, CondModifier::kLess,     CondModifier::kLessEqual};
    line.sets(kRelations[random.below(kRelations.size())], random.below(2));
    if (random.one_in(3)) line.i.destination.file = RegFile::kArf, line.i.destination.number = 0;
  }
  if (form.opcode == EuOpcode::kMath) {
    constexpr std::array kFunctions{MathFunction::kInv, MathFunction::kSqrt, MathFunction::kRsq};
    line.function(kFunctions[random.below(3)]);
  }
  if (random.one_in(3)) line.no_mask();
  if (form.opcode != EuOpcode::kSel && random.one_in(4)) line.when(PredCtrl::kSequential, 0, random.one_in(2));
  line.i.saturate = form.saturates && random.one_in(4);
  return line;
}

ThreadRegisters random_registers(Random& random) {
  ThreadRegisters registers;
  for (auto& grf : registers.grf) {
    for (std::uint32_t& word : grf) word = random.word();
  }
  return registers;
}

bool both_nan(std::uint32_t a, std::uint32_t b) {
  return std::isnan(std::bit_cast<float>(a)) && std::isnan(std::bit_cast<float>(b));
}

/// Function of an instruction in all modes.
EuOperation::Run general_function(const EuOperation& operation) {
  if (operation.instruction.opcode == EuOpcode::kCmp) return run_compare;
  const bool by_predicate = operation.instruction.opcode == EuOpcode::kSel && operation.predicated;
  return by_predicate ? run_select : run_compute;
}

/// Registers after one instruction, and flags.
struct After {
  ThreadRegisters registers;
  std::uint64_t flags;
};
After after(EuOperation::Run run, const EuCode& code, const EuState& before, const ThreadRegisters& given) {
  ThreadRegisters registers = given;
  EuState state = before;
  MessageSend send;
  EuSender sender;
  EuContext context{reinterpret_cast<std::byte*>(registers.grf.data()), state, code, registers, send, sender};
  run(context, code.operations()[0]);
  return {registers, state.flags()};
}

TEST_CASE("rows give what the general way of instructions gives, in every instruction set", "[eu][rows]") {
  Random random{1};
  std::array<unsigned, std::size(kForms)> compared{};
  for (unsigned round = 0; round < 16'000; ++round) {
    const unsigned form = round % std::size(kForms);
    const EuInstruction instruction = random_instruction(random, kForms[form]);
    std::unique_ptr<EuCode> code;
    try {
      code = std::make_unique<EuCode>(std::span{&instruction, 1});
    } catch (const Error&) {
      continue;  // a form that the documents forbid
    }
    EuState state{};
    state.dispatched = ~0u;
    state.here = random.one_in(2) ? ~0u : random.word();
    state.set_flags(random.word());
    constexpr std::array kModes{kFlushes, kKeepsDenormals, kFlushes, kTowardZero, kAlternative};
    state.write(arf_byte(ArfRegister::kControl), kModes[random.below(kModes.size())]);
    state.control_changed();
    const ThreadRegisters registers = random_registers(random);
    const EuOperation& operation = code->operations()[0];
    const After general = after(general_function(operation), *code, state, registers);
    const ThreadRegisters& expected = general.registers;
    for (const rows::RowKernels& kernels : rows::all_row_kernels()) {
      const EuOperation::Run run = operation.row == RowKind::kNone ? nullptr : kernels.find(operation).run;
      if (run == nullptr) continue;
      ++compared[form];
      const After row = after(run, *code, state, registers);
      const ThreadRegisters& found = row.registers;
      REQUIRE(row.flags == general.flags);
      for (unsigned n = 0; n < kGrfCount; ++n) {
        for (unsigned i = 0; i < 8; ++i) {
          if (found.grf[n][i] == expected.grf[n][i]) continue;
          if (operation.row == RowKind::kFloat && both_nan(found.grf[n][i], expected.grf[n][i])) continue;
          INFO(kernels.name << " " << texpipe::name_of(instruction.opcode) << " form " << form << " register " << n
                            << "." << i << " round " << round);
          REQUIRE(found.grf[n][i] == expected.grf[n][i]);
        }
      }
    }
  }
  for (unsigned form = 0; form < std::size(kForms); ++form) {
    INFO("form " << form);
    CHECK(compared[form] > 50);
  }
}

}  // namespace
}  // namespace texpipe::functional::test
