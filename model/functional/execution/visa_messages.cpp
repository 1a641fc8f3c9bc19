// The messages of a vISA program: payloads, sends and where responses go.
#include <algorithm>
#include <bit>

#include "base/diagnostic.h"
#include "functional/execution/visa_program.h"
#include "functional/execution/visa_steps.h"
#include "functional/execution/visa_values.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

namespace {

using visa::StateOperand;

constexpr unsigned kSamplerPointerDword = 3;
constexpr unsigned kOffsetsDword = 2;
constexpr unsigned kSamplersPerDescriptor = 16;

}  // namespace

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
  push({.occupancy = fpu_cycles(8), .reads = {one_register(0)}, .writes = one_register(target)},
       [target](ThreadRegisters& registers, EuStep&) { registers.grf[target] = registers.grf[0]; });
  EuStep eu{.occupancy = 1, .writes = one_register(target)};
  if (plan.offsets) eu.reads[0] = registers_of(kernel_->places, kernel_->program, *plan.offsets, 1, false);
  push(eu, [this, &plan, target](ThreadRegisters& registers, EuStep&) {
    std::uint32_t offsets = 0;
    if (plan.offsets) {
      offsets = static_cast<std::uint32_t>(
                    read_element(registers, kernel_->places, kernel_->program, *plan.offsets, 0).bits) &
                0xFFF;
    }
    registers.grf[target][kOffsetsDword] = plan.dword2() | offsets;
  });
  std::uint32_t pointer = plan.sampler_pointer_offset;
  if (plan.pointer_from_register) pointer = sending.sampler / kSamplersPerDescriptor * 0x100;
  if (pointer == 0) return;
  push({.occupancy = 1, .reads = {one_register(0)}, .writes = one_register(target)},
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
  EuStep eu{.occupancy = fpu_cycles(8), .writes = one_register(target)};
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
        push({.occupancy = fpu_cycles(8), .writes = one_register(target)},
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
  if (sending.instruction->surface.bindless) {
    fields.bindless_surface_offset = visa::bindless_offset(sending.surface);
  } else {
    fields.binding_table_index = binding_table_index(sending.surface);
  }
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
    eu.reads[0] = one_register(source);
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
  EuStep header{.occupancy = 1, .writes = one_register(kPayloadStaging)};
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
  eu.reads = {one_register(kPayloadStaging), data};
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

}  // namespace texpipe::functional
