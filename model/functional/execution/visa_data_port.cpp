// The data port messages of a vISA program: scattered texels, gathered and scattered DWords.
#include <bit>

#include "base/diagnostic.h"
#include "functional/execution/visa_program.h"
#include "functional/execution/visa_steps.h"
#include "functional/execution/visa_values.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

namespace {

using visa::StateOperand;

constexpr unsigned kLanesPerRegister = 8;
constexpr std::uint8_t kAllChannels = 0xF;

unsigned registers_for(unsigned lanes) {
  return (lanes + kLanesPerRegister - 1) / kLanesPerRegister;
}

bool is_zero(const visa::VectorOperand& operand) {
  const auto* immediate = std::get_if<visa::Immediate>(&operand);
  return immediate != nullptr && immediate->bits == 0;
}

}  // namespace

GrfRange VisaProgram::payload_in_order(std::span<const unsigned> registers, std::uint8_t& staging) {
  const auto count = static_cast<std::uint8_t>(registers.size());
  bool in_order = registers.front() % kGrfBytes == 0;
  for (std::size_t i = 0; i < registers.size(); ++i) in_order &= registers[i] == registers.front() + i * kGrfBytes;
  if (in_order) return covering(registers.front(), count * kGrfBytes);
  const GrfRange range{staging, count};
  for (const unsigned byte : registers) {
    const std::uint8_t target = staging++;
    EuStep eu{.occupancy = fpu_cycles(kLanesPerRegister), .writes = one_register(target)};
    eu.reads[0] = covering(byte, kGrfBytes);
    push(eu, [byte, target](ThreadRegisters& all, EuStep&) {
      for (unsigned lane = 0; lane < kLanesPerRegister; ++lane)
        all.grf[target][lane] = static_cast<std::uint32_t>(read_bytes(all, byte + lane * 4, 4));
    });
  }
  return range;
}

std::vector<unsigned> VisaProgram::registers_of_raw(const visa::RawOperand& operand, unsigned first,
                                                    unsigned count) const {
  if (operand.variable == visa::kNullVariable)
    throw Error{ExitCode::kMalformedInput, "%null stands where a data port message needs registers"};
  std::vector<unsigned> registers;
  for (unsigned i = first; i < first + count; ++i)
    registers.push_back(kernel_->places.byte_of(operand.variable) + operand.offset + i * kGrfBytes);
  return registers;
}

void VisaProgram::send_to_data_port(gen9::DataPortMessage fields, GrfRange source0, GrfRange source1,
                                    std::uint32_t lanes, GrfRange destination) {
  fields.shared_function = gen9::SharedFunction::kDataPort1;
  fields.message_length = source0.count;
  fields.extended_message_length = source1.count;
  fields.response_length = destination.count;
  EuStep eu{.pipe = Pipe::kSend,
            .occupancy = static_cast<std::uint8_t>(source0.count + source1.count),
            .reads = {source0, source1},
            .writes = destination};
  push(eu, [this, source0, source1, destination, lanes, words = fields.encode()](ThreadRegisters& all, EuStep& step) {
    MessageSend result{.destination = destination};
    result.message = {.shared_function = static_cast<std::uint8_t>(words.extended & 0xF),
                      .descriptor = words.descriptor,
                      .extended_descriptor = words.extended,
                      .execution_mask = lanes,
                      .context = context_};
    for (const GrfRange& source : {source0, source1}) {
      for (unsigned i = 0; i < source.count; ++i) result.message.payload.push_back(all.grf.at(source.first + i));
    }
    step.send = std::move(result);
  });
}

void VisaProgram::scatter_texels(const visa::GenericInstruction& instruction) {
  if (instruction.selector == 0) return;
  const std::uint32_t surface = state_values(StateOperand::Kind::kSurface, instruction.surface, {.index = 0}).front();
  constexpr unsigned kCoordinates = 4;  // u, v, r and level of detail; those at the end that are null are left away
  unsigned coordinates = kCoordinates;
  while (coordinates > 1 && instruction.raws.at(coordinates - 1).variable == visa::kNullVariable) --coordinates;
  const unsigned halves = registers_for(instruction.execution.size);
  const auto channels = static_cast<unsigned>(std::popcount(instruction.selector));
  const std::uint32_t lanes = enabled_lanes(instruction.execution, instruction.predicate);
  for (unsigned half = 0; half < halves; ++half) {
    std::vector<unsigned> payload;
    for (unsigned i = 0; i < coordinates; ++i)
      payload.push_back(registers_of_raw(instruction.raws[i], half, 1).front());
    for (unsigned i = 0; i < channels; ++i)
      payload.push_back(registers_of_raw(instruction.raws.at(kCoordinates), i * halves + half, 1).front());
    std::uint8_t staging = kPayloadStaging;
    const GrfRange first = payload_in_order(std::span{payload}.first(1), staging);
    const GrfRange rest = payload_in_order(std::span{payload}.subspan(1), staging);
    gen9::DataPortMessage fields;
    fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kTypedWrite);
    fields.binding_table_index = binding_table_index(surface);
    fields.slot_group = gen9::TypedSlotGroup::kSlots0To7;
    fields.channel_disables = ~instruction.selector & kAllChannels;
    send_to_data_port(fields, first, rest, lanes >> (half * kLanesPerRegister) & 0xFF, {});
  }
}

void VisaProgram::move_dwords(const visa::GenericInstruction& instruction, DwordMove move) {
  if (instruction.selector == 0) return;
  const std::uint32_t surface = state_values(StateOperand::Kind::kSurface, instruction.surface, {.index = 0}).front();
  const unsigned per_dword = registers_for(instruction.execution.size);
  const auto count = static_cast<unsigned>(std::popcount(instruction.selector)) * per_dword;
  std::vector<unsigned> offsets = registers_of_raw(instruction.raws.at(0), 0, per_dword);
  const std::vector<unsigned> data = registers_of_raw(instruction.raws.at(1), 0, count);
  std::uint8_t staging = kPayloadStaging;
  const visa::VectorOperand& base = instruction.operands.at(0);
  if (!is_zero(base)) {
    for (unsigned& offset : offsets) offset = add_to_register(base, offset, staging++);
  }
  const GrfRange addresses = payload_in_order(offsets, staging);
  gen9::DataPortMessage fields;
  fields.binding_table_index = binding_table_index(surface);
  fields.untyped_simd = per_dword == 2 ? gen9::UntypedSimdMode::kSimd16 : gen9::UntypedSimdMode::kSimd8;
  fields.channel_disables = ~instruction.selector & kAllChannels;
  const std::uint32_t lanes = enabled_lanes(instruction.execution, instruction.predicate);
  if (move == DwordMove::kScatter) {
    fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kUntypedWrite);
    return send_to_data_port(fields, addresses, payload_in_order(data, staging), lanes, {});
  }
  if (data.front() % kGrfBytes != 0) unsupported("gather4_scaled to a place inside a register");
  fields.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kUntypedRead);
  send_to_data_port(fields, addresses, {}, lanes, covering(data.front(), count * kGrfBytes));
}

unsigned VisaProgram::add_to_register(const visa::VectorOperand& scalar, unsigned byte, std::uint8_t target) {
  EuStep eu{.occupancy = fpu_cycles(kLanesPerRegister), .writes = one_register(target)};
  eu.reads[0] = covering(byte, kGrfBytes);
  eu.reads[1] = registers_of(kernel_->places, kernel_->program, scalar, 1, false);
  push(eu, [this, &scalar, byte, target](ThreadRegisters& all, EuStep&) {
    const auto added = static_cast<std::uint32_t>(read_element(all, kernel_->places, kernel_->program, scalar, 0).bits);
    for (unsigned lane = 0; lane < kLanesPerRegister; ++lane)
      all.grf[target][lane] = static_cast<std::uint32_t>(read_bytes(all, byte + lane * 4, 4)) + added;
  });
  return target * kGrfBytes;
}

}  // namespace texpipe::functional
