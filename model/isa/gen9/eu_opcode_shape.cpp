#include "isa/gen9/eu_opcode_shape.h"

#include <array>

namespace texpipe::gen9 {

namespace {

struct Row {
  EuOpcode opcode;
  EuOpcodeShape shape;
};

constexpr EuOpcodeShape arithmetic(std::uint8_t sources) {
  return {EuForm::kArithmetic, sources};
}
constexpr EuOpcodeShape logic(std::uint8_t sources) {
  return {EuForm::kLogic, sources};
}
constexpr EuOpcodeShape kThree{EuForm::kThreeSource, 3};
constexpr EuOpcodeShape kNothing{EuForm::kNothing, 0, EuTarget::kNone, false, false};

constexpr EuOpcodeShape branch(EuTarget target, bool branch_control = false, bool destination = false) {
  const std::uint8_t sources = target == EuTarget::kJip || target == EuTarget::kJipOrSource1 ? 2 : 1;
  return {EuForm::kBranch, sources, target, branch_control, destination};
}

// specification/eu 1 and 4.
constexpr Row kRows[] = {
    {EuOpcode::kIllegal, kNothing},
    {EuOpcode::kMov, arithmetic(1)},
    {EuOpcode::kSel, arithmetic(2)},
    {EuOpcode::kMovi, arithmetic(1)},
    {EuOpcode::kNot, logic(1)},
    {EuOpcode::kAnd, logic(2)},
    {EuOpcode::kOr, logic(2)},
    {EuOpcode::kXor, logic(2)},
    {EuOpcode::kShr, arithmetic(2)},
    {EuOpcode::kShl, arithmetic(2)},
    {EuOpcode::kSmov, arithmetic(2)},
    {EuOpcode::kAsr, arithmetic(2)},
    {EuOpcode::kCmp, arithmetic(2)},
    {EuOpcode::kCmpn, arithmetic(2)},
    {EuOpcode::kCsel, kThree},
    {EuOpcode::kBfrev, arithmetic(1)},
    {EuOpcode::kBfe, kThree},
    {EuOpcode::kBfi1, arithmetic(2)},
    {EuOpcode::kBfi2, kThree},
    {EuOpcode::kJmpi, branch(EuTarget::kJipOrSource1)},
    {EuOpcode::kBrd, branch(EuTarget::kJipOrSource0, true)},
    {EuOpcode::kIf, branch(EuTarget::kJipAndUip, true)},
    {EuOpcode::kBrc, branch(EuTarget::kOffsetsOrSource0, true)},
    {EuOpcode::kElse, branch(EuTarget::kJipAndUip, true)},
    {EuOpcode::kEndif, branch(EuTarget::kJip)},
    {EuOpcode::kWhile, branch(EuTarget::kJip)},
    {EuOpcode::kBreak, branch(EuTarget::kJipAndUip)},
    {EuOpcode::kCont, branch(EuTarget::kJipAndUip)},
    {EuOpcode::kHalt, branch(EuTarget::kJipAndUip)},
    {EuOpcode::kCalla, branch(EuTarget::kJipOrSource1, false, true)},
    {EuOpcode::kCall, branch(EuTarget::kJipOrSource1, false, true)},
    {EuOpcode::kRet, branch(EuTarget::kSource0)},
    {EuOpcode::kGoto, branch(EuTarget::kJipAndUip, true)},
    {EuOpcode::kJoin, branch(EuTarget::kJip)},
    {EuOpcode::kWait, {EuForm::kWait, 1, EuTarget::kNone, false, false}},
    {EuOpcode::kSend, {EuForm::kSend, 1}},
    {EuOpcode::kSendc, {EuForm::kSend, 1}},
    {EuOpcode::kSends, {EuForm::kSplitSend, 2}},
    {EuOpcode::kSendsc, {EuForm::kSplitSend, 2}},
    {EuOpcode::kMath, {EuForm::kMath, 2}},
    {EuOpcode::kAdd, arithmetic(2)},
    {EuOpcode::kMul, arithmetic(2)},
    {EuOpcode::kAvg, arithmetic(2)},
    {EuOpcode::kFrc, arithmetic(1)},
    {EuOpcode::kRndu, arithmetic(1)},
    {EuOpcode::kRndd, arithmetic(1)},
    {EuOpcode::kRnde, arithmetic(1)},
    {EuOpcode::kRndz, arithmetic(1)},
    {EuOpcode::kMac, arithmetic(2)},
    {EuOpcode::kMach, arithmetic(2)},
    {EuOpcode::kLzd, arithmetic(1)},
    {EuOpcode::kFbh, arithmetic(1)},
    {EuOpcode::kFbl, arithmetic(1)},
    {EuOpcode::kCbit, arithmetic(1)},
    {EuOpcode::kAddc, arithmetic(2)},
    {EuOpcode::kSubb, arithmetic(2)},
    {EuOpcode::kSad2, arithmetic(2)},
    {EuOpcode::kSada2, arithmetic(2)},
    {EuOpcode::kDp4, arithmetic(2)},
    {EuOpcode::kDph, arithmetic(2)},
    {EuOpcode::kDp3, arithmetic(2)},
    {EuOpcode::kDp2, arithmetic(2)},
    {EuOpcode::kLine, arithmetic(2)},
    {EuOpcode::kPln, arithmetic(2)},
    {EuOpcode::kMad, kThree},
    {EuOpcode::kLrp, kThree},
    {EuOpcode::kMadm, kThree},
    {EuOpcode::kNop, kNothing},
};
static_assert(std::size(kRows) == 68);

constexpr std::array<EuOpcodeShape, 128> by_code() {
  std::array<EuOpcodeShape, 128> shapes{};
  for (const Row& row : kRows) shapes[static_cast<unsigned>(row.opcode)] = row.shape;
  return shapes;
}
constexpr std::array<EuOpcodeShape, 128> kShapes = by_code();

}  // namespace

const EuOpcodeShape& shape_of(EuOpcode opcode) {
  return kShapes[static_cast<unsigned>(opcode) & 127u];
}

unsigned sources_of(EuOpcode opcode, MathFunction function) {
  if (opcode != EuOpcode::kMath) return shape_of(opcode).sources;
  switch (function) {
    case MathFunction::kFdiv:
    case MathFunction::kPow:
    case MathFunction::kIntDivBoth:
    case MathFunction::kIntDivQuotient:
    case MathFunction::kIntDivRemainder:
    case MathFunction::kInvm:
      return 2;
    default:
      return 1;
  }
}

}  // namespace texpipe::gen9
