#include "functional/execution/visa_program.h"

#include <bit>
#include <cstring>

#include "base/diagnostic.h"
#include "functional/execution/visa_steps.h"

namespace texpipe::functional {

namespace {

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
  code = compile_visa(program, places, lowered);
  for (const visa::Statement& statement : program.statements) channels |= channels_of(statement.instruction);
}

VisaProgram::VisaProgram(std::shared_ptr<const VisaKernel> kernel, const MessageContext* context,
                         std::uint32_t dispatch_mask, std::shared_ptr<VisaThreadState> result,
                         std::shared_ptr<StatementBudget> budget)
    : kernel_{std::move(kernel)},
      context_{context},
      result_{std::move(result)},
      flow_{dispatch_mask & kernel_->channels, kernel_->program.statements.size()},
      budget_{std::move(budget)},
      predicates_(visa::kFirstUserPredicate + kernel_->program.predicates.size()),
      states_(kernel_->code.states.size()),
      descriptors_(kernel_->code.messages.size()) {}

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
  while (next_ == queue_.size() && !ended_) {
    queue_.clear();
    sendings_.clear();
    next_ = 0;
    if (flow_.done()) {
      change_tenants(kernel_->program.statements.size());
      ended_ = true;
      queue(kernel_->code.end);
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
        reach(statement_);
      });
    }
  }
  return next_ == queue_.size() ? nullptr : &kernel_->code.steps[queue_[next_].step].eu;
}

bool VisaProgram::issue(ThreadRegisters& registers, MessageSend& send) {
  if (peek() == nullptr) return false;
  const Queued queued = queue_[next_++];
  const Sending none;
  const Sending& sending = queued.sending < sendings_.size() ? sendings_[queued.sending] : none;
  Issued issued{send};
  at_statement(statement_, [&] {
    std::visit([&](const auto& work) { execute(work, sending, registers, issued); },
               kernel_->code.steps[queued.step].work);
  });
  return issued.sends;
}

void VisaProgram::queue(VisaSteps steps, std::uint32_t sending) {
  for (std::uint32_t step = steps.first; step < steps.last; ++step) queue_.push_back({step, sending});
}

void VisaProgram::reach(std::size_t index) {
  const VisaStatement& statement = kernel_->code.statements[index];
  if (statement.refusal) throw Error{*statement.refusal};
  switch (statement.action) {
    case VisaAction::kReturn:
      return flow_.end(leaving_channels(statement));
    case VisaAction::kJump:
      flow_.jump(leaving_channels(statement), statement.target);
      return queue(statement.steps);
    case VisaAction::kSample:
    case VisaAction::kStoreOwords:
    case VisaAction::kScatterTexels:
    case VisaAction::kScatterDwords:
    case VisaAction::kGatherDwords:
      return reach_messages(statement);
    default:
      return queue(statement.steps);
  }
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

std::uint32_t VisaProgram::leaving_channels(const VisaStatement& statement) const {
  const visa::ExecutionControl& execution = statement.execution;
  if (execution.size > 1) return enabled_lanes(execution, statement.predicate) << execution.first_channel();
  // One lane speaks for all channels: the compiler makes a scalar branch of it.
  const bool flag = !statement.predicate.present() ||
                    ((predicates_.at(statement.predicate.variable) >> execution.first_channel() & 1) != 0) !=
                        statement.predicate.inverted;
  return flag ? ~0u : 0u;
}

const VisaProgram::State& VisaProgram::state_of(const VisaStateUse& use) {
  State& state = states_[use.state];
  if (state.count != 0) return state;
  if (use.late) {
    throw Error{ExitCode::kMalformedInput,
                kernel_->code.states[use.state] + " has no index yet: no movs to it was executed"};
  }
  state.count = 1;
  state.indices[0] = use.assumed_index;
  return state;
}

void VisaProgram::reach_messages(const VisaStatement& statement) {
  if (statement.first_message == statement.last_message) return;
  const std::uint32_t surface = state_of(statement.surface).indices[0];
  const State* samplers = statement.sampler ? &state_of(*statement.sampler) : nullptr;
  for (std::uint32_t message = statement.first_message; message < statement.last_message; ++message) {
    const visa::ExecutionControl& execution = kernel_->code.messages[message].execution;
    std::uint32_t lanes = enabled_lanes(execution, statement.predicate);
    if (!statement.per_distinct_sampler) {
      queue_message(statement, message, lanes, surface, samplers ? samplers->indices[0] : 0);
      continue;
    }
    const unsigned first = execution.first_channel() - statement.execution.first_channel();
    while (lanes != 0) {  // resolution R14: one masked send for each distinct value
      const std::uint32_t index = samplers->indices[first + static_cast<unsigned>(std::countr_zero(lanes))];
      std::uint32_t same = 0;
      for (unsigned lane = 0; lane < execution.size; ++lane) {
        if (samplers->indices[first + lane] == index) same |= 1u << lane;
      }
      queue_message(statement, message, lanes & same, surface, index);
      lanes &= ~same;
    }
  }
}

gen9::MessageWords VisaProgram::descriptors(const VisaStatement& statement, std::uint32_t message,
                                            std::uint32_t surface, std::uint32_t sampler) {
  Descriptors& last = descriptors_[message];
  if (last.known && last.surface == surface && last.sampler == sampler) return last.words;
  const auto& fields = kernel_->code.messages[message].fields;
  if (const auto* port = std::get_if<gen9::DataPortMessage>(&fields)) {
    gen9::DataPortMessage filled = *port;
    filled.binding_table_index = binding_table_index(surface);
    last = {true, surface, sampler, filled.encode()};
    return last.words;
  }
  gen9::SamplerMessage filled = std::get<gen9::SamplerMessage>(fields);
  if (statement.bindless) {
    filled.bindless_surface_offset = visa::bindless_offset(surface);
  } else {
    filled.binding_table_index = binding_table_index(surface);
  }
  if (statement.sampler) {
    if (sampler >= kSamplersPerDescriptor && !filled.header_present) {
      throw Error{ExitCode::kMalformedInput,
                  "sampler index " + std::to_string(sampler) + " needs bit 15 of the texel offsets"};
    }
    filled.sampler_index = static_cast<std::uint8_t>(sampler % kSamplersPerDescriptor);
  }
  last = {true, surface, sampler, filled.encode()};
  return last.words;
}

void VisaProgram::queue_message(const VisaStatement& statement, std::uint32_t message, std::uint32_t lanes,
                                std::uint32_t surface, std::uint32_t sampler) {
  const auto sending = static_cast<std::uint32_t>(sendings_.size());
  sendings_.push_back({lanes, sampler, descriptors(statement, message, surface, sampler)});
  const VisaSteps steps = kernel_->code.messages[message].steps;
  for (std::uint32_t step = steps.first; step < steps.last; ++step) {
    const auto* pointer = std::get_if<VisaHeaderPointer>(&kernel_->code.steps[step].work);
    if (pointer && pointer->by_sampler && sampler < kSamplersPerDescriptor) continue;
    queue_.push_back({step, sending});
  }
}

void VisaProgram::change_tenants(std::size_t statement) {
  const std::vector<VisaTenancy>& tenancies = kernel_->places.tenancies();
  for (std::size_t i = 0; i < tenancies.size(); ++i) {
    const VisaTenancy& tenancy = tenancies[i];
    const VisaSteps steps = kernel_->code.tenancies[i];
    const bool over = tenancy.life.last >= settled_before_ && tenancy.life.last < statement;
    const bool lives = tenancy.life.first <= statement && statement <= tenancy.life.last;
    const bool starts_clear = tenancy.life.first > 0;  // nothing gave it a value
    if (over && starts_clear && !begun_.contains(tenancy.variable)) {
      result_->settled[tenancy.variable].resize(tenancy.size);  // its statements were jumped over
    } else if (over) {
      queue({steps.first, steps.first + 1});
    } else if (lives && starts_clear && begun_.insert(tenancy.variable).second) {
      queue({steps.last, steps.last + 1});
    }
  }
  settled_before_ = statement;
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

void VisaThreads::start(unsigned, unsigned thread, ThreadRegisters& registers,
                        std::unique_ptr<EuProgram>& program) const {
  registers = initial_.at(thread);
  program = std::make_unique<VisaProgram>(kernel_, context_, dispatch_mask_, results_.at(thread), budget_);
}

}  // namespace texpipe::functional
