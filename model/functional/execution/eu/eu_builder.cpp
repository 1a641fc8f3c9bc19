#include "functional/execution/eu/eu_builder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/diagnostic.h"

namespace texpipe::functional {

using gen9::ArfRegister;
using gen9::CondModifier;
using gen9::EuInstruction;
using gen9::PredCtrl;
using gen9::RegFile;
using gen9::SrcImmType;

namespace {

constexpr std::uint8_t kEndOfThreadRegister = 112;
constexpr std::uint32_t kEndOfThreadDescriptor = 0x0200'0010;  // one register, no resource to dereference
constexpr std::uint32_t kKeepDenormals = 0x4C0;                // of cr0.0
constexpr unsigned kDwords = 8;                                // of a register
constexpr std::uint8_t kStraightXy = 0x4;                      // .xy of a swizzle that changes nothing
constexpr std::uint8_t kStraightZw = 0xE;                      // its .zw
constexpr std::uint8_t kAllOfFour = 0xF;                       // channel enables
constexpr std::uint8_t kLoopFlag = 1;                          // loops count in f1.0
constexpr std::uint32_t kLengths = 0x1FF;  // of payload and response, from bit 20 of a descriptor on
constexpr unsigned kResponseBit = 20, kPayloadBit = 25;

[[noreturn]] void refuse(const char* what) {
  throw Error{ExitCode::kInternalError, what};
}

bool is_constant(EuInput input) {
  return input.kind == EuInput::Kind::kConstant;
}

/// Rows of eight elements, or one element for all.
gen9::EuSource source_of(EuInput input, gen9::SrcType type, unsigned channels) {
  gen9::EuSource source;
  if (is_constant(input)) {
    source.file = RegFile::kImm;
    source.immediate_type = static_cast<SrcImmType>(type);
    source.immediate = input.bits;
    return source;
  }
  source.file = RegFile::kGrf;
  source.type = type;
  source.number = input.grf;
  source.subregister = static_cast<std::uint8_t>(4 * input.dword);
  if (input.kind == EuInput::Kind::kLanes && channels > 1) {
    source.vertical = channels >= kDwords ? gen9::VertStride::k8 : gen9::VertStride::k4;
    source.width = channels >= kDwords ? gen9::Width::k8 : gen9::Width::k4;
    source.horizontal = gen9::HorzStride::k1;
  }
  return source;
}

/// A source of a three-source instruction, in Align16.
gen9::EuSource third_form(EuInput input) {
  gen9::EuSource source;
  source.file = RegFile::kGrf;
  source.number = input.grf;
  source.subregister = static_cast<std::uint8_t>(4 * input.dword);
  source.swizzle_xy = kStraightXy;
  source.swizzle_zw = kStraightZw;
  if (input.kind == EuInput::Kind::kScalar) source.replicate = gen9::RepCtrl::kReplicate;
  return source;
}

gen9::EuDestination general_register(std::uint8_t number, gen9::SrcType type, std::uint8_t dword = 0) {
  gen9::EuDestination destination;
  destination.file = RegFile::kGrf;
  destination.type = static_cast<gen9::DstType>(type);
  destination.number = number;
  destination.subregister = static_cast<std::uint8_t>(4 * dword);
  destination.stride = gen9::HorzStride::k1;
  return destination;
}

gen9::EuDestination architecture_register(ArfRegister reg, gen9::SrcType type) {
  gen9::EuDestination destination = general_register(static_cast<std::uint8_t>(static_cast<unsigned>(reg) << 4), type);
  destination.file = RegFile::kArf;
  return destination;
}

/// A jump whose place `land` or `repeat` sets.
void make_jump(EuInstruction& jump, PredCtrl predicate) {
  jump.no_mask = true;
  jump.predicate = predicate;
  jump.destination = architecture_register(ArfRegister::kInstructionPointer, gen9::SrcType::kUd);
  jump.source0.number = jump.destination.number;
  jump.source1.file = RegFile::kImm;
  jump.source1.immediate_type = SrcImmType::kD;
}

/// Bytes from behind a jump to its target.
std::int32_t distance(std::size_t jump, std::size_t to) {
  return (static_cast<std::int32_t>(to) - static_cast<std::int32_t>(jump) - 1) *
         static_cast<std::int32_t>(kBuiltInstructionBytes);
}

std::vector<std::uint8_t> words_of(const std::vector<EuInstruction>& instructions) {
  std::vector<std::uint8_t> bytes;
  for (const EuInstruction& i : instructions) append_eu(bytes, i);
  return bytes;
}

gen9::EuOpcode send_opcode(bool split, bool after_older_threads) {
  using enum gen9::EuOpcode;
  if (after_older_threads) return split ? kSendsc : kSendc;
  return split ? kSends : kSend;
}

}  // namespace

EuInput lanes(std::uint8_t grf) {
  return {.kind = EuInput::Kind::kLanes, .grf = grf};
}
EuInput scalar(std::uint8_t grf, std::uint8_t dword) {
  return {.kind = EuInput::Kind::kScalar, .grf = grf, .dword = dword};
}
EuInput constant(float value) {
  return constant_bits(std::bit_cast<std::uint32_t>(value));
}
EuInput constant_bits(std::uint32_t value) {
  return {.kind = EuInput::Kind::kConstant, .bits = value};
}

BuiltProgram::BuiltProgram(const std::vector<EuInstruction>& instructions, Constants constants,
                           const MessageContext* context)
    : bytes_{words_of(instructions)},
      code_{gen9::read_eu_program(bytes_)},
      constants_{std::move(constants)},
      context_{context} {}

void BuiltProgram::start(ThreadRegisters& registers, std::unique_ptr<EuProgram>& program, EuDispatch dispatch) const {
  for (const auto& [number, values] : constants_) registers.grf[number] = values;
  dispatch.control = kKeepDenormals;
  start_eu_thread(program, code_, dispatch, context_);
}

EuBuilder::EuBuilder(unsigned channels, std::uint8_t first_free) : channels_{channels}, next_register_{first_free} {}

GrfRange EuBuilder::allocate(unsigned count) {
  const auto among = [&](const auto& constant) {
    return constant.first >= next_register_ && constant.first < next_register_ + count;
  };
  for (auto found = constants_.begin(); found != constants_.end();) {
    found = std::find_if(constants_.begin(), constants_.end(), among);
    if (found != constants_.end()) next_register_ = found->first + 1u;
  }
  if (next_register_ + count > kEndOfThreadRegister) refuse("a built program needs too many registers");
  const GrfRange range{static_cast<std::uint8_t>(next_register_), static_cast<std::uint8_t>(count)};
  next_register_ += count;
  return range;
}

EuInput EuBuilder::value(BuiltOperation operation, EuInput a, EuInput b, EuInput c) {
  const GrfRange result = allocate(registers_per_value());
  into(result, operation, channels_, a, b, c);
  return functional::lanes(result.first);
}

void EuBuilder::into(GrfRange destination, BuiltOperation operation, unsigned channels, EuInput a, EuInput b,
                     EuInput c) {
  const bool three = gen9::is_three_source(operation.opcode);
  if (three) {
    a = in_register(a);
    b = in_register(b);
    c = in_register(c);
  }
  EuInstruction& i = append(operation.opcode, channels);
  i.no_mask = true;
  i.destination = general_register(destination.first, operation.result);
  if (three) {
    i.access = gen9::AccessMode::kAlign16;
    i.destination.channels = kAllOfFour;
    i.source0 = third_form(c);
    i.source1 = third_form(a);
    i.source2 = third_form(b);
    return;
  }
  const bool two = i.sources() > 1;
  if (two && is_constant(a)) std::swap(a, b);
  if (two && is_constant(a)) refuse("a built instruction has two constants");
  i.source0 = source_of(a, operation.source, channels);
  if (two) i.source1 = source_of(b, operation.source, channels);
}

/// Products with a sum have no immediates: the constants of a program stand in registers from the start.
EuInput EuBuilder::in_register(EuInput input) {
  if (!is_constant(input)) return input;
  for (unsigned n = 0; n < constant_count_; ++n) {
    const auto& [number, values] = constants_[n / kDwords];
    if (values[n % kDwords] == input.bits) return scalar(number, static_cast<std::uint8_t>(n % kDwords));
  }
  const unsigned dword = constant_count_++ % kDwords;
  if (dword == 0) constants_.emplace_back(allocate(1).first, Grf{});
  auto& [number, values] = constants_.back();
  values[dword] = input.bits;
  return scalar(number, static_cast<std::uint8_t>(dword));
}

void EuBuilder::flags_greater(EuInput a, EuInput b, Among among) {
  const bool turned = is_constant(a);
  if (turned) std::swap(a, b);
  EuInstruction& i = append(gen9::EuOpcode::kCmp, channels_);
  if (among == Among::kFlagged) i.predicate = PredCtrl::kSequential;
  i.condition = turned ? CondModifier::kLess : CondModifier::kGreater;
  i.destination = architecture_register(ArfRegister::kNull, gen9::SrcType::kF);
  i.source0 = source_of(a, gen9::SrcType::kF, channels_);
  i.source1 = source_of(b, gen9::SrcType::kF, channels_);
}

void EuBuilder::load_flags(EuInput scalar_flags) {
  EuInstruction& i = append(gen9::EuOpcode::kMov, 1);
  i.no_mask = true;
  i.destination = architecture_register(ArfRegister::kFlag, gen9::SrcType::kUd);
  i.source0 = source_of(scalar_flags, gen9::SrcType::kUd, 1);
}

std::size_t EuBuilder::jump_if_none(unsigned channels) {
  EuInstruction& jump = append(gen9::EuOpcode::kJmpi, 1);
  make_jump(jump, channels <= 8 ? PredCtrl::kAny8h : channels == 16 ? PredCtrl::kAny16h : PredCtrl::kAny32h);
  jump.predicate_inverted = true;
  return instructions_.size() - 1;
}

void EuBuilder::land(std::size_t jump) {
  instructions_[jump].jip = distance(jump, instructions_.size());
}

void EuBuilder::repeat(EuInput scalar_count, std::uint32_t from) {
  EuInstruction& count = append(gen9::EuOpcode::kAdd, 1);
  count.no_mask = true;
  count.condition = CondModifier::kNotZero;
  count.flag_register = kLoopFlag;
  count.destination = general_register(scalar_count.grf, gen9::SrcType::kD, scalar_count.dword);
  count.source0 = source_of(scalar_count, gen9::SrcType::kD, 1);
  count.source1 = source_of(constant_bits(~0u), gen9::SrcType::kD, 1);
  EuInstruction& jump = append(gen9::EuOpcode::kJmpi, 1);
  make_jump(jump, PredCtrl::kSequential);
  jump.flag_register = kLoopFlag;
  jump.jip = distance(instructions_.size() - 1, from);
}

void EuBuilder::send(const BuiltSend& send, unsigned channels) {
  const bool split = send.source1.count != 0;
  EuInstruction& i = append(send_opcode(split, send.after_older_threads), channels);
  i.quarter = static_cast<gen9::QtrCtrl>(send.first_channel / 8);
  if (send.predicated) i.predicate = PredCtrl::kSequential;
  i.destination = send.destination.count != 0 ? general_register(send.destination.first, gen9::SrcType::kUd)
                                              : architecture_register(ArfRegister::kNull, gen9::SrcType::kUd);
  i.source0 = source_of(functional::lanes(send.source0.first), gen9::SrcType::kUd, channels);
  i.source1.file = split ? RegFile::kGrf : RegFile::kImm;
  i.source1.number = send.source1.first;
  i.shared_function = static_cast<gen9::SharedFunction>(send.shared_function);
  i.message.descriptor = (send.descriptor & ~(kLengths << kResponseBit)) |
                         std::uint32_t{send.source0.count} << kPayloadBit |
                         std::uint32_t{send.destination.count} << kResponseBit;
  i.message.extended_length = send.source1.count;
  i.message.extended_function = static_cast<std::uint16_t>(send.extended_descriptor >> 16);
  i.message.end_of_thread = send.end_of_thread;
}

BuiltProgram EuBuilder::finish(const MessageContext* context) {
  const GrfRange last{kEndOfThreadRegister, 1};
  into(last, eu::kMove, 8, functional::lanes(0));
  send({.shared_function = static_cast<std::uint8_t>(gen9::SharedFunction::kThreadSpawner),
        .descriptor = kEndOfThreadDescriptor,
        .source0 = last,
        .end_of_thread = true},
       8);
  return BuiltProgram{instructions_, std::move(constants_), context};
}

EuInstruction& EuBuilder::append(gen9::EuOpcode opcode, unsigned channels) {
  EuInstruction& i = instructions_.emplace_back();
  i.opcode = opcode;
  i.exec_size = static_cast<gen9::ExecSize>(std::countr_zero(channels));
  return i;
}

}  // namespace texpipe::functional
