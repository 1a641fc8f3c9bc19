// The sampler messages of a vISA program: payloads, sends and where responses go.
#include <algorithm>
#include <optional>

#include "functional/execution/visa_code_builder.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kTexelOffsets = 0xFFF;  // of a header's dword 2

/// Lanes before those of the message among the instruction's.
unsigned first_lane(const visa::LoweredInstruction& lowered, const visa::LoweredMessage& message) {
  return message.execution.first_channel() - lowered.execution.first_channel();
}

}  // namespace

void VisaCodeBuilder::add_sampler(const visa::LoweredInstruction& lowered, std::uint16_t surface, std::uint16_t sampler,
                                  VisaStatement& statement) {
  statement.action = VisaAction::kSample;
  statement.execution = lowered.execution;
  statement.predicate = lowered.predicate;
  statement.bindless = lowered.surface.bindless;
  statement.per_distinct_sampler = lowered.per_distinct_sampler;
  statement.surface = use_of(StateKind::kSurface, surface, lowered.surface);
  if (lowered.sampler) statement.sampler = use_of(StateKind::kSampler, sampler, *lowered.sampler);
  for (const visa::LoweredMessage& message : lowered.messages) add_sampler_message(lowered, message, statement);
}

void VisaCodeBuilder::add_header(const visa::HeaderPlan& plan, std::uint8_t target) {
  push_copy({.from = 0, .to = target * kGrfBytes}, one_register(0), one_register(target));
  VisaHeaderDword dword{.target = target, .fixed = plan.dword2(), .added_mask = kTexelOffsets};
  EuStep eu{.writes = one_register(target)};
  if (plan.offsets) {
    dword.added = value(*plan.offsets, 1);
    eu.reads[0] = dword.added->registers;
  }
  push(std::move(eu), std::move(dword));
  if (plan.sampler_pointer_offset == 0 && !plan.pointer_from_register) return;
  EuStep move{.writes = one_register(target)};
  move.reads[0] = one_register(0);
  push(std::move(move), VisaHeaderPointer{target, plan.sampler_pointer_offset, plan.pointer_from_register});
}

void VisaCodeBuilder::add_parameter(const visa::LoweredInstruction& lowered, const visa::LoweredMessage& message,
                                    const visa::PayloadRegister& source, std::uint8_t target) {
  const visa::RawOperand& operand = lowered.parameters.at(source.parameter);
  const bool null = operand.variable == visa::kNullVariable;  // a parameter that is not there reads 0
  const unsigned byte = places_.byte_of(operand.variable) + (null ? 0 : operand.offset + source.part * kGrfBytes);
  const unsigned lane = source.part * kLanesPerRegister;  // of the instruction
  push_copy({.from = byte,
             .to = target * kGrfBytes,
             .zero = null,
             .masked = !lowered.copies_ignore_mask,
             .shift = static_cast<std::uint8_t>(lane - first_lane(lowered, message))},
            covering(byte, kGrfBytes), one_register(target));
}

void VisaCodeBuilder::add_sampler_message(const visa::LoweredInstruction& lowered, const visa::LoweredMessage& message,
                                          const VisaStatement& statement) {
  using Kind = visa::PayloadRegister::Kind;
  VisaSteps steps{.first = next_step()};
  const std::vector<visa::PayloadRegister>& registers = message.payload;
  /// Register of a part of the payload that already lies in order in general registers; nothing otherwise.
  const auto in_place = [&](std::size_t begin, std::size_t end) -> std::optional<std::uint8_t> {
    std::optional<unsigned> start;
    for (std::size_t i = begin; i < end; ++i) {
      if (registers[i].kind != Kind::kParameter) return std::nullopt;
      const visa::RawOperand& operand = lowered.parameters[registers[i].parameter];
      if (operand.variable == visa::kNullVariable) return std::nullopt;
      const unsigned byte = places_.byte_of(operand.variable) + operand.offset + registers[i].part * kGrfBytes;
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
        add_header(*message.header, next);
      } else if (registers[i].kind == Kind::kZero) {
        push_copy({.to = next * kGrfBytes, .zero = true}, {}, one_register(next));
      } else {
        add_parameter(lowered, message, registers[i], next);
      }
    }
    return {start, count};
  };
  const unsigned first_length = message.message.message_length;
  VisaSend send{.shared_function = static_cast<std::uint8_t>(gen9::SharedFunction::kSampler)};
  send.source0 = place(0, first_length);
  if (registers.size() > first_length) send.source1 = place(first_length, registers.size());

  const unsigned target = places_.byte_of(lowered.destination.variable) + lowered.destination.offset;
  bool direct = target % kGrfBytes == 0;
  for (std::size_t i = 0; i < message.response.size(); ++i)
    direct = direct && message.response[i].target_byte == i * kGrfBytes;
  const auto length = static_cast<std::uint8_t>(message.response.size());
  send.destination = direct ? covering(target, length * kGrfBytes) : GrfRange{kResponseStaging, length};
  push_send(send, statement);
  if (!direct) add_response_moves(message, target);
  steps.last = next_step();
  code_.messages.push_back({steps, message.message, message.execution});
}

void VisaCodeBuilder::add_response_moves(const visa::LoweredMessage& message, unsigned target) {
  const bool narrow = message.message.return_format == gen9::ReturnFormat::k16Bit;
  for (std::size_t i = 0; i < message.response.size(); ++i) {
    const visa::ResponseRegister& response = message.response[i];
    const unsigned source = kResponseStaging + static_cast<unsigned>(i);
    VisaCopy copy{.from = source * kGrfBytes, .to = target + response.target_byte};
    if (response.kind == visa::ResponseRegister::Kind::kPixelNullMask) {
      copy.count = response.bytes;
      copy.element_bytes = 1;
    } else {
      copy.element_bytes = narrow ? 2 : 4;
      copy.count = response.bytes / copy.element_bytes;
      copy.masked = true;
      copy.shift = static_cast<std::uint8_t>(response.part * kLanesPerRegister);
    }
    push_copy(copy, one_register(source), covering(copy.to, response.bytes));
  }
}

}  // namespace texpipe::functional
