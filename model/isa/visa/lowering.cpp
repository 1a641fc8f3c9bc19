#include "isa/visa/lowering.h"

#include <algorithm>
#include <bit>
#include <map>

#include "base/diagnostic.h"
#include "isa/gen9/binding_table_entry.h"

namespace texpipe::visa {

namespace {

constexpr unsigned kLanesPerRegister = 8;       // of 32 bits
constexpr unsigned kMostPayloadRegisters = 11;  // of an unsplit SIMD16 message, header included
constexpr unsigned kSamplersPerDescriptor = 16;

bool is_16_bit(DataType type) {
  return type == DataType::kHf || type == DataType::kUw || type == DataType::kW;
}

std::uint8_t disabled(std::uint8_t channels) {
  return ~channels & kAllChannels;
}

/// Response lengths tell R, RG, RGB and RGBA apart; any other mask needs a header.
bool is_prefix(std::uint8_t channels) {
  return (channels & (channels + 1)) == 0;
}

class Lowerer {
 public:
  Lowerer(const Program& program, const std::string& file, HeaderPolicy headers, LateBinding late)
      : program_{program}, file_{file}, headers_{headers}, late_{late} {
    for (const Statement& statement : program.statements) {
      const auto* generic = std::get_if<GenericInstruction>(&statement.instruction);
      if (const StateOperand* state = generic ? moved_state(*generic) : nullptr)
        moved_.emplace(std::pair{state->kind, state->variable}, statement.place);
    }
  }

  std::vector<LoweredInstruction> run() {
    for (std::size_t i = 0; i < program_.statements.size(); ++i) {
      const Statement& statement = program_.statements[i];
      place_ = statement.place;
      statement_ = i;
      std::visit([this](const auto& instruction) { take(instruction); }, statement.instruction);
    }
    return std::move(lowered_);
  }

 private:
  using Kind = StateOperand::Kind;

  /// The sampler or surface variable that a `movs` writes; null for other instructions.
  static const StateOperand* moved_state(const GenericInstruction& instruction) {
    return instruction.operands.size() < 2 ? nullptr : std::get_if<StateOperand>(&instruction.operands.front());
  }

  void take(const GenericInstruction& instruction);
  void take(const SamplerInstruction& instruction);
  void take(const InfoInstruction& instruction);

  StateBinding binding(Kind kind, std::uint16_t variable) const;
  HeaderPlan sampler_header(const SamplerInstruction& instruction, const OperationFacts& operation,
                            const StateBinding& sampler) const;
  LoweredInstruction begin(SamplerMessageType operation, const ExecutionControl& execution,
                           const RawOperand& destination);
  void add_message(LoweredInstruction& lowered, unsigned lanes, unsigned part, std::uint8_t channels, bool null_mask,
                   bool coarse_pixel, const std::optional<HeaderPlan>& header, bool split);
  void set_indices(gen9::SamplerMessage& message, const LoweredInstruction& lowered) const;
  /// The variable that owns an operand's bytes, and the first of them.
  VariablePlace place_of(const RawOperand& operand) const {
    VariablePlace place = owner_of(program_, operand.variable);
    place.byte += operand.offset;
    return place;
  }
  /// Parameters that a headerless message sends as its first payload: those from the first on that follow each other in
  /// one variable and need no copy; all of them when one is %null, whose place is left as it is.
  unsigned leading_parameters(const LoweredInstruction& lowered, unsigned lanes) const;
  void add_payload(LoweredMessage& message, const LoweredInstruction& lowered, unsigned lanes, unsigned part,
                   bool split) const;
  void add_response(LoweredMessage& message, const LoweredInstruction& lowered, unsigned lanes, unsigned part,
                    std::uint8_t channels, bool null_mask) const;

  [[noreturn]] void fail(std::string problem, std::string hint = {}) const {
    refuse(ExitCode::kMalformedInput, std::move(problem), std::move(hint));
  }
  [[noreturn]] void not_supported(const std::string& what) const {
    refuse(ExitCode::kUnsupported, "unsupported: " + what, {});
  }
  [[noreturn]] void refuse(ExitCode code, std::string problem, std::string hint) const {
    Diagnostic diagnostic = diagnostic_at(place_, file_);
    diagnostic.problem = std::move(problem);
    diagnostic.hint = std::move(hint);
    throw Error{code, std::move(diagnostic)};
  }

  const Program& program_;
  const std::string& file_;
  HeaderPolicy headers_;
  LateBinding late_;
  std::map<std::pair<Kind, std::uint16_t>, StatementPlace> moved_;  // first movs of each variable
  StatementPlace place_;
  std::size_t statement_ = 0;
  std::map<std::pair<Kind, std::uint16_t>, StateBinding> bindings_;
  std::vector<LoweredInstruction> lowered_;
};

void Lowerer::take(const GenericInstruction& instruction) {
  const StateOperand* state = moved_state(instruction);
  if (!state) return;
  StateBinding binding{.elements = instruction.execution.size};
  if (const auto* immediate = std::get_if<Immediate>(&instruction.operands[1])) {
    binding.index = static_cast<std::uint32_t>(immediate->bits);
    binding.elements = 1;
  } else if (const auto* source = std::get_if<RegisterOperand>(&instruction.operands[1])) {
    binding.source = *source;
  } else {
    fail("movs takes an immediate or a register");
  }
  bindings_[{state->kind, state->variable}] = binding;
}

StateBinding Lowerer::binding(Kind kind, std::uint16_t variable) const {
  const bool bindless = kind == Kind::kSurface && variable == kBindlessSurface;
  if (kind == Kind::kSurface && variable < kFirstUserSurface && !bindless) {
    not_supported("lowering of samples from the predefined vISA surface " +
                  surface_name(program_, variable).value_or(std::to_string(variable)));
  }
  if (kind == Kind::kSampler && variable == kBindlessSampler)
    not_supported("lowering of the bindless vISA sampler S31");
  const auto found = bindings_.find({kind, variable});
  if (found != bindings_.end()) {
    StateBinding binding = found->second;
    binding.bindless = bindless;
    return binding;
  }
  if (bindless) fail("%bss has no index", "expected a movs to it before");
  const auto moved = moved_.find({kind, variable});
  if (moved != moved_.end() && late_ == LateBinding::kRefuse) {
    const std::string name =
        (kind == Kind::kSampler ? sampler_name(program_, variable) : surface_name(program_, variable)).value_or("?");
    fail(name + " has no index yet",
         "its movs follows at " + (moved->second.line ? "line " + std::to_string(moved->second.line)
                                                      : "byte " + std::to_string(moved->second.byte)));
  }
  const std::uint32_t index = kind == Kind::kSampler ? variable : variable - kFirstUserSurface;
  return {.index = index, .assumed = true, .late = moved != moved_.end()};
}

LoweredInstruction Lowerer::begin(SamplerMessageType operation, const ExecutionControl& execution,
                                  const RawOperand& destination) {
  LoweredInstruction lowered{.operation = operation, .execution = execution, .destination = destination};
  if (const Variable* variable = find_variable(program_, destination.variable))
    lowered.destination_type = variable->type;
  lowered.line = place_.line;
  lowered.statement = statement_;
  return lowered;
}

HeaderPlan Lowerer::sampler_header(const SamplerInstruction& instruction, const OperationFacts& operation,
                                   const StateBinding& sampler) const {
  HeaderPlan header;
  const bool gather = operation.opcode == SamplerOpcode::kSample4;
  if (gather) {
    header.fields.gather_channel = static_cast<gen9::GatherChannel>(std::countr_zero(instruction.channels));
  } else {
    header.fields.channel_disables = disabled(instruction.channels);
  }
  header.fields.pixel_null_mask = instruction.pixel_null_mask;
  bool high_sampler = false;
  if (const auto* immediate = std::get_if<Immediate>(&instruction.offsets)) {
    high_sampler = immediate->bits & kHighSamplerBit;
    const TexelOffsets offsets = unpack_offsets(static_cast<std::uint16_t>(immediate->bits));
    header.fields.u_offset = static_cast<std::int8_t>(offsets.u);
    header.fields.v_offset = static_cast<std::int8_t>(offsets.v);
    header.fields.r_offset = static_cast<std::int8_t>(offsets.r);
  } else {
    header.offsets = std::get<RegisterOperand>(instruction.offsets);
    high_sampler = sampler.source || sampler.index >= kSamplersPerDescriptor;
  }
  if (operation.opcode == SamplerOpcode::kLoad3d) {
    if (high_sampler)
      fail("bit 15 of the texel offsets is set, but " + std::string{operation.text} + " has no sampler");
    return header;
  }
  if (sampler.source) {
    header.pointer_from_register = high_sampler;
  } else if (high_sampler && sampler.index < kSamplersPerDescriptor) {
    fail("bit 15 of the texel offsets is set, but the sampler index is " + std::to_string(sampler.index),
         "it is for indices from 16 on");
  } else if (!high_sampler && sampler.index >= kSamplersPerDescriptor) {
    fail("sampler index " + std::to_string(sampler.index) + " needs bit 15 of the texel offsets",
         "expected the offsets or-ed with 0x8000");
  } else {
    header.sampler_pointer_offset = sampler.index / kSamplersPerDescriptor * 0x100;
  }
  return header;
}

void Lowerer::take(const SamplerInstruction& instruction) {
  const OperationFacts& operation = facts(instruction.operation);
  LoweredInstruction lowered = begin(instruction.operation, instruction.execution, instruction.destination);
  lowered.predicate = instruction.predicate;
  lowered.parameters = instruction.parameters;
  lowered.copies_ignore_mask = operation.compares_neighbours();
  for (const RawOperand& parameter : instruction.parameters) {
    const Variable* variable = find_variable(program_, parameter.variable);
    if (variable && variable->type == DataType::kHf) not_supported("hf parameters in Gen9 sampler messages");
  }
  lowered.surface = binding(Kind::kSurface, instruction.surface);
  StateBinding sampler;
  if (operation.opcode != SamplerOpcode::kLoad3d) {
    sampler = binding(Kind::kSampler, instruction.sampler);
    lowered.per_distinct_sampler = instruction.divergent_sampler && sampler.source && sampler.elements > 1;
    if (lowered.per_distinct_sampler && sampler.elements < instruction.execution.size) {
      fail("the sampler variable holds " + std::to_string(sampler.elements) + " indices for " +
           std::to_string(instruction.execution.size) + " lanes");
    }
    lowered.sampler = sampler;
  }
  const bool gather = operation.opcode == SamplerOpcode::kSample4;
  const HeaderPlan header = sampler_header(instruction, operation, sampler);
  const gen9::SamplerHeader& fields = header.fields;
  const bool offsets = header.offsets || fields.u_offset != 0 || fields.v_offset != 0 || fields.r_offset != 0;
  const bool moved_pointer = header.sampler_pointer_offset != 0 || header.pointer_from_register;
  const bool channels = gather ? instruction.channels != 1 : !is_prefix(instruction.channels);
  const bool needs_header =
      headers_ == HeaderPolicy::kAlways || offsets || moved_pointer || channels || instruction.pixel_null_mask;
  const std::optional<HeaderPlan> plan = needs_header ? std::optional{header} : std::nullopt;
  const unsigned lanes = instruction.execution.size;
  const std::size_t registers = instruction.parameters.size() * (lanes / kLanesPerRegister) + (needs_header ? 1 : 0);
  const bool split = lanes == 16 && (operation.splits_simd16() || registers > kMostPayloadRegisters);
  const unsigned lanes_per_message = split ? 8 : lanes;
  const std::uint8_t returned = gather ? kAllChannels : instruction.channels;
  for (unsigned part = 0; part < lanes / lanes_per_message; ++part) {
    add_message(lowered, lanes_per_message, part, returned, instruction.pixel_null_mask, instruction.coarse_pixel, plan,
                split);
  }
  lowered_.push_back(std::move(lowered));
}

void Lowerer::take(const InfoInstruction& instruction) {
  LoweredInstruction lowered = begin(instruction.operation, instruction.execution, instruction.destination);
  if (instruction.lod) lowered.parameters.push_back(*instruction.lod);
  lowered.surface = binding(Kind::kSurface, instruction.surface);
  const bool sampleinfo = instruction.operation == SamplerMessageType::kSampleinfo;
  const bool needs_header =
      headers_ == HeaderPolicy::kAlways || (sampleinfo ? instruction.channels != 1 : !is_prefix(instruction.channels));
  std::optional<HeaderPlan> header;
  if (needs_header) header.emplace().fields.channel_disables = disabled(instruction.channels);
  const unsigned lanes = std::min<unsigned>(instruction.execution.size, 16);  // resolution R5
  for (unsigned part = 0; part < instruction.execution.size / lanes; ++part) {
    add_message(lowered, lanes, part, instruction.channels, false, false, header, false);
  }
  lowered_.push_back(std::move(lowered));
}

void Lowerer::set_indices(gen9::SamplerMessage& message, const LoweredInstruction& lowered) const {
  if (lowered.surface.bindless) {
    message.binding_table_index = gen9::kBindlessIndex;
    if (!lowered.surface.source) message.bindless_surface_offset = bindless_offset(lowered.surface.index);
  } else if (!lowered.surface.source) {
    if (lowered.surface.index > 255)
      fail("surface index " + std::to_string(lowered.surface.index) + " does not fit in 8 bits");
    message.binding_table_index = static_cast<std::uint8_t>(lowered.surface.index);
  }
  if (lowered.sampler && !lowered.sampler->source) {
    message.sampler_index = static_cast<std::uint8_t>(lowered.sampler->index % kSamplersPerDescriptor);
  }
}

void Lowerer::add_message(LoweredInstruction& lowered, unsigned lanes, unsigned part, std::uint8_t channels,
                          bool null_mask, bool coarse_pixel, const std::optional<HeaderPlan>& header, bool split) {
  LoweredMessage message;
  message.execution = lowered.execution;
  message.execution.size = static_cast<std::uint8_t>(lanes);
  message.execution.offset = static_cast<std::uint8_t>(lowered.execution.offset + part * (lanes / 4));
  message.header = header;
  gen9::SamplerMessage& fields = message.message;
  fields.type = lowered.operation;
  fields.simd_mode = lanes == 8 ? gen9::SimdMode::kSimd8 : gen9::SimdMode::kSimd16;
  fields.return_format = is_16_bit(lowered.destination_type) ? gen9::ReturnFormat::k16Bit : gen9::ReturnFormat::k32Bit;
  fields.cps_lod_compensation = coarse_pixel;
  fields.header_present = header.has_value();
  set_indices(fields, lowered);
  add_payload(message, lowered, lanes, part, split);
  add_response(message, lowered, lanes, part, channels, null_mask);
  lowered.messages.push_back(std::move(message));
}

unsigned Lowerer::leading_parameters(const LoweredInstruction& lowered, unsigned lanes) const {
  const std::vector<RawOperand>& parameters = lowered.parameters;
  const auto is_null = [](const RawOperand& operand) { return operand.variable == kNullVariable; };
  if (parameters.empty() || std::any_of(parameters.begin(), parameters.end(), is_null))
    return std::max<unsigned>(1, static_cast<unsigned>(parameters.size()));
  unsigned count = 1;
  for (VariablePlace next = place_of(parameters[0]); count < parameters.size(); ++count) {
    next.byte += lanes / kLanesPerRegister * kRegisterBytes;
    if (place_of(parameters[count]) != next) break;
  }
  return count;
}

void Lowerer::add_payload(LoweredMessage& message, const LoweredInstruction& lowered, unsigned lanes, unsigned part,
                          bool split) const {
  using PayloadKind = PayloadRegister::Kind;
  const unsigned registers = lanes / kLanesPerRegister;
  if (message.header) message.payload.push_back({.kind = PayloadKind::kHeader});
  for (unsigned parameter = 0; parameter < lowered.parameters.size(); ++parameter) {
    for (unsigned i = 0; i < registers; ++i) {
      message.payload.push_back({PayloadKind::kParameter, static_cast<std::uint8_t>(parameter),
                                 static_cast<std::uint8_t>(part * registers + i)});
    }
  }
  if (message.payload.empty()) message.payload.push_back({.kind = PayloadKind::kZero});
  const bool resinfo = lowered.operation == SamplerMessageType::kResinfo;
  const auto total = static_cast<unsigned>(message.payload.size());
  const unsigned first = split            ? total
                         : message.header ? 1
                                          : std::min(leading_parameters(lowered, lanes) * registers, total);
  message.message.message_length = static_cast<std::uint8_t>(first);
  message.message.extended_message_length = static_cast<std::uint8_t>(total - first);
  // The second payload of resinfo may be null, and that of a bindless surface, whose extended descriptor `send` cannot
  // hold.
  message.two_payloads = total > first || resinfo || lowered.surface.bindless;
}

void Lowerer::add_response(LoweredMessage& message, const LoweredInstruction& lowered, unsigned lanes, unsigned part,
                           std::uint8_t channels, bool null_mask) const {
  using ResponseKind = ResponseRegister::Kind;
  const bool narrow = message.message.return_format == gen9::ReturnFormat::k16Bit;
  const unsigned all_lanes = lowered.execution.size;
  const unsigned per_message = message.message.registers_per_channel();
  const unsigned per_destination = destination_registers_per_channel(all_lanes, message.message.return_format);
  const unsigned lane_bytes = narrow ? 2 : 4;
  unsigned place = 0;  // among the enabled channels
  for (std::uint8_t channel = 0; channel < 4; ++channel) {
    if (!(channels >> channel & 1)) continue;
    for (unsigned i = 0; i < per_message; ++i) {
      const unsigned first_lane = part * lanes + i * kLanesPerRegister;
      message.response.push_back(
          {ResponseKind::kChannel, channel, static_cast<std::uint8_t>(i),
           static_cast<std::uint16_t>(place * per_destination * kRegisterBytes + first_lane * lane_bytes),
           static_cast<std::uint8_t>(std::min(kRegisterBytes, lanes * lane_bytes))});
    }
    ++place;
  }
  if (null_mask) {
    // The finaliser of IGC 1.0.12504.6 puts the second half's byte one register too early when elements have 16 bits;
    // here it lies where the document has it.
    const unsigned mask_bytes = all_lanes == lanes ? 4 : 1;  // a half's mask byte joins the other's
    message.response.push_back({ResponseKind::kPixelNullMask, 0, 0,
                                static_cast<std::uint16_t>(place * per_destination * kRegisterBytes + part * lanes / 8),
                                static_cast<std::uint8_t>(mask_bytes)});
  }
  if (lowered.destination.variable == kNullVariable) message.response.clear();  // nobody wants an answer
  message.message.response_length = static_cast<std::uint8_t>(message.response.size());
}

}  // namespace

std::uint32_t bindless_offset(std::uint32_t index) {
  constexpr unsigned kShift = 12;
  constexpr std::uint32_t kStateBytes = 64;
  if (index & ((1u << kShift) - 1)) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = "the index of %bss is " + std::to_string(index) + ", with bits below 12",
                           .hint = "expected the extended descriptor's bits 31:12 in their place"}};
  }
  return (index >> kShift) * kStateBytes;
}

unsigned destination_registers_per_channel(unsigned lanes, gen9::ReturnFormat format) {
  const unsigned bytes = lanes * (format == gen9::ReturnFormat::k16Bit ? 2 : 4);
  return (bytes + kRegisterBytes - 1) / kRegisterBytes;
}

std::vector<LoweredInstruction> lower(const Program& program, const std::string& file, HeaderPolicy headers,
                                      LateBinding late) {
  return Lowerer{program, file, headers, late}.run();
}

}  // namespace texpipe::visa
