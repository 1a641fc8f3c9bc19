#include "functional/execution/eu/eu_code.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_arithmetic.h"
#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_float_mode.h"
#include "functional/execution/eu/eu_operand_lanes.h"
#include "functional/execution/eu/eu_row_choice.h"
#include "functional/execution/eu/eu_step.h"
#include "isa/gen9/eu_restrictions.h"

namespace texpipe::functional {

using gen9::AccessMode;
using gen9::ArfRegister;
using gen9::CondModifier;
using gen9::EuForm;
using gen9::EuInstruction;
using gen9::EuOpcode;
using gen9::RegFile;

struct EuCode::Contents {
  std::vector<std::uint32_t> offsets;
  std::vector<EuOperation> operations;
  ConstantPool constants;
};

namespace {

/// Type in which an instruction computes: the widest of its sources.
RegisterType execution_type(const EuInstruction& i, unsigned sources) {
  bool is_double = false, single = false, half = false, wide = false, dword = false, with_sign = false;
  for (unsigned n = 0; n < sources; ++n) {
    const RegisterType type = source_type(i, n);
    is_double |= type == RegisterType::kDf;
    single |= type == RegisterType::kF;
    half |= type == RegisterType::kHf;
    wide |= is_wide(type);
    dword |= !is_float(type) && bytes_of(type) == 4;
    with_sign |= !is_float(type) && is_signed(type);
  }
  if (is_double) return RegisterType::kDf;
  if (single) return RegisterType::kF;
  if (half) return dword || wide ? RegisterType::kF : RegisterType::kHf;
  if (wide) return with_sign ? RegisterType::kQ : RegisterType::kUq;
  if (dword) return with_sign ? RegisterType::kD : RegisterType::kUd;
  return with_sign ? RegisterType::kW : RegisterType::kUw;
}

bool names_accumulator(const EuInstruction& i) {
  return !gen9::is_three_source(i.opcode) && i.destination.file == RegFile::kArf &&
         i.destination.mode == gen9::AddrMode::kDirect &&
         static_cast<ArfRegister>(i.destination.number >> 4) == ArfRegister::kAccumulator;
}

/// Whether the low 32 bits of the sources decide the result's.
bool closed_in_dwords(const EuInstruction& i) {
  const RegisterType type = destination_type(i);
  return !i.saturate && i.condition != CondModifier::kOverflow && !is_float(type) && bytes_of(type) <= 4 &&
         !i.accumulator_write && !names_accumulator(i);
}

bool is_shift(EuOpcode opcode) {
  return opcode == EuOpcode::kShl || opcode == EuOpcode::kShr || opcode == EuOpcode::kAsr;
}

bool is_move(EuOpcode opcode) {
  return opcode == EuOpcode::kMov || opcode == EuOpcode::kMovi || opcode == EuOpcode::kSmov;
}

WorkType work_type(const EuInstruction& i, const EuOperation& operation) {
  const RegisterType type = destination_type(i);
  if (operation.execution == RegisterType::kDf) return WorkType::kDouble;
  if (is_float(operation.execution)) return WorkType::kFloat;
  // Integers become floats with one rounding: a float holds all of 16 bits, a double of 32, but not of 64.
  if (is_move(i.opcode) && type == RegisterType::kF && bytes_of(operation.execution) <= 2) return WorkType::kFloat;
  if (is_move(i.opcode) && is_float(type) && bytes_of(operation.execution) <= 4) return WorkType::kDouble;
  // A shift counts to 63 when its result or what it shifts has 64 bits, whatever the count's type.
  const bool wide = is_shift(i.opcode) ? is_wide(type) || is_wide(source_type(i, 0)) : is_wide(operation.execution);
  if (wide || (is_wide(type) && i.saturate)) return WorkType::kQword;
  const bool products = i.opcode == EuOpcode::kMul || i.opcode == EuOpcode::kMad;
  if (products && operation.execution == RegisterType::kUd && (i.saturate || i.condition != CondModifier::kNone) &&
      !names_accumulator(i))
    return i.opcode == EuOpcode::kMul ? WorkType::kQword : WorkType::kInteger;
  if (i.opcode == EuOpcode::kCmp || i.opcode == EuOpcode::kCmpn) return WorkType::kInteger;
  if (i.opcode == EuOpcode::kSel && i.condition != CondModifier::kNone) return WorkType::kInteger;
  if (is_move(i.opcode) || i.opcode == EuOpcode::kSel)
    return closed_in_dwords(i) ? WorkType::kDword : WorkType::kInteger;
  // Unsigned numbers with a modifier may be negative.
  const bool modified_shift = i.opcode == EuOpcode::kAsr && i.source(0).modifier != gen9::SrcMod::kNone;
  const bool dword = eu_computation(i.opcode, WorkType::kDword) != nullptr && !modified_shift;
  const bool integer = eu_computation(i.opcode, WorkType::kInteger) != nullptr;
  return dword && (!integer || closed_in_dwords(i)) ? WorkType::kDword : WorkType::kInteger;
}

/// Lanes that Align16's channel enables leave. The assembler writes a three-source instruction of one channel as a
/// group of four of which one is enabled, with NoMask, too; elsewhere NoMask enables every channel.
std::uint32_t channel_enables(const EuInstruction& i) {
  const bool three = gen9::is_three_source(i.opcode);
  if (i.has_macro_operands()) return ~0u;
  if (!three && (i.access != AccessMode::kAlign16 || i.no_mask)) return ~0u;
  if (destination_type(i) != RegisterType::kDf && !is_wide(destination_type(i)))
    return i.destination.channels * 0x1111'1111u;
  // A lane of 64 bits has two of the four.
  const std::uint32_t pair =
      ((i.destination.channels & 3u) != 0 ? 1u : 0u) | ((i.destination.channels & 12u) != 0 ? 2u : 0u);
  return pair * 0x5555'5555u;
}

bool shows_state(const EuInstruction& i, unsigned n) {
  const gen9::EuSource& s = i.source(n);
  if (gen9::is_three_source(i.opcode) || s.file != RegFile::kArf) return false;
  const auto arf = static_cast<ArfRegister>(s.number >> 4);
  return arf == ArfRegister::kChannelEnable || arf == ArfRegister::kInstructionPointer ||
         arf == ArfRegister::kTimestamp;
}

class Compiler {
 public:
  Compiler(const std::vector<std::uint32_t>& offsets, std::uint32_t end, ConstantPool& constants)
      : offsets_{offsets}, end_{end}, constants_{constants} {}

  EuOperation compile(const EuInstruction& i) const {
    gen9::require_restrictions(i);
    EuOperation o;
    o.instruction = i;
    o.no_mask = i.no_mask;
    o.predicated = i.predicate != gen9::PredCtrl::kNone;
    o.predicate = i.predicate;
    o.predicate_inverted = i.predicate_inverted;
    o.align16 = i.access == AccessMode::kAlign16;
    o.condition = i.condition;
    o.channels = static_cast<std::uint8_t>(i.channels());
    o.first_channel = static_cast<std::uint8_t>(i.first_channel());
    o.flag_shift = static_cast<std::uint8_t>(32 * i.flag_register + 16 * i.flag_subregister);
    o.lanes = lane_mask(i.channels());
    o.enabled_lanes = o.lanes;
    if (o.first_channel + o.channels > kEuChannels)
      refuse_instruction(i, "channels " + std::to_string(o.first_channel) + " to " +
                                std::to_string(o.first_channel + o.channels - 1) + " lie beyond channel 31");
    switch (i.shape().form) {
      case EuForm::kNothing:
        o.run = i.opcode == EuOpcode::kIllegal ? run_illegal : run_nothing;
        break;
      case EuForm::kWait:
        o.run = run_wait;
        o.waits = true;
        break;
      case EuForm::kSend:
      case EuForm::kSplitSend:
        compile_send(o);
        break;
      case EuForm::kBranch:
        compile_branch(o);
        break;
      default:
        compile_computation(o);
    }
    fill_step(o);
    return o;
  }

 private:
  void compile_send(EuOperation& o) const {
    const EuInstruction& i = o.instruction;
    o.run = run_send;
    o.leads_away = i.message.end_of_thread;
    const bool split = i.shape().form == EuForm::kSplitSend;
    const bool by_register =
        split ? i.message.descriptor_in_register || i.message.extended_in_register : i.source1.file == RegFile::kArf;
    const bool indirect =
        i.source0.mode == gen9::AddrMode::kIndirect || i.destination.mode == gen9::AddrMode::kIndirect;
    o.moving = by_register || indirect;
    if (!o.moving) o.message = message_places(EuState{}, i);
  }

  std::uint32_t target(const EuInstruction& i, std::int64_t offset, const char* field) const {
    if (offset == end_) return static_cast<std::uint32_t>(offsets_.size());
    const auto found = std::lower_bound(offsets_.begin(), offsets_.end(), offset);
    if (offset < 0 || found == offsets_.end() || *found != offset)
      refuse_instruction(
          i, std::string{field} + " goes to byte " + std::to_string(offset) + ", where no instruction begins");
    return static_cast<std::uint32_t>(found - offsets_.begin());
  }

  void compile_branch(EuOperation& o) const {
    const EuInstruction& i = o.instruction;
    o.run = branch_function(i.opcode);
    o.leads_away = true;
    std::int64_t origin = i.offset;
    if (i.opcode == EuOpcode::kJmpi) origin += i.size();
    if (i.opcode == EuOpcode::kCalla) origin = 0;
    if (i.has_jip()) o.jip = target(i, origin + i.jip, "JIP");
    if (i.has_uip()) o.uip = target(i, origin + i.uip, "UIP");
    const gen9::EuTarget kind = i.shape().target;
    if (kind == gen9::EuTarget::kSource0 || (!i.has_jip() && kind != gen9::EuTarget::kJipOrSource1))
      o.source[0] = compile_source(i, 0, {WorkType::kDword, 1}, constants_);
    else if (!i.has_jip())
      o.source[1] = compile_source(i, 1, {WorkType::kDword, 1}, constants_);
    if (i.shape().destination) {
      o.destination = compile_destination(i, 2, false);
      if (o.destination.store != nullptr && bytes_of(o.destination.type) != 4)
        refuse_instruction(i, "a call's destination holds DWords", "expected type :ud or :d");
    }
  }

  [[noreturn]] static void refuse_types(const EuOperation& o) {
    const EuInstruction& i = o.instruction;
    refuse_instruction(
        i, std::string{name_of(i.opcode)} + " has no form for sources of type " + std::string{name_of(o.execution)});
  }

  void compile_sources(EuOperation& o) const {
    const EuInstruction& i = o.instruction;
    constexpr std::array<std::int16_t, 4> kPlane{0, 1, 2, 3};
    if (i.opcode != EuOpcode::kLine && i.opcode != EuOpcode::kPln) {
      for (unsigned n = 0; n < o.sources; ++n) {
        o.source[n] = compile_source(i, n, {o.work, o.channels}, constants_);
        o.source[n].is_row = is_row(o.source[n], o.work);
        o.reads_state |= shows_state(i, n);
      }
      return;
    }
    o.source[0] = compile_elements(i, 0, o.work, kPlane);
    if (i.opcode == EuOpcode::kLine) {
      o.source[1] = compile_source(i, 1, {o.work, o.channels}, constants_);
      return;
    }
    if (i.source1.file == RegFile::kImm) refuse_instruction(i, "source 1 of pln names registers");
    // x and y take turns, eight lanes each.
    std::array<std::int16_t, kEuChannels> x{}, y{};
    for (int lane = 0; lane < o.channels; ++lane) {
      x[static_cast<unsigned>(lane)] = static_cast<std::int16_t>(lane / 8 * 16 + lane % 8);
      y[static_cast<unsigned>(lane)] = static_cast<std::int16_t>(lane / 8 * 16 + lane % 8 + 8);
    }
    o.source[1] = compile_elements(i, 1, o.work, {x.data(), o.channels});
    o.source[2] = compile_elements(i, 1, o.work, {y.data(), o.channels});
    o.sources = 3;
  }

  /// Whether lanes of the work type stand in general registers.
  static bool is_row(const EuSourceOperand& s, WorkType work) {
    const bool same = work == WorkType::kFloat   ? s.type == RegisterType::kF
                      : work == WorkType::kDword ? bytes_of(s.type) == 4 && !is_float(s.type)
                                                 : false;
    return same && s.in_place && !s.arf && !s.indirect && s.constant == nullptr;
  }

  static void choose_computation(EuOperation& o) {
    const EuInstruction& i = o.instruction;
    o.run = run_compute;
    if (i.has_macro_operands()) {
      o.compute = macro_computation(i, o.work);
      if (o.compute == nullptr) refuse_types(o);
      return;
    }
    switch (i.opcode) {
      case EuOpcode::kMov:
      case EuOpcode::kMovi:
      case EuOpcode::kSmov:
        return;
      case EuOpcode::kCmp:
      case EuOpcode::kCmpn:
        o.run = run_compare;
        o.compare = compare_function(o.work, i.opcode == EuOpcode::kCmpn);
        return;
      case EuOpcode::kSel:
        if (i.condition != CondModifier::kNone) {
          o.compute = select_computation(o.work);
          o.predicated = false;
        } else if (o.predicated) {
          o.compute = predicated_select_computation(o.work);
          o.run = run_select;
        }
        return;
      case EuOpcode::kMath:
        o.compute = eu_math_computation(i.function, o.work, destination_type(i));
        if (i.function == gen9::MathFunction::kIntDivBoth) o.run = run_divide_both;
        break;
      case EuOpcode::kMad:
        o.compute = o.execution == RegisterType::kHf && destination_type(i) == RegisterType::kHf
                        ? half_mad_computation()
                        : eu_computation(i.opcode, o.work);
        break;
      default:
        o.compute = eu_computation(i.opcode, o.work);
    }
    if (o.compute == nullptr) refuse_types(o);
    o.exact = directed_computation(i.opcode, o.work);
  }

  /// smov moves source 0 in the channels that the bits of source 1 name: compiled code scatters a vector so, channel by
  /// channel, each with its own address register.
  static void take_moved_channels(EuOperation& o) {
    const EuInstruction& i = o.instruction;
    if (i.source1.file != RegFile::kImm) unsupported_instruction(i, "smov with its channels in a register");
    o.sources = 1;
    o.enabled_lanes &= static_cast<std::uint32_t>(i.source1.immediate & 0xFFFF);
  }

  void compile_computation(EuOperation& o) const {
    const EuInstruction& i = o.instruction;
    o.sources = static_cast<std::uint8_t>(i.sources());
    if (i.opcode == EuOpcode::kSmov) take_moved_channels(o);
    o.execution = execution_type(i, o.sources);
    o.work = work_type(i, o);
    const bool own_accumulator =
        i.opcode == EuOpcode::kAddc || i.opcode == EuOpcode::kSubb || i.opcode == EuOpcode::kMach;
    o.accumulator_write = i.accumulator_write && !own_accumulator;
    o.enabled_lanes &= channel_enables(i);
    if (i.opcode == EuOpcode::kSad2 || i.opcode == EuOpcode::kSada2) o.enabled_lanes &= 0x5555'5555u;
    choose_computation(o);
    compile_sources(o);
    const bool accumulates = names_accumulator(i) && o.work != WorkType::kFloat && o.work != WorkType::kDouble;
    if (accumulates && o.work != WorkType::kInteger) refuse_types(o);
    o.destination = compile_destination(i, o.channels, accumulates);
    o.writes_state = o.destination.arf && o.destination.first >= arf_byte(ArfRegister::kControl) &&
                     o.destination.first < arf_byte(ArfRegister::kNotification);
    const RegisterType type = accumulates ? RegisterType::kQ : o.destination.type;
    o.finish = accumulates ? nullptr : finish_function(o.work, type, i.saturate);
    const bool own_use = i.opcode == EuOpcode::kSel || i.opcode == EuOpcode::kCsel || i.opcode == EuOpcode::kCmp ||
                         i.opcode == EuOpcode::kCmpn || i.opcode == EuOpcode::kMath;
    if (!own_use && i.condition != CondModifier::kNone) o.test = test_function(o.work, type);
    o.moving = o.destination.indirect;
    for (unsigned n = 0; n < o.sources; ++n) o.moving |= o.source[n].indirect;
    if (o.compute == nullptr && o.sources > 0 && moves_within(o.source[0], o.destination)) o.source[0].in_place = false;
    if (o.run == run_compute && o.sources > 0 && writes_row(o)) {
      o.run = direct_function(o.sources);
      o.in_place = o.compute != nullptr && o.finish == nullptr && !overlaps_partly(o);
    }
    o.copies = copies_bits(o);
    rows::choose_row(o);
  }

  /// Whether every channel writes 32 bits of general registers, side by side, and nothing else is written.
  static bool writes_row(const EuOperation& o) {
    const EuDestinationOperand& d = o.destination;
    const bool row =
        d.store != nullptr && !d.arf && !d.indirect && bytes_of(d.type) == 4 && d.stride == 4 && d.first % 4 == 0;
    return row && !o.predicated && o.enabled_lanes == o.lanes && o.test == nullptr && !o.accumulator_write &&
           !o.reads_state && !o.writes_state && !o.instruction.has_macro_operands();
  }

  /// Whether a move that reads its source where it stands could write bytes of it before it has read them.
  static bool moves_within(const EuSourceOperand& s, const EuDestinationOperand& d) {
    if (!s.in_place || s.arf != d.arf) return false;
    if (d.indirect) return true;
    const unsigned size = bytes_of(s.type);
    const bool same_places = d.first == s.first && d.stride == size && bytes_of(d.type) == size;
    return !same_places && s.first < d.first + d.span && d.first < s.first + s.span;
  }

  /// Whether a source that is used where it stands shares some bytes with the destination, but not all.
  static bool overlaps_partly(const EuOperation& o) {
    const unsigned first = o.destination.first, end = first + o.destination.span;
    for (unsigned n = 0; n < o.sources; ++n) {
      const EuSourceOperand& s = o.source[n];
      if (s.is_row && s.first != first && s.first < end && s.first + s.span > first) return true;
    }
    return false;
  }

  const std::vector<std::uint32_t>& offsets_;
  std::uint32_t end_;
  ConstantPool& constants_;
};

/// Marks places where channels may meet: everywhere that a branch names or that follows one; all places when a register
/// decides.
void mark_targets(std::vector<EuOperation>& operations) {
  bool anywhere = false;
  const auto mark = [&](std::uint32_t index) {
    if (index < operations.size()) operations[index].target = true;
  };
  for (std::uint32_t n = 0; n < operations.size(); ++n) {
    EuOperation& o = operations[n];
    if (o.instruction.shape().form != EuForm::kBranch) continue;
    // Channels that leave a loop do not test its condition again.
    if (o.instruction.opcode == EuOpcode::kBreak && o.uip < operations.size() &&
        operations[o.uip].instruction.opcode == EuOpcode::kWhile)
      ++o.uip;
    anywhere |= !o.instruction.has_jip();
    mark(n + 1);
    if (o.instruction.has_jip()) mark(o.jip);
    if (o.instruction.has_uip()) mark(o.uip);
  }
  if (!anywhere) return;
  for (EuOperation& o : operations) o.target = true;
}

/// Whether no thread but the sender sees what a message does.
bool is_private_message(const EuOperation& operation) {
  if (!operation.message) return false;
  using gen9::SharedFunction;
  switch (static_cast<SharedFunction>(operation.message->words.extended & 15u)) {
    case SharedFunction::kSampler:
    case SharedFunction::kRenderCache:
    case SharedFunction::kUrb:
    case SharedFunction::kThreadSpawner:
    case SharedFunction::kReadOnlyDataPort:
    case SharedFunction::kPixelInterpolator:
      return true;
    default:
      return false;
  }
}

}  // namespace

void refuse_instruction(const EuInstruction& instruction, std::string problem, std::string hint) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {},
                                                    .path = gen9::eu_place(instruction.offset),
                                                    .problem = std::move(problem),
                                                    .hint = std::move(hint)}};
}

void unsupported_instruction(const EuInstruction& instruction, const std::string& what) {
  unsupported("executing " + what + " (" + gen9::eu_place(instruction.offset) + ")");
}

EuCode::EuCode(std::span<const EuInstruction> instructions) {
  auto contents = std::make_unique<Contents>();
  std::uint32_t end = 0;
  for (const EuInstruction& i : instructions) {
    contents->offsets.push_back(i.offset);
    end = i.offset + i.size();
  }
  contents->operations.reserve(instructions.size());
  const Compiler compiler{contents->offsets, end, contents->constants};
  for (const EuInstruction& i : instructions) contents->operations.push_back(compiler.compile(i));
  mark_targets(contents->operations);
  count_before_sends(contents->operations);
  for (const EuOperation& operation : contents->operations) note_use(operation);
  operations_ = contents->operations.data();
  size_ = static_cast<std::uint32_t>(contents->operations.size());
  contents_ = std::move(contents);
}

void EuCode::note_use(const EuOperation& operation) {
  const EuStep& step = operation.step;
  const EuInstruction& i = operation.instruction;
  const auto note = [&](const GrfRange& range) {
    for (unsigned n = 0; n < range.count; ++n) registers_.add(range.first + n);
  };
  for (const GrfRange& range : step.reads) note(range);
  note(step.writes);
  const bool macro = i.has_macro_operands();
  // Address registers may name any register; a division may fill one more than its destination.
  if (operation.moving || macro || operation.run == run_divide_both) registers_.add_all();
  constexpr FlagSet kAccumulators = 0x3FFu << kAccumulatorFlag;
  uses_accumulators_ |= macro || ((step.reads_flags | step.writes_flags) & kAccumulators) != 0;
  has_macros_ |= macro;
  constexpr FlagSet kPlainFlags = (1u << kAccumulatorFlag) - 1;
  leaves_state_ &= !macro && !operation.waits && ((step.reads_flags | step.writes_flags) & ~kPlainFlags) == 0;
  const bool shared = gen9::is_send(i.opcode) && !is_private_message(operation);
  keeps_to_itself_ &= !operation.waits && !shared;
  orders_accesses_ |= shared && step.after_older_threads;
}

EuCode::EuCode(EuCode&&) noexcept = default;
EuCode& EuCode::operator=(EuCode&&) noexcept = default;
EuCode::~EuCode() = default;

std::uint32_t EuCode::index_of(std::uint32_t offset) const {
  const std::vector<std::uint32_t>& offsets = contents_->offsets;
  const auto found = std::lower_bound(offsets.begin(), offsets.end(), offset);
  return found == offsets.end() || *found != offset ? kNoInstruction
                                                    : static_cast<std::uint32_t>(found - offsets.begin());
}

}  // namespace texpipe::functional
