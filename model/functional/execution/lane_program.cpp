#include "functional/execution/lane_program.h"

#include <algorithm>
#include <bit>

namespace texpipe::functional {

namespace {

constexpr unsigned kMaxLanes = 16;
constexpr unsigned kDwords = 8;  // of a register

InstructionClass class_of(LaneOperation operation) {
  switch (operation) {
    case LaneOperation::kIntegerMultiply:
      return InstructionClass::kWideMultiply;
    case LaneOperation::kReciprocal:
      return InstructionClass::kMath;
    case LaneOperation::kJumpIfNone:
    case LaneOperation::kRepeat:
      return InstructionClass::kBranch;
    case LaneOperation::kSend:
      return InstructionClass::kSend;
    default:
      return InstructionClass::kArithmetic;
  }
}

std::uint8_t registers_of(unsigned lane_count) {
  return static_cast<std::uint8_t>((lane_count + 7) / 8);
}

/// A lane program has one flag register.
constexpr FlagSet kFlags = flag_of(0);

EuStep step_of(const LaneInstruction& i) {
  EuStep step{.instruction = class_of(i.operation), .dwords = i.lanes};
  if (i.operation == LaneOperation::kSend) {
    step.dwords = static_cast<std::uint16_t>((i.send.source0.count + i.send.source1.count) * kDwords);
    step.reads = {i.send.source0, i.send.source1};
    step.writes = i.send.destination;
    if (i.send.predicated) step.reads_flags = kFlags;
    return step;
  }
  const bool sets_flags = i.operation == LaneOperation::kSetFlags || i.operation == LaneOperation::kAndFlags;
  const bool jumps = i.operation == LaneOperation::kJumpIfNone;
  if (sets_flags) step.writes_flags = kFlags;
  if (jumps || i.operation == LaneOperation::kAndFlags) step.reads_flags = kFlags;
  for (unsigned s = 0; s < i.sources.size(); ++s) {
    const LaneOperand& source = i.sources[s];
    if (source.kind == LaneOperand::Kind::kLanes) step.reads[s] = {source.grf, registers_of(i.lanes)};
    if (source.kind == LaneOperand::Kind::kScalar) step.reads[s] = {source.grf, 1};
  }
  if (!sets_flags && !jumps) step.writes = {i.destination, registers_of(i.lanes)};
  if (i.operation == LaneOperation::kRepeat) step.reads[3] = step.writes;
  return step;
}

using Lanes = std::array<std::uint32_t, kMaxLanes>;

float as_float(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}
std::uint32_t as_bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

std::uint32_t truncate(float value) {
  if (!(value > 0.0F)) return 0;
  return value >= 4294967296.0F ? 0xFFFF'FFFFu : static_cast<std::uint32_t>(value);
}

/// Where the lanes of a register range start, of the others a copy for each lane.
const std::uint32_t* lanes_of(const LaneOperand& operand, const std::uint32_t* dwords, Lanes& copies) {
  const unsigned first = operand.grf * kDwords;
  if (operand.kind == LaneOperand::Kind::kLanes) return dwords + first;
  copies.fill(operand.kind == LaneOperand::Kind::kScalar ? dwords[first + operand.dword] : operand.bits);
  return copies.data();
}

/// The sources of an instruction, lane by lane.
struct Sources {
  Sources(const LaneInstruction& i, const std::uint32_t* dwords)
      : a{lanes_of(i.sources[0], dwords, copies[0])},
        b{lanes_of(i.sources[1], dwords, copies[1])},
        c{lanes_of(i.sources[2], dwords, copies[2])} {}

  std::array<Lanes, 3> copies;
  const std::uint32_t* a;
  const std::uint32_t* b;
  const std::uint32_t* c;
};

/// Applies a function of one lane's operands to all lanes.
template <unsigned kLanes, class Function>
void each(Function function, const Sources& from, Lanes& results) {
  for (unsigned lane = 0; lane < kLanes; ++lane) results[lane] = function(from.a[lane], from.b[lane], from.c[lane]);
}

template <unsigned kLanes>
void compute(LaneOperation operation, const Sources& from, Lanes& results) {
  using Bits = std::uint32_t;
  switch (operation) {
    case LaneOperation::kAdd:
      return each<kLanes>([](Bits x, Bits y, Bits) { return as_bits(as_float(x) + as_float(y)); }, from, results);
    case LaneOperation::kMultiply:
      return each<kLanes>([](Bits x, Bits y, Bits) { return as_bits(as_float(x) * as_float(y)); }, from, results);
    case LaneOperation::kMultiplyAdd:
      return each<kLanes>([](Bits x, Bits y, Bits z) { return as_bits(as_float(x) * as_float(y) + as_float(z)); }, from,
                          results);
    case LaneOperation::kReciprocal:
      return each<kLanes>([](Bits x, Bits, Bits) { return as_bits(1.0F / as_float(x)); }, from, results);
    case LaneOperation::kIntegerAdd:
      return each<kLanes>([](Bits x, Bits y, Bits) { return x + y; }, from, results);
    case LaneOperation::kIntegerMultiply:
      return each<kLanes>([](Bits x, Bits y, Bits) { return x * y; }, from, results);
    case LaneOperation::kXor:
      return each<kLanes>([](Bits x, Bits y, Bits) { return x ^ y; }, from, results);
    case LaneOperation::kShiftRight:
      return each<kLanes>([](Bits x, Bits y, Bits) { return x >> (y & 31); }, from, results);
    case LaneOperation::kToFloat:
      return each<kLanes>([](Bits x, Bits, Bits) { return as_bits(static_cast<float>(x)); }, from, results);
    case LaneOperation::kToInteger:
      return each<kLanes>([](Bits x, Bits, Bits) { return truncate(as_float(x)); }, from, results);
    default:  // kMove; flags, jumps and sends are not computed
      return each<kLanes>([](Bits x, Bits, Bits) { return x; }, from, results);
  }
}

/// Sources may overlap the destination: they are read before anything is written.
template <unsigned kLanes>
void compute_into(const LaneInstruction& i, std::uint32_t* dwords) {
  const Sources from{i, dwords};
  Lanes results;
  compute<kLanes>(i.operation, from, results);
  std::copy_n(results.begin(), kLanes, dwords + i.destination * kDwords + i.dword);
}

}  // namespace

LaneOperand lanes(std::uint8_t grf) {
  return {.kind = LaneOperand::Kind::kLanes, .grf = grf};
}
LaneOperand scalar(std::uint8_t grf, std::uint8_t dword) {
  return {.kind = LaneOperand::Kind::kScalar, .grf = grf, .dword = dword};
}
LaneOperand constant(float value) {
  return constant_bits(as_bits(value));
}
LaneOperand constant_bits(std::uint32_t value) {
  return {.kind = LaneOperand::Kind::kConstant, .bits = value};
}

LaneProgram::LaneProgram(std::vector<LaneInstruction> instructions, const MessageContext* context)
    : instructions_{std::move(instructions)}, context_{context} {
  for (const LaneInstruction& i : instructions_) steps_.push_back(step_of(i));
  count_before_sends();
}

/// The shortest way to a send, by relaxing until nothing changes: jumps go forwards and backwards.
void LaneProgram::count_before_sends() {
  const auto size = static_cast<unsigned>(instructions_.size());
  for (EuStep& step : steps_) step.before_send = size;
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned n = size; n-- > 0;) {
      const LaneInstruction& i = instructions_[n];
      const bool sends = i.operation == LaneOperation::kSend;
      const bool jumps = class_of(i.operation) == InstructionClass::kBranch;
      unsigned after = n + 1 < size ? steps_[n + 1].before_send : size;
      if (jumps) after = std::min(after, steps_[i.target].before_send);
      const unsigned count = sends ? 0 : std::min(after + 1, size);
      changed |= count != steps_[n].before_send;
      steps_[n].before_send = count;
    }
  }
}

bool LaneThread::issue(ThreadRegisters& registers, MessageSend& send) {
  const LaneInstruction& i = program_->instruction(next_);
  ++next_;
  if (i.operation != LaneOperation::kSend) {
    execute(i, registers);
    return false;
  }
  message(i, registers, send);
  ended_ = i.send.end_of_thread;
  return true;
}

void LaneThread::execute(const LaneInstruction& i, ThreadRegisters& registers) {
  std::uint32_t* dwords = registers.grf.front().data();
  switch (i.operation) {
    case LaneOperation::kSetFlags:
    case LaneOperation::kAndFlags: {
      const Sources from{i, dwords};
      std::uint32_t result = 0;
      for (unsigned lane = 0; lane < i.lanes; ++lane) {
        result |= static_cast<std::uint32_t>(as_float(from.a[lane]) > as_float(from.b[lane])) << lane;
      }
      flags_ = result & (i.operation == LaneOperation::kAndFlags ? flags_ : mask_);
      return;
    }
    case LaneOperation::kJumpIfNone:
      if ((flags_ & mask_) == 0) next_ = i.target;
      return;
    case LaneOperation::kRepeat: {
      std::uint32_t& count = registers.grf[i.destination][i.dword];
      if (--count != 0) next_ = i.target;
      return;
    }
    default:
      break;
  }
  switch (i.lanes) {
    case 16:
      return compute_into<16>(i, dwords);
    case 8:
      return compute_into<8>(i, dwords);
    default:
      return compute_into<1>(i, dwords);
  }
}

void LaneThread::message(const LaneInstruction& i, const ThreadRegisters& registers, MessageSend& send) const {
  const LaneSend& made = i.send;
  send.restart();
  send.destination = made.destination;
  send.end_of_thread = made.end_of_thread;
  Message& message = send.message;
  message.shared_function = made.shared_function;
  message.descriptor = made.descriptor;
  message.extended_descriptor = made.extended_descriptor;
  const std::uint32_t enabled = made.predicated ? flags_ & mask_ : mask_;
  message.execution_mask = enabled >> made.first_channel & ((1u << i.lanes) - 1);
  message.context = program_->context();
  message.subspan_slots = subspan_slots_;
  message.local_memory = local_.base;
  message.local_bytes = local_.bytes;
  for (const GrfRange& source : {made.source0, made.source1}) {
    const auto first = registers.grf.begin() + source.first;
    message.payload.insert(message.payload.end(), first, first + source.count);
  }
}

}  // namespace texpipe::functional
