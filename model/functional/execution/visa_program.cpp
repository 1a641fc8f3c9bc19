#include "functional/execution/visa_program.h"

#include <cstring>

#include "base/diagnostic.h"
#include "functional/execution/visa_arithmetic.h"
#include "functional/execution/visa_steps.h"
#include "functional/execution/visa_values.h"

namespace texpipe::functional {

namespace {

using visa::StateOperand;

constexpr unsigned kSamplerPointerDword = 3;
constexpr std::uint32_t kEndDescriptor = 0x0200'0010;
constexpr std::uint32_t kEndExtendedDescriptor = 0x27;
constexpr std::uint32_t kSpawnerSfid = 7;
constexpr std::uint32_t kRoundingModes = 0x30;  // of %cr0

/// Errors of VisaRegisters name the program's file.
VisaRegisters places_of(const visa::Program& program, const std::string& file, const std::set<std::string>& preset) {
  try {
    return VisaRegisters{program, preset};
  } catch (const Error& error) {
    std::vector<Diagnostic> placed = error.diagnostics();
    for (Diagnostic& diagnostic : placed) diagnostic.position.file = file;
    throw Error{error.code(), std::move(placed)};
  }
}

/// Channels that an instruction works on; none for one that ignores the mask or only leaves.
std::uint32_t channels_of(const visa::Instruction& instruction) {
  const visa::ExecutionControl execution = std::visit([](const auto& each) { return each.execution; }, instruction);
  const auto* generic = std::get_if<visa::GenericInstruction>(&instruction);
  const bool leaves = generic && generic->operands.empty() && generic->raws.empty();
  return execution.no_mask || leaves ? 0 : low_mask(execution.size) << execution.first_channel();
}

}  // namespace

VisaKernel::VisaKernel(visa::Program source, const std::string& name, const std::set<std::string>& preset)
    : program{std::move(source)}, file{name}, places{places_of(program, name, preset)} {
  for (visa::LoweredInstruction& each :
       visa::lower(program, file, visa::HeaderPolicy::kNeeded, visa::LateBinding::kAtRun))
    lowered.emplace(each.statement, std::move(each));
  for (std::size_t i = 0; i < program.statements.size(); ++i) {
    const auto* label = std::get_if<visa::GenericInstruction>(&program.statements[i].instruction);
    if (label && label->opcode->code == visa::kOpcodeLabel) labels.emplace(label->label, i);
    channels |= channels_of(program.statements[i].instruction);
  }
}

VisaProgram::VisaProgram(std::shared_ptr<const VisaKernel> kernel, const MessageContext* context,
                         std::uint32_t dispatch_mask, std::shared_ptr<VisaThreadState> result,
                         std::shared_ptr<StatementBudget> budget)
    : kernel_{std::move(kernel)},
      context_{context},
      result_{std::move(result)},
      flow_{dispatch_mask & kernel_->channels, kernel_->program.statements.size()},
      budget_{std::move(budget)},
      predicates_(visa::kFirstUserPredicate + kernel_->program.predicates.size()) {}

template <class Action>
void VisaProgram::at_statement(std::size_t statement, Action action) const {
  try {
    action();
  } catch (const Error& error) {
    std::vector<Diagnostic> placed = error.diagnostics();
    for (Diagnostic& diagnostic : placed) {
      if (!diagnostic.position.file.empty() || statement >= kernel_->program.statements.size()) continue;
      const Diagnostic place = visa::diagnostic_at(kernel_->program.statements[statement].place, kernel_->file);
      diagnostic.position = place.position;
      if (diagnostic.path.empty()) diagnostic.path = place.path;
    }
    throw Error{error.code(), std::move(placed)};
  }
}

const EuStep* VisaProgram::peek() {
  const std::vector<visa::Statement>& statements = kernel_->program.statements;
  while (queue_.empty() && !ended_) {
    if (flow_.done()) {
      expand_end();
    } else {
      statement_ = flow_.advance();
      at_statement(statement_, [&] {
        if (budget_->executed++ == budget_->most) {
          throw Error{ExitCode::kWatchdog,
                      Diagnostic{.problem = "the vISA program executed " + std::to_string(budget_->most) +
                                            " statements and did not end",
                                 .hint = "--max-statements, or max_statements of a study's workload, allows more"}};
        }
        change_tenants(statement_);
        expand(statements[statement_].instruction, statement_);
      });
    }
  }
  return queue_.empty() ? nullptr : &queue_.front().eu;
}

EuStep VisaProgram::issue(ThreadRegisters& registers) {
  peek();
  Step step = std::move(queue_.front());
  queue_.pop_front();
  at_statement(step.statement, [&] { step.execute(registers, step.eu); });
  return std::move(step.eu);
}

void VisaProgram::expand(const visa::Instruction& instruction, std::size_t statement) {
  if (const auto* generic = std::get_if<visa::GenericInstruction>(&instruction)) return expand_generic(*generic);
  const visa::LoweredInstruction& lowered = kernel_->lowered.at(statement);
  if (const auto* sampler = std::get_if<visa::SamplerInstruction>(&instruction)) {
    expand_sampler(lowered, sampler->surface, sampler->sampler);
  } else {
    expand_sampler(lowered, std::get<visa::InfoInstruction>(instruction).surface, 0);
  }
}

void VisaProgram::expand_generic(const visa::GenericInstruction& instruction) {
  const std::string_view name = instruction.opcode->name;
  if (name == "label" || name == "subroutine") return;
  if (name == "ret") return flow_.end(leaving_channels(instruction));
  if (name == "goto" || name == "jmp") return expand_jump(instruction);
  if (name == "movs") return state_move(instruction);
  if (name == "oword_st") return oword_store(instruction);
  if (name == "scatter4_typed") return scatter_texels(instruction);
  if (name == "scatter4_scaled") return move_dwords(instruction, DwordMove::kScatter);
  if (name == "gather4_scaled") return move_dwords(instruction, DwordMove::kGather);
  if (name == "addc" || name == "subb") return carry(instruction);
  if (name == "setp") return set_predicate(instruction);
  if (name == "mov" && std::holds_alternative<visa::PredicateOperand>(instruction.operands[1]))
    return read_predicate(instruction);
  if (instruction.operands.empty() || !instruction.raws.empty())
    unsupported("executing the vISA instruction " + std::string{name});
  arithmetic(instruction);
}

std::uint32_t VisaProgram::enabled_lanes(const visa::ExecutionControl& execution,
                                         const visa::PredicateUse& predicate) const {
  const std::uint32_t all = low_mask(execution.size);
  std::uint32_t lanes = execution.no_mask ? all : flow_.active() >> execution.first_channel() & all;
  if (!predicate.present()) return lanes;
  std::uint32_t flags = predicates_.at(predicate.variable) >> execution.first_channel() & all;
  if (predicate.control == visa::PredicateUse::Control::kAny) flags = flags != 0 ? all : 0;
  if (predicate.control == visa::PredicateUse::Control::kAll) flags = flags == all ? all : 0;
  return lanes & (predicate.inverted ? ~flags : flags);
}

std::uint32_t VisaProgram::leaving_channels(const visa::GenericInstruction& instruction) const {
  const visa::ExecutionControl& execution = instruction.execution;
  if (execution.size > 1) return enabled_lanes(execution, instruction.predicate) << execution.first_channel();
  // One lane speaks for all channels: the compiler makes a scalar branch of it.
  const bool flag = !instruction.predicate.present() ||
                    ((predicates_.at(instruction.predicate.variable) >> execution.first_channel() & 1) != 0) !=
                        instruction.predicate.inverted;
  return flag ? ~0u : 0u;
}

void VisaProgram::expand_jump(const visa::GenericInstruction& instruction) {
  const auto label = kernel_->labels.find(instruction.label);
  if (label == kernel_->labels.end()) {
    throw Error{ExitCode::kMalformedInput,
                "label " + kernel_->program.labels.at(instruction.label).name + " stands before no statement"};
  }
  flow_.jump(leaving_channels(instruction), label->second);
  push({.occupancy = 1}, [](ThreadRegisters&, EuStep&) {});
}

VisaValue VisaProgram::source_value(const ThreadRegisters& registers, const visa::GenericInstruction& instruction,
                                    std::size_t operand, unsigned lane) const {
  const visa::VectorOperand& source = instruction.operands.at(operand);
  const auto* flag = std::get_if<visa::PredicateOperand>(&source);
  if (!flag) return read_element(registers, kernel_->places, kernel_->program, source, lane);
  const std::uint32_t bit = predicates_.at(flag->variable) >> (instruction.execution.first_channel() + lane) & 1;
  return {visa::DataType::kUd, bit ? ~0u : 0};
}

void VisaProgram::write_lane(ThreadRegisters& registers, const visa::RegisterOperand& target, unsigned lane,
                             const VisaValue& value) const {
  const visa::DataType type = visa::find_variable(kernel_->program, target.variable)->type;
  if (target.variable == kControlVariable && (value.bits & kRoundingModes) != 0)
    unsupported("rounding modes of %cr0 other than to nearest even");
  write_bytes(registers, destination_byte(kernel_->places, kernel_->program, target, lane),
              convert(value, type, target.modifier == visa::Modifier::kSaturate), visa::byte_size(type));
}

void VisaProgram::write_flags(std::uint16_t predicate, const visa::ExecutionControl& execution, std::uint32_t lanes,
                              std::uint32_t flags) {
  std::uint32_t& target = predicates_.at(predicate);
  const unsigned first = execution.first_channel();
  target = (target & ~(lanes << first)) | (flags & lanes) << first;
}

EuStep VisaProgram::step_of(const visa::GenericInstruction& instruction, std::size_t destinations) const {
  const unsigned lanes = instruction.execution.size;
  EuStep eu{.occupancy = fpu_cycles(lanes)};
  for (std::size_t i = destinations; i < instruction.operands.size() && i - destinations < eu.reads.size(); ++i) {
    eu.reads[i - destinations] = registers_of(kernel_->places, kernel_->program, instruction.operands[i], lanes, false);
  }
  eu.writes = registers_of(kernel_->places, kernel_->program, instruction.operands[0], lanes, true);
  return eu;
}

void VisaProgram::arithmetic(const visa::GenericInstruction& instruction) {
  const visa::VectorOperand& destination = instruction.operands.front();
  const std::string_view name = instruction.opcode->name;
  const bool flags_in = std::holds_alternative<visa::PredicateOperand>(instruction.operands.back());
  const bool flags_out = std::holds_alternative<visa::PredicateOperand>(destination);
  const bool register_out = std::holds_alternative<visa::RegisterOperand>(destination);
  const bool fits = name == "cmp" ? flags_out || register_out : flags_in ? flags_out : register_out;
  if (!fits) unsupported("this destination of the vISA instruction " + std::string{name});
  const bool saturate =
      register_out && std::get<visa::RegisterOperand>(destination).modifier == visa::Modifier::kSaturate;
  push(step_of(instruction, 1), [this, &instruction, name, saturate](ThreadRegisters& registers, EuStep&) {
    const bool select = name == "sel";
    const std::uint32_t predicated = enabled_lanes(instruction.execution, instruction.predicate);
    const std::uint32_t enabled = select ? enabled_lanes(instruction.execution, {}) : predicated;
    std::vector<std::pair<unsigned, VisaValue>> results;
    for (unsigned lane = 0; lane < instruction.execution.size; ++lane) {
      if (!(enabled >> lane & 1)) continue;
      std::vector<VisaValue> sources;
      for (std::size_t i = 1; i < instruction.operands.size(); ++i)
        sources.push_back(source_value(registers, instruction, i, lane));
      if (name == "cmp") {
        const bool holds = compare(instruction.selector, sources.at(0), sources.at(1));
        results.emplace_back(lane, VisaValue{visa::DataType::kD, holds ? ~0u : 0});
      } else if (select) {
        results.emplace_back(lane, sources.at(predicated >> lane & 1 ? 0 : 1));
      } else {
        results.emplace_back(lane, evaluate(name, sources, saturate));
      }
    }
    if (const auto* flag = std::get_if<visa::PredicateOperand>(&instruction.operands[0])) {
      std::uint32_t flags = 0;
      for (const auto& [lane, value] : results) flags |= static_cast<std::uint32_t>(value.bits & 1) << lane;
      return write_flags(flag->variable, instruction.execution, enabled, flags);
    }
    const auto& target = std::get<visa::RegisterOperand>(instruction.operands[0]);
    for (const auto& [lane, value] : results) write_lane(registers, target, lane, value);
  });
}

void VisaProgram::carry(const visa::GenericInstruction& instruction) {
  const auto* low = std::get_if<visa::RegisterOperand>(&instruction.operands.at(0));
  const auto* high = std::get_if<visa::RegisterOperand>(&instruction.operands.at(1));
  if (!low || !high) unsupported("this destination of the vISA instruction " + std::string{instruction.opcode->name});
  push(step_of(instruction, 2), [this, &instruction, low, high](ThreadRegisters& registers, EuStep&) {
    const std::uint32_t enabled = enabled_lanes(instruction.execution, instruction.predicate);
    const bool adds = instruction.opcode->name == "addc";
    std::vector<std::pair<unsigned, std::uint64_t>> results;
    for (unsigned lane = 0; lane < instruction.execution.size; ++lane) {
      if (!(enabled >> lane & 1)) continue;
      const std::uint64_t a = source_value(registers, instruction, 2, lane).bits & 0xFFFF'FFFF;
      const std::uint64_t b = source_value(registers, instruction, 3, lane).bits & 0xFFFF'FFFF;
      results.emplace_back(lane, adds ? a + b : a - b);
    }
    for (const auto& [lane, sum] : results) {
      write_lane(registers, *low, lane, {visa::DataType::kUd, sum & 0xFFFF'FFFF});
      write_lane(registers, *high, lane, {visa::DataType::kUd, sum >> 32 & 1});
    }
  });
}

void VisaProgram::set_predicate(const visa::GenericInstruction& instruction) {
  const auto* flag = std::get_if<visa::PredicateOperand>(&instruction.operands.at(0));
  if (!flag) unsupported("setp to anything but a predicate");
  push(step_of(instruction, 1), [this, &instruction, flag](ThreadRegisters& registers, EuStep&) {
    const auto flags = static_cast<std::uint32_t>(source_value(registers, instruction, 1, 0).bits);
    write_flags(flag->variable, instruction.execution, low_mask(instruction.execution.size), flags);
  });
}

void VisaProgram::read_predicate(const visa::GenericInstruction& instruction) {
  const auto* target = std::get_if<visa::RegisterOperand>(&instruction.operands.at(0));
  if (!target) unsupported("mov of a predicate to anything but a register");
  push(step_of(instruction, 1), [this, &instruction, target](ThreadRegisters& registers, EuStep&) {
    const auto& flag = std::get<visa::PredicateOperand>(instruction.operands[1]);
    write_lane(registers, *target, 0, {visa::DataType::kUd, predicates_.at(flag.variable)});
  });
}

void VisaProgram::state_move(const visa::GenericInstruction& instruction) {
  const auto* state = std::get_if<StateOperand>(&instruction.operands.at(0));
  if (!state) unsupported("movs to anything but a sampler or surface");
  const StateOperand& target = *state;
  const visa::VectorOperand& source = instruction.operands.at(1);
  const bool immediate = std::holds_alternative<visa::Immediate>(source);
  const unsigned lanes = immediate ? 1 : instruction.execution.size;
  EuStep eu{.occupancy = 1};
  eu.reads[0] = registers_of(kernel_->places, kernel_->program, source, lanes, false);
  push(eu, [this, &target, &source, lanes](ThreadRegisters& registers, EuStep&) {
    std::vector<std::uint32_t> values;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      values.push_back(
          static_cast<std::uint32_t>(read_element(registers, kernel_->places, kernel_->program, source, lane).bits));
    }
    states_[{target.kind, target.variable}] = std::move(values);
  });
}

const std::vector<std::uint32_t>& VisaProgram::state_values(StateOperand::Kind kind, std::uint16_t variable,
                                                            const visa::StateBinding& binding) {
  std::vector<std::uint32_t>& values = states_[{kind, variable}];
  if (values.empty() && binding.late) {
    const visa::Program& program = kernel_->program;
    throw Error{ExitCode::kMalformedInput,
                (kind == StateOperand::Kind::kSurface ? visa::surface_name(program, variable)
                                                      : visa::sampler_name(program, variable))
                        .value_or(std::to_string(variable)) +
                    " has no index yet: no movs to it was executed"};
  }
  if (values.empty()) values.push_back(binding.index);
  return values;
}

void VisaProgram::change_tenants(std::size_t statement) {
  for (const VisaTenancy& tenancy : kernel_->places.tenancies()) {
    const bool over = tenancy.life.last >= settled_before_ && tenancy.life.last < statement;
    const bool lives = tenancy.life.first <= statement && statement <= tenancy.life.last;
    const bool starts_clear = tenancy.life.first > 0;  // nothing gave it a value
    if (over && starts_clear && !begun_.contains(tenancy.variable)) {
      result_->settled[tenancy.variable].resize(tenancy.size);  // its statements were jumped over
    } else if (over) {
      EuStep eu{.occupancy = fpu_cycles(tenancy.size / 4)};
      eu.reads[0] = covering(tenancy.byte, tenancy.size);
      push(eu, [this, &tenancy](ThreadRegisters& registers, EuStep&) {
        std::vector<std::byte>& bytes = result_->settled[tenancy.variable];
        bytes.resize(tenancy.size);
        std::memcpy(bytes.data(), reinterpret_cast<const std::byte*>(registers.grf.data()) + tenancy.byte,
                    tenancy.size);
      });
    } else if (lives && starts_clear && begun_.insert(tenancy.variable).second) {
      EuStep eu{.occupancy = fpu_cycles(tenancy.size / 4), .writes = covering(tenancy.byte, tenancy.size)};
      push(eu, [&tenancy](ThreadRegisters& registers, EuStep&) {
        std::memset(reinterpret_cast<std::byte*>(registers.grf.data()) + tenancy.byte, 0, tenancy.size);
      });
    }
  }
  settled_before_ = statement;
}

void VisaProgram::expand_end() {
  change_tenants(kernel_->program.statements.size());
  ended_ = true;
  push({.occupancy = fpu_cycles(8), .reads = {one_register(0)}, .writes = one_register(kEndOfThreadRegister)},
       [](ThreadRegisters& registers, EuStep&) { registers.grf[kEndOfThreadRegister] = registers.grf[0]; });
  EuStep eu{.pipe = Pipe::kSend, .occupancy = 1};
  eu.reads[0] = {0, kGrfCount};  // every response has arrived
  push(eu, [this](ThreadRegisters& registers, EuStep& step) {
    MessageSend result{.end_of_thread = true};
    result.message = {.shared_function = kSpawnerSfid,
                      .descriptor = kEndDescriptor,
                      .extended_descriptor = kEndExtendedDescriptor,
                      .execution_mask = 0xFF,
                      .payload = {registers.grf[kEndOfThreadRegister]},
                      .context = context_};
    step.send = std::move(result);
    result_->registers = registers;
    result_->predicates = predicates_;
    result_->ended = true;
  });
}

std::uint64_t final_element(const VisaKernel& kernel, const VisaThreadState& state, std::uint32_t variable,
                            unsigned element) {
  const unsigned size = visa::byte_size(visa::find_variable(kernel.program, variable)->type);
  const visa::VariablePlace owner = owner_of(kernel.program, variable);
  const auto settled = state.settled.find(owner.variable);
  if (settled == state.settled.end())
    return read_bytes(state.registers, kernel.places.byte_of(variable) + element * size, size);
  std::uint64_t bits = 0;
  const std::size_t place = owner.byte + element * size;
  if (place + size <= settled->second.size()) std::memcpy(&bits, settled->second.data() + place, size);
  return bits;
}

VisaThreads::VisaThreads(std::shared_ptr<const VisaKernel> kernel, const MessageContext* context,
                         std::uint32_t dispatch_mask, std::vector<ThreadRegisters> initial, StatementBudget budget)
    : kernel_{std::move(kernel)},
      context_{context},
      dispatch_mask_{dispatch_mask},
      initial_{std::move(initial)},
      budget_{std::make_shared<StatementBudget>(budget)} {
  for (ThreadRegisters& registers : initial_) {
    registers.grf[0][kSamplerPointerDword] = context_->sampler_state_offset;
    results_.push_back(std::make_shared<VisaThreadState>());
  }
}

std::unique_ptr<EuProgram> VisaThreads::start(unsigned, unsigned thread, ThreadRegisters& registers) const {
  registers = initial_.at(thread);
  return std::make_unique<VisaProgram>(kernel_, context_, dispatch_mask_, results_.at(thread), budget_);
}

}  // namespace texpipe::functional
