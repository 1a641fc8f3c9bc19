#include "functional/execution/visa_program.h"

#include <algorithm>
#include <bit>

#include "base/diagnostic.h"
#include "functional/execution/visa_values.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

namespace {

using visa::StateOperand;

constexpr unsigned kLanesPerCycle = 4;  // of an FPU
constexpr unsigned kSamplerPointerDword = 3;
constexpr unsigned kOffsetsDword = 2;
constexpr std::uint32_t kEndDescriptor = 0x0200'0010;
constexpr std::uint32_t kEndExtendedDescriptor = 0x27;
constexpr std::uint32_t kSpawnerSfid = 7;
constexpr unsigned kSamplersPerDescriptor = 16;

std::uint8_t fpu_cycles(unsigned lanes) {
  return static_cast<std::uint8_t>(std::max(1u, lanes / kLanesPerCycle));
}

std::uint32_t low_mask(unsigned bits) {
  return bits >= 32 ? ~0u : (1u << bits) - 1;
}

GrfRange one(unsigned number) {
  return {static_cast<std::uint8_t>(number), 1};
}

/// Index of a surface in a descriptor.
std::uint8_t binding_table_index(std::uint32_t surface) {
  if (surface > 255)
    throw Error{ExitCode::kMalformedInput, "surface index " + std::to_string(surface) + " does not fit in 8 bits"};
  return static_cast<std::uint8_t>(surface);
}

/// Registers that bytes [first, first + size) touch. Errors: kMalformedInput beyond the last register.
GrfRange covering(unsigned first, unsigned size) {
  const unsigned low = first / kGrfBytes;
  const unsigned high = (first + size - 1) / kGrfBytes;
  if (high >= kGrfCount) throw Error{ExitCode::kMalformedInput, "a vISA operand lies beyond the last register"};
  return {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high - low + 1)};
}

}  // namespace

VisaKernel::VisaKernel(visa::Program source, const std::string& file) : program{std::move(source)}, places{program} {
  for (visa::LoweredInstruction& each : visa::lower(program, file)) lowered.emplace(each.statement, std::move(each));
}

VisaProgram::VisaProgram(std::shared_ptr<const VisaKernel> kernel, const MessageContext* context,
                         std::uint32_t dispatch_mask, std::shared_ptr<VisaThreadState> result)
    : kernel_{std::move(kernel)},
      context_{context},
      dispatch_mask_{dispatch_mask},
      result_{std::move(result)},
      predicates_(visa::kFirstUserPredicate + kernel_->program.predicates.size()) {}

const EuStep* VisaProgram::peek() {
  const std::vector<visa::Statement>& statements = kernel_->program.statements;
  while (queue_.empty() && !ended_) {
    if (next_ == statements.size()) {
      expand_end();
    } else {
      const std::size_t statement = next_++;
      expand(statements[statement].instruction, statement);
    }
  }
  return queue_.empty() ? nullptr : &queue_.front().eu;
}

EuStep VisaProgram::issue(ThreadRegisters& registers) {
  peek();
  Step step = std::move(queue_.front());
  queue_.pop_front();
  step.execute(registers, step.eu);
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
  if (name == "ret") return expand_end();
  if (name == "movs") return state_move(instruction);
  if (name == "oword_st") return oword_store(instruction);
  if (instruction.operands.empty()) unsupported("executing the vISA instruction " + std::string{name});
  arithmetic(instruction);
}

std::uint32_t VisaProgram::enabled_lanes(const visa::ExecutionControl& execution,
                                         const visa::PredicateUse& predicate) const {
  const std::uint32_t all = low_mask(execution.size);
  std::uint32_t lanes = execution.no_mask ? all : dispatch_mask_ >> execution.first_channel() & all;
  if (!predicate.present()) return lanes;
  std::uint32_t flags = predicates_.at(predicate.variable) >> execution.first_channel() & all;
  if (predicate.control == visa::PredicateUse::Control::kAny) flags = flags != 0 ? all : 0;
  if (predicate.control == visa::PredicateUse::Control::kAll) flags = flags == all ? all : 0;
  return lanes & (predicate.inverted ? ~flags : flags);
}

void VisaProgram::arithmetic(const visa::GenericInstruction& instruction) {
  const bool makes_flags =
      instruction.opcode->name == "cmp" || std::holds_alternative<visa::PredicateOperand>(instruction.operands.back());
  const visa::VectorOperand& destination = instruction.operands.front();
  const bool fits = makes_flags ? std::holds_alternative<visa::PredicateOperand>(destination)
                                : std::holds_alternative<visa::RegisterOperand>(destination);
  if (!fits) unsupported("this destination of the vISA instruction " + std::string{instruction.opcode->name});
  const visa::Program& program = kernel_->program;
  const VisaRegisters& places = kernel_->places;
  const unsigned lanes = instruction.execution.size;
  EuStep eu{.occupancy = fpu_cycles(lanes)};
  for (std::size_t i = 1; i < instruction.operands.size() && i <= eu.reads.size(); ++i) {
    eu.reads[i - 1] = registers_of(places, program, instruction.operands[i], lanes, false);
  }
  eu.writes = registers_of(places, program, instruction.operands[0], lanes, true);
  push(eu, [this, &instruction, &program, &places, lanes](ThreadRegisters& registers, EuStep&) {
    const std::string_view name = instruction.opcode->name;
    const bool select = name == "sel";
    const std::uint32_t predicated = enabled_lanes(instruction.execution, instruction.predicate);
    const std::uint32_t enabled = select ? enabled_lanes(instruction.execution, {}) : predicated;
    std::vector<std::pair<unsigned, VisaValue>> results;
    std::uint32_t flags = 0;
    const bool logic_on_flags = std::holds_alternative<visa::PredicateOperand>(instruction.operands.back());
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (!(enabled >> lane & 1)) continue;
      std::vector<VisaValue> sources;
      for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
        if (const auto* flag = std::get_if<visa::PredicateOperand>(&instruction.operands[i])) {
          const std::uint32_t bits =
              predicates_.at(flag->variable) >> (instruction.execution.first_channel() + lane) & 1;
          sources.push_back({visa::DataType::kUd, bits ? ~0u : 0});
        } else {
          sources.push_back(read_element(registers, places, program, instruction.operands[i], lane));
        }
      }
      if (name == "cmp") {
        flags |= static_cast<std::uint32_t>(compare(instruction.selector, sources[0], sources[1])) << lane;
      } else if (select) {
        results.emplace_back(lane, sources[predicated >> lane & 1 ? 0 : 1]);
      } else if (logic_on_flags) {
        flags |= static_cast<std::uint32_t>(evaluate(name, sources).bits & 1) << lane;
      } else {
        results.emplace_back(lane, evaluate(name, sources));
      }
    }
    if (const auto* flag = std::get_if<visa::PredicateOperand>(&instruction.operands[0])) {
      std::uint32_t& target = predicates_.at(flag->variable);
      const unsigned first = instruction.execution.first_channel();
      target = (target & ~(enabled << first)) | flags << first;
      return;
    }
    const auto& target = std::get<visa::RegisterOperand>(instruction.operands[0]);
    const visa::DataType type = visa::find_variable(program, target.variable)->type;
    const bool saturate = target.modifier == visa::Modifier::kSaturate;
    for (const auto& [lane, value] : results) {
      write_bytes(registers, destination_byte(places, program, target, lane), convert(value, type, saturate),
                  visa::byte_size(type));
    }
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
  if (values.empty()) values.push_back(binding.index);
  return values;
}

void VisaProgram::expand_sampler(const visa::LoweredInstruction& lowered, std::uint16_t surface,
                                 std::uint16_t sampler) {
  const std::uint32_t surface_index = state_values(StateOperand::Kind::kSurface, surface, lowered.surface).front();
  std::vector<std::uint32_t> samplers{0};
  if (lowered.sampler) samplers = state_values(StateOperand::Kind::kSampler, sampler, *lowered.sampler);
  for (const visa::LoweredMessage& message : lowered.messages) {
    std::uint32_t lanes = enabled_lanes(message.execution, lowered.predicate);
    if (!lowered.per_distinct_sampler) {
      send({&lowered, &message, lanes, surface_index, samplers.front()});
      continue;
    }
    const unsigned first = message.execution.first_channel() - lowered.execution.first_channel();
    while (lanes != 0) {  // resolutions R14: one masked send for each distinct value
      const std::uint32_t index = samplers.at(first + static_cast<unsigned>(std::countr_zero(lanes)));
      std::uint32_t same = 0;
      for (unsigned lane = 0; lane < message.execution.size; ++lane) {
        if (samplers.at(first + lane) == index) same |= 1u << lane;
      }
      send({&lowered, &message, lanes & same, surface_index, index});
      lanes &= ~same;
    }
  }
}

void VisaProgram::build_header(const Sending& sending, std::uint8_t target) {
  const visa::HeaderPlan& plan = *sending.message->header;
  push({.occupancy = fpu_cycles(8), .reads = {one(0)}, .writes = one(target)},
       [target](ThreadRegisters& registers, EuStep&) { registers.grf[target] = registers.grf[0]; });
  EuStep eu{.occupancy = 1, .writes = one(target)};
  if (plan.offsets) eu.reads[0] = registers_of(kernel_->places, kernel_->program, *plan.offsets, 1, false);
  push(eu, [this, &plan, target](ThreadRegisters& registers, EuStep&) {
    std::uint32_t offsets = 0;
    if (plan.offsets) {
      offsets = static_cast<std::uint32_t>(
                    read_element(registers, kernel_->places, kernel_->program, *plan.offsets, 0).bits) &
                0xFFF;
    }
    registers.grf[target][kOffsetsDword] = plan.dword2 | offsets;
  });
  std::uint32_t pointer = plan.sampler_pointer_offset;
  if (plan.pointer_from_register) pointer = sending.sampler / kSamplersPerDescriptor * 0x100;
  if (pointer == 0) return;
  push({.occupancy = 1, .reads = {one(0)}, .writes = one(target)},
       [target, pointer](ThreadRegisters& registers, EuStep&) {
         registers.grf[target][kSamplerPointerDword] = registers.grf[0][kSamplerPointerDword] + pointer;
       });
}

void VisaProgram::copy_parameter(const Sending& sending, const visa::PayloadRegister& source, std::uint8_t target) {
  const visa::RawOperand& operand = sending.instruction->parameters.at(source.parameter);
  const bool null = operand.variable == 0;  // %null: a parameter that is not there reads 0
  const unsigned byte =
      kernel_->places.byte_of(operand.variable) + (null ? 0 : operand.offset + source.part * kGrfBytes);
  const unsigned first = source.part * 8u;  // lane of the instruction
  const unsigned message_first =
      sending.message->execution.first_channel() - sending.instruction->execution.first_channel();
  const std::uint32_t lanes =
      sending.instruction->copies_ignore_mask ? 0xFF : sending.lanes >> (first - message_first) & 0xFF;
  EuStep eu{.occupancy = fpu_cycles(8), .writes = one(target)};
  eu.reads[0] = covering(byte, kGrfBytes);
  push(eu, [null, byte, lanes, target](ThreadRegisters& registers, EuStep&) {
    for (unsigned lane = 0; lane < 8; ++lane) {
      if (!(lanes >> lane & 1)) continue;
      registers.grf[target][lane] = null ? 0 : static_cast<std::uint32_t>(read_bytes(registers, byte + lane * 4, 4));
    }
  });
}

VisaProgram::Payload VisaProgram::build_payload(const Sending& sending) {
  using Kind = visa::PayloadRegister::Kind;
  const std::vector<visa::PayloadRegister>& registers = sending.message->payload;
  const unsigned first_length = sending.message->message.message_length;
  /// Register of a part of the payload that already lies in order in general registers; nothing otherwise.
  const auto in_place = [&](std::size_t begin, std::size_t end) -> std::optional<std::uint8_t> {
    std::optional<unsigned> start;
    for (std::size_t i = begin; i < end; ++i) {
      if (registers[i].kind != Kind::kParameter) return std::nullopt;
      const visa::RawOperand& operand = sending.instruction->parameters[registers[i].parameter];
      if (operand.variable == 0) return std::nullopt;
      const unsigned byte = kernel_->places.byte_of(operand.variable) + operand.offset + registers[i].part * kGrfBytes;
      if (byte % kGrfBytes != 0) return std::nullopt;
      if (!start) start = byte / kGrfBytes;
      if (byte / kGrfBytes != *start + (i - begin) || byte / kGrfBytes >= kGrfCount) return std::nullopt;
    }
    return start ? std::optional{static_cast<std::uint8_t>(*start)} : std::nullopt;
  };
  std::uint8_t next = kPayloadStaging;
  const auto place = [&](std::size_t begin, std::size_t end) -> GrfRange {
    const auto count = static_cast<std::uint8_t>(end - begin);
    if (const std::optional<std::uint8_t> start = in_place(begin, end)) return {*start, count};
    const std::uint8_t start = next;
    for (std::size_t i = begin; i < end; ++i, ++next) {
      if (registers[i].kind == Kind::kHeader) {
        build_header(sending, next);
      } else if (registers[i].kind == Kind::kZero) {
        const std::uint8_t target = next;
        push({.occupancy = fpu_cycles(8), .writes = one(target)},
             [target](ThreadRegisters& all, EuStep&) { all.grf[target] = {}; });
      } else {
        copy_parameter(sending, registers[i], next);
      }
    }
    return {start, count};
  };
  Payload payload;
  payload.source0 = place(0, first_length);
  if (registers.size() > first_length) payload.source1 = place(first_length, registers.size());
  return payload;
}

void VisaProgram::send(const Sending& sending) {
  const Payload payload = build_payload(sending);
  const visa::LoweredMessage& lowered = *sending.message;
  gen9::SamplerMessage fields = lowered.message;
  fields.binding_table_index = binding_table_index(sending.surface);
  if (sending.instruction->sampler) {
    if (sending.sampler >= kSamplersPerDescriptor && !lowered.header) {
      throw Error{ExitCode::kMalformedInput,
                  "sampler index " + std::to_string(sending.sampler) + " needs bit 15 of the texel offsets"};
    }
    fields.sampler_index = static_cast<std::uint8_t>(sending.sampler % kSamplersPerDescriptor);
  }
  const unsigned target =
      kernel_->places.byte_of(sending.instruction->destination.variable) + sending.instruction->destination.offset;
  bool direct = target % kGrfBytes == 0;
  for (std::size_t i = 0; i < lowered.response.size(); ++i) {
    direct = direct && lowered.response[i].target_byte == i * kGrfBytes;
  }
  const auto length = static_cast<std::uint8_t>(lowered.response.size());
  const GrfRange destination = direct ? covering(target, length * kGrfBytes) : GrfRange{kResponseStaging, length};
  EuStep eu{.pipe = Pipe::kSend,
            .occupancy = static_cast<std::uint8_t>(payload.source0.count + payload.source1.count),
            .reads = {payload.source0, payload.source1},
            .writes = destination};
  push(eu, [this, payload, destination, words = fields.encode(), lanes = sending.lanes](ThreadRegisters& registers,
                                                                                        EuStep& step) {
    MessageSend result{.destination = destination};
    result.message = {.shared_function = static_cast<std::uint8_t>(words.extended & 0xF),
                      .descriptor = words.descriptor,
                      .extended_descriptor = words.extended,
                      .execution_mask = lanes,
                      .context = context_};
    for (const GrfRange& source : {payload.source0, payload.source1}) {
      for (unsigned i = 0; i < source.count; ++i) result.message.payload.push_back(registers.grf.at(source.first + i));
    }
    step.send = std::move(result);
  });
  if (!direct) move_response(sending, target);
}

void VisaProgram::move_response(const Sending& sending, unsigned target) {
  const visa::LoweredMessage& lowered = *sending.message;
  const bool narrow = lowered.message.return_format == gen9::ReturnFormat::k16Bit;
  for (std::size_t i = 0; i < lowered.response.size(); ++i) {
    const visa::ResponseRegister& response = lowered.response[i];
    const unsigned source = kResponseStaging + static_cast<unsigned>(i);
    const unsigned to = target + response.target_byte;
    EuStep eu{.occupancy = fpu_cycles(8), .writes = covering(to, response.bytes)};
    eu.reads[0] = one(source);
    if (response.kind == visa::ResponseRegister::Kind::kPixelNullMask) {
      push(eu, [source, to, bytes = response.bytes](ThreadRegisters& registers, EuStep&) {
        write_bytes(registers, to, read_bytes(registers, source * kGrfBytes, bytes), bytes);
      });
      continue;
    }
    const unsigned lane_bytes = narrow ? 2 : 4;
    const std::uint32_t lanes = sending.lanes >> (response.part * 8u);
    push(eu, [source, to, lanes, lane_bytes, count = response.bytes / lane_bytes](ThreadRegisters& registers, EuStep&) {
      for (unsigned lane = 0; lane < count; ++lane) {
        if (!(lanes >> lane & 1)) continue;
        write_bytes(registers, to + lane * lane_bytes,
                    read_bytes(registers, source * kGrfBytes + lane * lane_bytes, lane_bytes), lane_bytes);
      }
    });
  }
}

void VisaProgram::oword_store(const visa::GenericInstruction& instruction) {
  const std::uint32_t surface = state_values(StateOperand::Kind::kSurface, instruction.surface, {.index = 0}).front();
  const unsigned owords = 1u << instruction.selector;
  const auto registers = static_cast<std::uint8_t>(std::max(1u, owords / 2));
  const visa::RawOperand& source = instruction.raws.at(0);
  const unsigned byte = kernel_->places.byte_of(source.variable) + source.offset;
  const visa::VectorOperand& offset = instruction.operands.at(0);
  EuStep header{.occupancy = 1, .writes = one(kPayloadStaging)};
  header.reads[0] = registers_of(kernel_->places, kernel_->program, offset, 1, false);
  push(header, [this, &offset](ThreadRegisters& all, EuStep&) {
    all.grf[kPayloadStaging] = {};
    all.grf[kPayloadStaging][kOffsetsDword] =
        static_cast<std::uint32_t>(read_element(all, kernel_->places, kernel_->program, offset, 0).bits);
  });
  GrfRange data = covering(byte, registers * kGrfBytes);
  if (byte % kGrfBytes != 0) {
    const GrfRange from = data;
    data = {kPayloadStaging + 1, registers};
    EuStep copy{.occupancy = fpu_cycles(8u * registers), .writes = data};
    copy.reads[0] = from;
    push(copy, [byte, registers](ThreadRegisters& all, EuStep&) {
      for (unsigned i = 0; i < registers * kGrfBytes; ++i) {
        write_bytes(all, (kPayloadStaging + 1) * kGrfBytes + i, read_bytes(all, byte + i, 1), 1);
      }
    });
  }
  gen9::DataPortMessage fields;
  fields.shared_function = gen9::SharedFunction::kDataPort0;
  fields.type = static_cast<std::uint8_t>(gen9::DataPort0Type::kOwordBlockWrite);
  fields.header_present = true;
  fields.message_length = 1;
  fields.extended_message_length = registers;
  fields.binding_table_index = binding_table_index(surface);
  constexpr gen9::OwordBlockSize kSizes[] = {gen9::OwordBlockSize::k1Low, gen9::OwordBlockSize::k2,
                                             gen9::OwordBlockSize::k4, gen9::OwordBlockSize::k8};
  fields.oword_block_size = kSizes[instruction.selector & 3];
  EuStep eu{.pipe = Pipe::kSend, .occupancy = static_cast<std::uint8_t>(1 + registers)};
  eu.reads = {one(kPayloadStaging), data};
  push(eu, [this, data, words = fields.encode()](ThreadRegisters& all, EuStep& step) {
    MessageSend result;
    result.message = {.shared_function = static_cast<std::uint8_t>(words.extended & 0xF),
                      .descriptor = words.descriptor,
                      .extended_descriptor = words.extended,
                      .execution_mask = ~0u,
                      .payload = {all.grf[kPayloadStaging]},
                      .context = context_};
    for (unsigned i = 0; i < data.count; ++i) result.message.payload.push_back(all.grf.at(data.first + i));
    step.send = std::move(result);
  });
}

void VisaProgram::expand_end() {
  ended_ = true;
  push({.occupancy = fpu_cycles(8), .reads = {one(0)}, .writes = one(kEndOfThreadRegister)},
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

VisaThreads::VisaThreads(std::shared_ptr<const VisaKernel> kernel, const MessageContext* context,
                         std::uint32_t dispatch_mask, std::vector<ThreadRegisters> initial)
    : kernel_{std::move(kernel)}, context_{context}, dispatch_mask_{dispatch_mask}, initial_{std::move(initial)} {
  for (ThreadRegisters& registers : initial_) {
    registers.grf[0][kSamplerPointerDword] = context_->sampler_state_offset;
    results_.push_back(std::make_shared<VisaThreadState>());
  }
}

std::unique_ptr<EuProgram> VisaThreads::start(unsigned, unsigned thread, ThreadRegisters& registers) const {
  registers = initial_.at(thread);
  return std::make_unique<VisaProgram>(kernel_, context_, dispatch_mask_, results_.at(thread));
}

}  // namespace texpipe::functional
