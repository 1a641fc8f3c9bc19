// The data port messages of a vISA program: OWord blocks, scattered texels, gathered and scattered DWords.
#include <algorithm>
#include <bit>

#include "functional/execution/visa_code_builder.h"

namespace texpipe::functional {

namespace {

constexpr std::uint8_t kAllChannels = 0xF;

unsigned registers_for(unsigned lanes) {
  return (lanes + kLanesPerRegister - 1) / kLanesPerRegister;
}

bool is_zero(const visa::VectorOperand& operand) {
  const auto* immediate = std::get_if<visa::Immediate>(&operand);
  return immediate != nullptr && immediate->bits == 0;
}

}  // namespace

GrfRange VisaCodeBuilder::payload_in_order(std::span<const unsigned> registers, std::uint8_t& staging) {
  const auto count = static_cast<std::uint8_t>(registers.size());
  bool in_order = registers.front() % kGrfBytes == 0;
  for (std::size_t i = 0; i < registers.size(); ++i) in_order &= registers[i] == registers.front() + i * kGrfBytes;
  if (in_order) return covering(registers.front(), count * kGrfBytes);
  const GrfRange range{staging, count};
  for (const unsigned byte : registers) {
    const std::uint8_t target = staging++;
    push_copy({.from = byte, .to = target * kGrfBytes}, covering(byte, kGrfBytes), one_register(target));
  }
  return range;
}

std::vector<unsigned> VisaCodeBuilder::registers_of_raw(const visa::RawOperand& operand, unsigned first,
                                                        unsigned count) const {
  if (operand.variable == visa::kNullVariable)
    throw Error{ExitCode::kMalformedInput, "%null stands where a data port message needs registers"};
  std::vector<unsigned> registers;
  for (unsigned i = first; i < first + count; ++i)
    registers.push_back(places_.byte_of(operand.variable) + operand.offset + i * kGrfBytes);
  return registers;
}

void VisaCodeBuilder::add_port_send(gen9::DataPortMessage fields, VisaSend send, VisaSteps steps,
                                    VisaStatement& statement) {
  fields.message_length = send.source0.count;
  fields.extended_message_length = send.source1.count;
  fields.response_length = send.destination.count;
  send.shared_function = static_cast<std::uint8_t>(fields.shared_function);
  push_send(send, statement);
  steps.last = next_step();
  code_.messages.push_back({steps, fields, statement.execution});
}

void VisaCodeBuilder::add_oword_store(const visa::GenericInstruction& instruction, VisaStatement& statement) {
  statement.surface = use_of(StateKind::kSurface, instruction.surface, {.index = 0});
  const VisaSteps steps{.first = next_step()};
  const unsigned owords = 1u << instruction.selector;
  const auto registers = static_cast<std::uint8_t>(std::max(1u, owords / 2));
  const visa::RawOperand& source = instruction.raws.at(0);
  const unsigned byte = places_.byte_of(source.variable) + source.offset;
  VisaHeaderDword dword{.target = kPayloadStaging, .alone = true, .added = value(instruction.operands.at(0), 1)};
  EuStep header{.writes = one_register(kPayloadStaging)};
  header.reads[0] = dword.added->registers;
  push(std::move(header), std::move(dword));
  GrfRange data = covering(byte, registers * kGrfBytes);
  if (byte % kGrfBytes != 0) {
    const GrfRange from = data;
    data = {kPayloadStaging + 1, registers};
    push_copy({.from = byte,
               .to = (kPayloadStaging + 1) * kGrfBytes,
               .count = static_cast<std::uint8_t>(registers * kLanesPerRegister)},
              from, data, registers);
  }
  gen9::DataPortMessage fields;
  fields.shared_function = gen9::SharedFunction::kDataPort0;
  fields.type = static_cast<std::uint8_t>(gen9::DataPort0Type::kOwordBlockWrite);
  fields.header_present = true;
  constexpr gen9::OwordBlockSize kSizes[] = {gen9::OwordBlockSize::k1Low, gen9::OwordBlockSize::k2,
                                             gen9::OwordBlockSize::k4, gen9::OwordBlockSize::k8};
  fields.oword_block_size = kSizes[instruction.selector & 3];
  add_port_send(fields, {.source0 = one_register(kPayloadStaging), .source1 = data, .all_lanes = true}, steps,
                statement);
}

void VisaCodeBuilder::add_texel_scatter(const visa::GenericInstruction& instruction, VisaStatement& statement) {
  if (instruction.selector == 0) return;
  statement.surface = use_of(StateKind::kSurface, instruction.surface, {.index = 0});
  constexpr unsigned kCoordinates = 4;  // u, v, r and level of detail; those at the end that are null are left away
  unsigned coordinates = kCoordinates;
  while (coordinates > 1 && instruction.raws.at(coordinates - 1).variable == visa::kNullVariable) --coordinates;
  const unsigned halves = registers_for(instruction.execution.size);
  const auto channels = static_cast<unsigned>(std::popcount(instruction.selector));
  for (unsigned half = 0; half < halves; ++half) {
    const VisaSteps steps{.first = next_step()};
    std::vector<unsigned> payload;
    for (unsigned i = 0; i < coordinates; ++i)
      payload.push_back(registers_of_raw(instruction.raws[i], half, 1).front());
    for (unsigned i = 0; i < channels; ++i)
      payload.push_back(registers_of_raw(instruction.raws.at(kCoordinates), i * halves + half, 1).front());
    std::uint8_t staging = kPayloadStaging;
    VisaSend send{.shift = static_cast<std::uint8_t>(half * kLanesPerRegister), .lanes = 0xFF};
    send.source0 = payload_in_order(std::span{payload}.first(1), staging);
    send.source1 = payload_in_order(std::span{payload}.subspan(1), staging);
    gen9::DataPortMessage fields;
    fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kTypedWrite);
    fields.slot_group = gen9::TypedSlotGroup::kSlots0To7;
    fields.channel_disables = ~instruction.selector & kAllChannels;
    add_port_send(fields, send, steps, statement);
  }
}

void VisaCodeBuilder::add_dword_move(const visa::GenericInstruction& instruction, VisaAction action,
                                     VisaStatement& statement) {
  if (instruction.selector == 0) return;
  statement.surface = use_of(StateKind::kSurface, instruction.surface, {.index = 0});
  const VisaSteps steps{.first = next_step()};
  const unsigned per_dword = registers_for(instruction.execution.size);
  const auto count = static_cast<unsigned>(std::popcount(instruction.selector)) * per_dword;
  std::vector<unsigned> offsets = registers_of_raw(instruction.raws.at(0), 0, per_dword);
  const std::vector<unsigned> data = registers_of_raw(instruction.raws.at(1), 0, count);
  std::uint8_t staging = kPayloadStaging;
  const visa::VectorOperand& base = instruction.operands.at(0);
  if (!is_zero(base)) {
    const VisaSource scalar = value(base, 1);
    for (unsigned& offset : offsets) {
      const std::uint8_t target = staging++;
      EuStep eu{.dwords = kRegisterDwords, .writes = one_register(target)};
      eu.reads[0] = covering(offset, kGrfBytes);
      eu.reads[1] = scalar.registers;
      push(std::move(eu), VisaScalarSum{offset, target, scalar});
      offset = target * kGrfBytes;
    }
  }
  VisaSend send{.source0 = payload_in_order(offsets, staging)};
  gen9::DataPortMessage fields;
  fields.untyped_simd = per_dword == 2 ? gen9::UntypedSimdMode::kSimd16 : gen9::UntypedSimdMode::kSimd8;
  fields.channel_disables = ~instruction.selector & kAllChannels;
  if (action == VisaAction::kScatterDwords) {
    fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kUntypedWrite);
    send.source1 = payload_in_order(data, staging);
  } else {
    if (data.front() % kGrfBytes != 0) unsupported("gather4_scaled to a place inside a register");
    fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kUntypedRead);
    send.destination = covering(data.front(), count * kGrfBytes);
  }
  add_port_send(fields, send, steps, statement);
}

}  // namespace texpipe::functional
