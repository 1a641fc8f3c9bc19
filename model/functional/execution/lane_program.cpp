#include "functional/execution/lane_program.h"

#include <algorithm>
#include <bit>

namespace texpipe::functional {

namespace {

/// Cycles of a four-wide float pipe; extended math has a quarter of its width (assumed).
constexpr unsigned kFpuLanesPerCycle = 4;
constexpr unsigned kExtendedMathLanesPerCycle = 1;

constexpr unsigned kMaxLanes = 16;

Pipe pipe_of(LaneOperation operation) {
  switch (operation) {
    case LaneOperation::kReciprocal:
      return Pipe::kExtendedMath;
    case LaneOperation::kJumpIfNone:
    case LaneOperation::kRepeat:
      return Pipe::kBranch;
    case LaneOperation::kSend:
      return Pipe::kSend;
    default:
      return Pipe::kFpu;
  }
}

std::uint8_t occupancy_of(const LaneInstruction& i) {
  const unsigned per_cycle =
      pipe_of(i.operation) == Pipe::kExtendedMath ? kExtendedMathLanesPerCycle : kFpuLanesPerCycle;
  switch (pipe_of(i.operation)) {
    case Pipe::kBranch:
      return 1;
    case Pipe::kSend:
      return std::max<std::uint8_t>(1, i.send.source0.count + i.send.source1.count);
    default:
      return static_cast<std::uint8_t>((i.lanes + per_cycle - 1) / per_cycle);
  }
}

std::uint8_t registers_of(unsigned lane_count) {
  return static_cast<std::uint8_t>((lane_count + 7) / 8);
}

bool writes_flags(LaneOperation operation) {
  return operation == LaneOperation::kSetFlags || operation == LaneOperation::kAndFlags ||
         operation == LaneOperation::kJumpIfNone;
}

EuStep step_of(const LaneInstruction& i) {
  EuStep step{.pipe = pipe_of(i.operation), .occupancy = occupancy_of(i)};
  if (i.operation == LaneOperation::kSend) {
    step.reads = {i.send.source0, i.send.source1};
    step.writes = i.send.destination;
    return step;
  }
  for (unsigned s = 0; s < i.sources.size(); ++s) {
    const LaneOperand& source = i.sources[s];
    if (source.kind == LaneOperand::Kind::kLanes) step.reads[s] = {source.grf, registers_of(i.lanes)};
    if (source.kind == LaneOperand::Kind::kScalar) step.reads[s] = {source.grf, 1};
  }
  if (!writes_flags(i.operation)) step.writes = {i.destination, registers_of(i.lanes)};
  if (i.operation == LaneOperation::kRepeat) step.reads[3] = step.writes;
  return step;
}

/// The values of an operand for all lanes.
using Lanes = std::array<std::uint32_t, kMaxLanes>;

Lanes read(const LaneOperand& operand, const ThreadRegisters& registers) {
  Lanes values;
  switch (operand.kind) {
    case LaneOperand::Kind::kLanes: {
      const auto first = registers.grf.begin() + operand.grf;
      for (unsigned r = 0; r < kMaxLanes / 8; ++r) {
        if (operand.grf + r < kGrfCount) std::copy_n(first[r].begin(), 8, values.begin() + 8 * r);
      }
      return values;
    }
    case LaneOperand::Kind::kScalar:
      values.fill(registers.grf[operand.grf][operand.dword]);
      return values;
    case LaneOperand::Kind::kConstant:
      values.fill(operand.bits);
      return values;
    case LaneOperand::Kind::kNone:
      break;
  }
  values.fill(0);
  return values;
}

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

/// Applies a function of one lane's operands to all lanes.
template <class Function>
Lanes each(Function function, const Lanes& a, const Lanes& b, const Lanes& c) {
  Lanes results;
  for (unsigned lane = 0; lane < kMaxLanes; ++lane) results[lane] = function(a[lane], b[lane], c[lane]);
  return results;
}

Lanes compute(LaneOperation operation, const Lanes& a, const Lanes& b, const Lanes& c) {
  using Bits = std::uint32_t;
  switch (operation) {
    case LaneOperation::kAdd:
      return each([](Bits x, Bits y, Bits) { return as_bits(as_float(x) + as_float(y)); }, a, b, c);
    case LaneOperation::kMultiply:
      return each([](Bits x, Bits y, Bits) { return as_bits(as_float(x) * as_float(y)); }, a, b, c);
    case LaneOperation::kMultiplyAdd:
      return each([](Bits x, Bits y, Bits z) { return as_bits(as_float(x) * as_float(y) + as_float(z)); }, a, b, c);
    case LaneOperation::kReciprocal:
      return each([](Bits x, Bits, Bits) { return as_bits(1.0F / as_float(x)); }, a, b, c);
    case LaneOperation::kIntegerAdd:
      return each([](Bits x, Bits y, Bits) { return x + y; }, a, b, c);
    case LaneOperation::kIntegerMultiply:
      return each([](Bits x, Bits y, Bits) { return x * y; }, a, b, c);
    case LaneOperation::kXor:
      return each([](Bits x, Bits y, Bits) { return x ^ y; }, a, b, c);
    case LaneOperation::kShiftRight:
      return each([](Bits x, Bits y, Bits) { return x >> (y & 31); }, a, b, c);
    case LaneOperation::kToFloat:
      return each([](Bits x, Bits, Bits) { return as_bits(static_cast<float>(x)); }, a, b, c);
    case LaneOperation::kToInteger:
      return each([](Bits x, Bits, Bits) { return truncate(as_float(x)); }, a, b, c);
    default:  // kMove; flags, jumps and sends are not computed
      return a;
  }
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
  before_send_.assign(size, size);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned n = size; n-- > 0;) {
      const LaneInstruction& i = instructions_[n];
      const bool sends = i.operation == LaneOperation::kSend;
      const bool jumps = pipe_of(i.operation) == Pipe::kBranch;
      unsigned after = n + 1 < size ? before_send_[n + 1] : size;
      if (jumps) after = std::min(after, before_send_[i.target]);
      const unsigned count = sends ? 0 : std::min(after + 1, size);
      changed |= count != before_send_[n];
      before_send_[n] = count;
    }
  }
}

EuStep LaneThread::issue(ThreadRegisters& registers) {
  const LaneInstruction& i = program_.instruction(next_);
  EuStep step = program_.step(next_);
  ++next_;
  if (i.operation == LaneOperation::kSend) {
    step.send = message(i, registers);
    ended_ = i.send.end_of_thread;
  } else {
    execute(i, registers);
  }
  return step;
}

void LaneThread::execute(const LaneInstruction& i, ThreadRegisters& registers) {
  switch (i.operation) {
    case LaneOperation::kSetFlags:
    case LaneOperation::kAndFlags: {
      const Lanes a = read(i.sources[0], registers);
      const Lanes b = read(i.sources[1], registers);
      std::uint32_t result = 0;
      for (unsigned lane = 0; lane < i.lanes; ++lane) {
        result |= static_cast<std::uint32_t>(as_float(a[lane]) > as_float(b[lane])) << lane;
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
  // Sources may overlap the destination: they are read before anything is written.
  const Lanes results =
      compute(i.operation, read(i.sources[0], registers), read(i.sources[1], registers), read(i.sources[2], registers));
  for (unsigned lane = 0; lane < i.lanes; ++lane) {
    const unsigned dword = i.dword + lane;
    registers.grf[i.destination + dword / 8][dword % 8] = results[lane];
  }
}

MessageSend LaneThread::message(const LaneInstruction& i, const ThreadRegisters& registers) const {
  const LaneSend& send = i.send;
  MessageSend result{.destination = send.destination, .end_of_thread = send.end_of_thread};
  Message& message = result.message;
  message.shared_function = send.shared_function;
  message.descriptor = send.descriptor;
  message.extended_descriptor = send.extended_descriptor;
  const std::uint32_t enabled = send.predicated ? flags_ & mask_ : mask_;
  message.execution_mask = enabled >> send.first_channel & ((1u << i.lanes) - 1);
  message.context = program_.context();
  message.subspan_slots = subspan_slots_;
  message.payload.reserve(send.source0.count + send.source1.count);
  for (const GrfRange& source : {send.source0, send.source1}) {
    for (unsigned r = 0; r < source.count; ++r) message.payload.push_back(registers.grf[source.first + r]);
  }
  return result;
}

}  // namespace texpipe::functional
