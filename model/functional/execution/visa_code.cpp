#include "functional/execution/visa_code.h"

#include "functional/execution/visa_code_builder.h"

namespace texpipe::functional {

namespace {

using visa::StateOperand;

/// Bytes of the widest operand, in which an instruction executes: two 16-bit lanes fill a DWord.
std::uint16_t dwords_of(const VisaCompute& compute, unsigned lanes) {
  unsigned bits = compute.destination.is_predicate ? 0 : bits_of(compute.destination.type);
  for (unsigned i = 0; i < compute.source_count; ++i) {
    if (compute.sources[i].kind != VisaSource::Kind::kPredicate)
      bits = std::max(bits, bits_of(compute.sources[i].type));
  }
  return static_cast<std::uint16_t>(std::max(1u, lanes * bits / 32));
}

/// Class of a computation. The only wide product is that of two 32-bit integers.
InstructionClass class_of(const VisaCompute& compute) {
  if (compute.operation == nullptr) return InstructionClass::kArithmetic;
  if (is_float(compute.type)) return compute.operation->of_floats;
  const InstructionClass given = compute.operation->of_integers;
  const bool narrow = bits_of(compute.sources[0].type) < 32 || bits_of(compute.sources[1].type) < 32;
  return given == InstructionClass::kWideMultiply && narrow ? InstructionClass::kArithmetic : given;
}

}  // namespace

VisaCodeBuilder::VisaCodeBuilder(const visa::Program& program, const VisaRegisters& places,
                                 const std::map<std::size_t, visa::LoweredInstruction>& lowered)
    : program_{program}, places_{places}, lowered_{lowered} {
  for (std::size_t i = 0; i < program.statements.size(); ++i) {
    const auto* label = std::get_if<visa::GenericInstruction>(&program.statements[i].instruction);
    if (label && label->opcode->code == visa::kOpcodeLabel)
      labels_.emplace(label->label, static_cast<std::uint32_t>(i));
  }
}

VisaCode VisaCodeBuilder::take() {
  code_.statements.resize(program_.statements.size());
  for (std::size_t i = 0; i < program_.statements.size(); ++i) add_statement(i);
  add_tenancies();
  add_end();
  return std::move(code_);
}

void VisaCodeBuilder::add_statement(std::size_t index) {
  VisaStatement& statement = code_.statements[index];
  const visa::Instruction& instruction = program_.statements[index].instruction;
  statement.steps.first = next_step();
  statement.first_message = static_cast<std::uint32_t>(code_.messages.size());
  try {
    if (const auto* generic = std::get_if<visa::GenericInstruction>(&instruction)) {
      add_generic(*generic, statement);
    } else if (const auto* sampler = std::get_if<visa::SamplerInstruction>(&instruction)) {
      add_sampler(lowered_.at(index), sampler->surface, sampler->sampler, statement);
    } else {
      add_sampler(lowered_.at(index), std::get<visa::InfoInstruction>(instruction).surface, 0, statement);
    }
  } catch (const Error& error) {
    statement.refusal = error;
  }
  statement.steps.last = next_step();
  statement.last_message = static_cast<std::uint32_t>(code_.messages.size());
}

void VisaCodeBuilder::add_generic(const visa::GenericInstruction& instruction, VisaStatement& statement) {
  const std::string name{instruction.opcode->name};
  const VisaOperation* operation = find_visa_operation(name);
  statement.action = operation ? operation->action : VisaAction::kCompute;
  statement.execution = instruction.execution;
  statement.predicate = instruction.predicate;
  switch (statement.action) {
    case VisaAction::kNothing:
    case VisaAction::kReturn:
    case VisaAction::kSample:
      return;
    case VisaAction::kJump:
      return add_jump(instruction, statement);
    case VisaAction::kMoveState:
      return add_state_move(instruction);
    case VisaAction::kStoreOwords:
      return add_oword_store(instruction, statement);
    case VisaAction::kScatterTexels:
      return add_texel_scatter(instruction, statement);
    case VisaAction::kScatterDwords:
    case VisaAction::kGatherDwords:
      return add_dword_move(instruction, statement.action, statement);
    default:
      if (instruction.operands.empty() || !instruction.raws.empty())
        unsupported("executing the vISA instruction " + name);
      return add_compute(instruction, statement.action);
  }
}

void VisaCodeBuilder::add_jump(const visa::GenericInstruction& instruction, VisaStatement& statement) {
  const auto label = labels_.find(instruction.label);
  if (label == labels_.end()) {
    throw Error{ExitCode::kMalformedInput,
                "label " + program_.labels.at(instruction.label).name + " stands before no statement"};
  }
  statement.target = label->second;
  push({.instruction = InstructionClass::kBranch, .reads_flags = flags_of(statement.predicate)}, VisaNothing{});
}

VisaSource VisaCodeBuilder::value(const visa::VectorOperand& operand, unsigned lanes) const {
  VisaSource source = resolve_source(places_, program_, operand, lanes);
  if (source.kind == VisaSource::Kind::kPredicate) unsupported("this vISA operand as a source");
  return source;
}

std::uint32_t VisaCodeBuilder::state_number(StateKind kind, std::uint16_t variable) {
  const auto [place, added] = states_.emplace(std::pair{kind, variable}, static_cast<std::uint32_t>(states_.size()));
  if (added) {
    const auto name =
        kind == StateKind::kSurface ? visa::surface_name(program_, variable) : visa::sampler_name(program_, variable);
    code_.states.push_back(name.value_or(std::to_string(variable)));
  }
  return place->second;
}

VisaStateUse VisaCodeBuilder::use_of(StateKind kind, std::uint16_t variable, const visa::StateBinding& binding) {
  return {state_number(kind, variable), binding.index, binding.late};
}

void VisaCodeBuilder::add_state_move(const visa::GenericInstruction& instruction) {
  const auto* state = std::get_if<StateOperand>(&instruction.operands.at(0));
  if (!state) unsupported("movs to anything but a sampler or surface");
  const visa::VectorOperand& source = instruction.operands.at(1);
  const std::uint8_t lanes = std::holds_alternative<visa::Immediate>(source) ? 1 : instruction.execution.size;
  VisaStateMove move{state_number(state->kind, state->variable), lanes, value(source, lanes)};
  EuStep eu;
  eu.reads[0] = move.source.registers;
  push(eu, std::move(move));
}

void VisaCodeBuilder::add_compute(const visa::GenericInstruction& instruction, VisaAction action) {
  const std::string name{instruction.opcode->name};
  const std::vector<visa::VectorOperand>& operands = instruction.operands;
  const auto is_flag = [&](std::size_t i) { return std::holds_alternative<visa::PredicateOperand>(operands.at(i)); };
  const auto is_register = [&](std::size_t i) { return std::holds_alternative<visa::RegisterOperand>(operands.at(i)); };
  const bool carries = action == VisaAction::kAddCarry || action == VisaAction::kSubtractBorrow;
  const bool whole_flag = action == VisaAction::kMove && is_flag(1);
  bool fits = is_register(0);
  if (carries) fits = fits && is_register(1);
  if (action == VisaAction::kCompare) fits = fits || is_flag(0);
  if (action == VisaAction::kSetPredicate) {
    if (!is_flag(0)) unsupported("setp to anything but a predicate");
    fits = true;
  } else if (whole_flag && !fits) {
    unsupported("mov of a predicate to anything but a register");
  } else if (!whole_flag && !carries && action != VisaAction::kCompare && is_flag(operands.size() - 1)) {
    fits = is_flag(0);
  }
  if (!fits) unsupported("this destination of the vISA instruction " + name);

  const unsigned lanes = instruction.execution.size;
  VisaCompute compute{.action = action,
                      .execution = instruction.execution,
                      .predicate = instruction.predicate,
                      .relation = instruction.selector,
                      .destination = resolve_destination(places_, program_, operands[0], lanes)};
  const std::size_t first_source = carries ? 2 : 1;
  if (carries) compute.carry = resolve_destination(places_, program_, operands[1], lanes);
  EuStep eu{.reads_flags = flags_of(instruction.predicate)};
  std::array<visa::DataType, kMostVisaSources> types{};
  for (std::size_t i = first_source; i < operands.size() && i - first_source < kMostVisaSources; ++i) {
    VisaSource& source = compute.sources[compute.source_count];
    source = resolve_source(places_, program_, operands[i], lanes);
    types[compute.source_count] = source.type;
    eu.reads[compute.source_count++] = source.registers;
    if (source.kind == VisaSource::Kind::kPredicate) eu.reads_flags |= flag_of(source.predicate);
  }
  eu.writes = compute.destination.registers;
  if (compute.destination.is_predicate) eu.writes_flags = flag_of(compute.destination.predicate);
  try {
    const std::span<const visa::DataType> of_sources{types.data(), compute.source_count};
    if (action == VisaAction::kCompute || action == VisaAction::kCompare) compute.type = arithmetic_type(of_sources);
    if (action == VisaAction::kCompute) compute.operation = &computing_operation(name, compute.type);
  } catch (const Error& error) {
    compute.refusal = error;
  }
  eu.instruction = class_of(compute);
  eu.dwords = dwords_of(compute, lanes);
  push(eu, std::move(compute));
}

void VisaCodeBuilder::add_tenancies() {
  for (std::uint32_t i = 0; i < places_.tenancies().size(); ++i) {
    const VisaTenancy& tenancy = places_.tenancies()[i];
    const GrfRange registers = covering(tenancy.byte, tenancy.size);
    code_.tenancies.push_back({next_step(), next_step() + 1});
    const auto dwords = static_cast<std::uint16_t>(std::max(1u, tenancy.size / 4));
    EuStep keep{.dwords = dwords};
    keep.reads[0] = registers;
    push(keep, VisaTenancyStep{.tenancy = i});
    push({.dwords = dwords, .writes = registers}, VisaTenancyStep{.tenancy = i, .begins = true});
  }
}

void VisaCodeBuilder::add_end() {
  code_.end.first = next_step();
  push_copy({.from = 0, .to = kEndOfThreadRegister * kGrfBytes}, one_register(0), one_register(kEndOfThreadRegister));
  EuStep eu{.instruction = InstructionClass::kSend, .dwords = kRegisterDwords};
  eu.reads[0] = {0, kGrfCount};  // every response has arrived
  push(eu, VisaEnd{});
  code_.end.last = next_step();
}

void VisaCodeBuilder::push_copy(const VisaCopy& copy, GrfRange reads, GrfRange writes, unsigned registers) {
  EuStep eu{.dwords = functional::dwords_of(registers), .writes = writes};
  eu.reads[0] = reads;
  push(std::move(eu), copy);
}

void VisaCodeBuilder::push_send(const VisaSend& send, const VisaStatement& statement) {
  push({.instruction = InstructionClass::kSend,
        .dwords = functional::dwords_of(unsigned{send.source0.count} + send.source1.count),
        .reads = {send.source0, send.source1},
        .writes = send.destination,
        .reads_flags = flags_of(statement.predicate)},
       send);
}

VisaCode compile_visa(const visa::Program& program, const VisaRegisters& places,
                      const std::map<std::size_t, visa::LoweredInstruction>& lowered) {
  return VisaCodeBuilder{program, places, lowered}.take();
}

}  // namespace texpipe::functional
