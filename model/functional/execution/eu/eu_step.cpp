#include "functional/execution/eu/eu_step.h"

#include <algorithm>

#include "functional/execution/eu/eu_arithmetic.h"
#include "functional/execution/eu/eu_operand_lanes.h"

namespace texpipe::functional {

using gen9::ArfRegister;
using gen9::EuForm;
using gen9::EuInstruction;
using gen9::EuOpcode;
using gen9::MathFunction;

namespace {

bool wide_factors(const EuInstruction& i) {
  const unsigned first = gen9::is_three_source(i.opcode) ? 1 : 0;
  for (unsigned n = first; n < first + 2; ++n) {
    const RegisterType type = source_type(i, n);
    if (is_float(type) || bytes_of(type) < 4) return false;
  }
  return true;
}

InstructionClass class_of(const EuInstruction& i) {
  switch (i.opcode) {
    case EuOpcode::kMul:
    case EuOpcode::kMac:
    case EuOpcode::kMach:
    case EuOpcode::kMad:
      return wide_factors(i) ? InstructionClass::kWideMultiply : InstructionClass::kArithmetic;
    case EuOpcode::kLrp:
    case EuOpcode::kLine:
    case EuOpcode::kPln:
      return InstructionClass::kInterpolation;
    case EuOpcode::kMath:
      break;
    default:
      return i.shape().form == EuForm::kBranch ? InstructionClass::kBranch
             : gen9::is_send(i.opcode)         ? InstructionClass::kSend
                                               : InstructionClass::kArithmetic;
  }
  switch (i.function) {
    case MathFunction::kFdiv:
    case MathFunction::kPow:
      return InstructionClass::kPower;
    case MathFunction::kIntDivBoth:
    case MathFunction::kIntDivQuotient:
    case MathFunction::kIntDivRemainder:
      return InstructionClass::kDivision;
    default:
      return InstructionClass::kMath;
  }
}

FlagSet bits_between(unsigned first, unsigned last) {
  return lane_mask(last - first + 1) << first;
}

/// Flags of 16 channels each that an instruction's channels have.
FlagSet channel_flags(const EuOperation& o) {
  const unsigned first = o.flag_shift + o.first_channel;
  return bits_between(first / 16, std::min(3u, (first + o.channels - 1) / 16)) & 15u;
}

/// Registers of the architecture file that bytes [first, first + size) belong to.
FlagSet state_flags(unsigned first, unsigned size) {
  constexpr unsigned kFlag = arf_byte(ArfRegister::kFlag), kAccumulator = arf_byte(ArfRegister::kAccumulator),
                     kAddress = arf_byte(ArfRegister::kAddress);
  if (first >= kFlag && first < kFlag + 8)
    return bits_between((first - kFlag) / 2, std::min(3u, (first + size - 1 - kFlag) / 2));
  if (first >= kAccumulator && first < kFlag) {
    const unsigned low = (first - kAccumulator) / kRegisterBytes;
    const unsigned high = std::min(9u, (first + size - 1 - kAccumulator) / kRegisterBytes);
    return bits_between(kAccumulatorFlag + low, kAccumulatorFlag + high);
  }
  if (first < kAddress) return 0;
  return first < kAccumulator ? 1u << kAddressFlag : 1u << kOtherStateFlag;
}

FlagSet implicit_accumulators(const EuOperation& o) {
  const unsigned bytes = std::min(2 * kRegisterBytes, o.channels * std::max(bytes_of(o.execution), 2u));
  return state_flags(arf_byte(ArfRegister::kAccumulator), bytes);
}

GrfRange registers_of(unsigned low, unsigned high) {
  const unsigned first = low / kRegisterBytes, last = std::min(high / kRegisterBytes, kGrfCount - 1);
  return {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(last - first + 1)};
}

void add_message(EuStep& step, const EuMessagePlaces& places) {
  step.reads[0] = places.payload[0];
  step.reads[1] = places.payload[1];
  step.writes = places.response;
  step.dwords = static_cast<std::uint16_t>(8 * std::max(1, places.payload[0].count + places.payload[1].count));
}

void add_source(EuStep& step, unsigned n, const EuSourceOperand& s) {
  if (s.indirect) step.reads_flags |= 1u << kAddressFlag;
  if (s.indirect || s.constant != nullptr || s.load == nullptr) return;
  if (s.arf) {
    step.reads_flags |= state_flags(s.first, s.span);
  } else {
    step.reads[n] = registers_of(s.first, s.first + s.span - 1u);
  }
}

void add_destination(EuStep& step, const EuDestinationOperand& d) {
  if (d.store == nullptr) return;
  if (d.indirect) {
    step.reads_flags |= 1u << kAddressFlag;
  } else if (d.arf) {
    step.writes_flags |= state_flags(d.first, d.span);
  } else {
    step.writes = registers_of(d.first, d.first + d.span - 1u);
  }
}

void add_flags(EuStep& step, const EuOperation& o) {
  const EuInstruction& i = o.instruction;
  if (i.predicate != gen9::PredCtrl::kNone) {
    step.reads_flags |= channel_flags(o);
    const bool both = i.predicate == gen9::PredCtrl::kAnyv || i.predicate == gen9::PredCtrl::kAllv;
    const bool all = i.predicate == gen9::PredCtrl::kAny32h || i.predicate == gen9::PredCtrl::kAll32h;
    if (!o.align16 && (both || all)) step.reads_flags |= both ? 15u : 3u << (o.flag_shift / 32 * 2);
  }
  if (o.test != nullptr || o.compare != nullptr) step.writes_flags |= channel_flags(o);
  if (i.has_macro_operands()) {
    // The eighth number stands for none.
    const auto upper = [](unsigned number) {
      return number < kMacroRegisters ? 1u << (kAccumulatorFlag + 2 + number) : 0u;
    };
    for (unsigned n = 0; n < o.sources; ++n) step.reads_flags |= upper(i.source(n).swizzle_xy);
    step.writes_flags |= upper(i.destination.channels);
    if (i.opcode == EuOpcode::kMath) step.writes_flags |= channel_flags(o);
  }
  const bool adds = i.opcode == EuOpcode::kMac || i.opcode == EuOpcode::kMach || i.opcode == EuOpcode::kSada2;
  if (adds) step.reads_flags |= implicit_accumulators(o);
  const bool carries = i.opcode == EuOpcode::kAddc || i.opcode == EuOpcode::kSubb;
  if (carries || i.accumulator_write) step.writes_flags |= implicit_accumulators(o);
}

}  // namespace

void fill_step(EuOperation& o) {
  const EuInstruction& i = o.instruction;
  EuStep& step = o.step;
  step.instruction = class_of(i);
  const auto dependency = static_cast<unsigned>(i.dependency);
  step.releases_destination = (dependency & static_cast<unsigned>(gen9::DepCtrl::kNoDdClr)) == 0;
  step.checks_destination = (dependency & static_cast<unsigned>(gen9::DepCtrl::kNoDdChk)) == 0;
  step.control = static_cast<ThreadControl>(i.thread);
  if (gen9::is_send(i.opcode)) {
    step.after_older_threads = i.opcode == EuOpcode::kSendc || i.opcode == EuOpcode::kSendsc;
    if (o.message) add_message(step, *o.message);
    if (o.moving) step.reads_flags |= 1u << kAddressFlag;
    if (i.predicate != gen9::PredCtrl::kNone) step.reads_flags |= channel_flags(o);
    return;
  }
  unsigned bytes = 1;
  for (unsigned n = 0; n < 3; ++n) {
    add_source(step, n, o.source[n]);
    if (o.source[n].load != nullptr && o.source[n].lanes == o.channels)
      bytes = std::max(bytes, bytes_of(o.source[n].type));
  }
  add_destination(step, o.destination);
  if (o.destination.store != nullptr) bytes = std::max(bytes, bytes_of(o.destination.type));
  add_flags(step, o);
  step.dwords = static_cast<std::uint16_t>(std::max(1u, o.channels * bytes / 4));
  if (step.instruction == InstructionClass::kBranch || i.shape().form == EuForm::kNothing) step.dwords = 1;
}

EuStep moving_step(const EuState& state, const EuOperation& o) {
  EuStep step = o.step;
  if (gen9::is_send(o.instruction.opcode)) {
    add_message(step, message_places(state, o.instruction));
    return step;
  }
  const auto around = [&](const auto& operand, unsigned lanes) {
    unsigned low = kGrfCount * kRegisterBytes, high = 0;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const unsigned byte = lane_byte(state, operand, lane);
      low = std::min(low, byte);
      high = std::max(high, byte + bytes_of(operand.type) - 1);
    }
    return registers_of(low, high);
  };
  for (unsigned n = 0; n < o.sources; ++n) {
    if (o.source[n].indirect) step.reads[n] = around(o.source[n], o.source[n].lanes);
  }
  if (o.destination.indirect) step.writes = around(o.destination, o.destination.lanes);
  return step;
}

/// The shortest way to a send, by relaxing until nothing changes: branches go forwards and backwards.
void count_before_sends(std::span<EuOperation> operations) {
  const auto size = static_cast<std::uint32_t>(operations.size());
  // Instructions behind the last one, or where a register decides, are not known: 0.
  const auto from = [&](std::uint32_t index) { return index < size ? operations[index].step.before_send : 0u; };
  const auto after = [&](std::uint32_t n) {
    const EuOperation& o = operations[n];
    if (o.step.instruction != InstructionClass::kBranch) return from(n + 1);
    if (!o.instruction.has_jip()) return 0u;
    const std::uint32_t nearest = std::min(from(n + 1), from(o.jip));
    return o.instruction.has_uip() ? std::min(nearest, from(o.uip)) : nearest;
  };
  for (EuOperation& o : operations) o.step.before_send = size;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t n = size; n-- > 0;) {
      EuStep& step = operations[n].step;
      const std::uint32_t count = step.instruction == InstructionClass::kSend ? 0 : std::min(after(n) + 1, size);
      changed |= count != step.before_send;
      step.before_send = count;
    }
  }
}

}  // namespace texpipe::functional
