#include "functional/execution/lane_program_builder.h"

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

constexpr std::uint8_t kEndOfThreadRegister = 112;
constexpr std::uint8_t kThreadSpawner = 7;
constexpr std::uint32_t kEndOfThreadDescriptor = 0x0200'0010;  // one register, no resource to dereference
constexpr std::uint32_t kEndOfThreadBit = 1u << 5;             // of the extended descriptor

}  // namespace

LaneProgramBuilder::LaneProgramBuilder(unsigned lanes, std::uint8_t first_free)
    : lanes_{lanes}, next_register_{first_free} {}

GrfRange LaneProgramBuilder::allocate(unsigned count) {
  if (next_register_ + count > kEndOfThreadRegister)
    throw Error{ExitCode::kInternalError, "a lane program needs too many registers"};
  const GrfRange range{static_cast<std::uint8_t>(next_register_), static_cast<std::uint8_t>(count)};
  next_register_ += count;
  return range;
}

LaneOperand LaneProgramBuilder::value(LaneOperation operation, LaneOperand a, LaneOperand b, LaneOperand c) {
  const GrfRange result = allocate(registers_per_value());
  into(result, operation, lanes_, a, b, c);
  return functional::lanes(result.first);
}

void LaneProgramBuilder::into(GrfRange destination, LaneOperation operation, unsigned lane_count, LaneOperand a,
                              LaneOperand b, LaneOperand c) {
  instructions_.push_back({.operation = operation,
                           .lanes = static_cast<std::uint8_t>(lane_count),
                           .destination = destination.first,
                           .sources = {a, b, c}});
}

void LaneProgramBuilder::flags_greater(LaneOperand a, LaneOperand b, bool and_before) {
  instructions_.push_back({.operation = and_before ? LaneOperation::kAndFlags : LaneOperation::kSetFlags,
                           .lanes = static_cast<std::uint8_t>(lanes_),
                           .sources = {a, b, LaneOperand{}}});
}

std::size_t LaneProgramBuilder::jump_if_none() {
  instructions_.push_back({.operation = LaneOperation::kJumpIfNone, .lanes = static_cast<std::uint8_t>(lanes_)});
  return instructions_.size() - 1;
}

void LaneProgramBuilder::land(std::size_t jump) {
  instructions_[jump].target = here();
}

void LaneProgramBuilder::repeat(LaneOperand scalar_count, std::uint32_t from) {
  instructions_.push_back({.operation = LaneOperation::kRepeat,
                           .lanes = 1,
                           .destination = scalar_count.grf,
                           .dword = scalar_count.dword,
                           .target = from});
}

void LaneProgramBuilder::send(const LaneSend& send, unsigned channels) {
  instructions_.push_back(
      {.operation = LaneOperation::kSend, .lanes = static_cast<std::uint8_t>(channels), .send = send});
}

LaneProgram LaneProgramBuilder::finish(const MessageContext* context) {
  const GrfRange last{kEndOfThreadRegister, 1};
  into(last, LaneOperation::kMove, 8, functional::lanes(0));
  send({.shared_function = kThreadSpawner,
        .descriptor = kEndOfThreadDescriptor,
        .extended_descriptor = kThreadSpawner | kEndOfThreadBit,
        .source0 = last,
        .end_of_thread = true},
       8);
  return LaneProgram{std::move(instructions_), context};
}

}  // namespace texpipe::functional
