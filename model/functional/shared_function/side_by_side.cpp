#include "functional/shared_function/side_by_side.h"

#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/atomic_message.h"
#include "functional/shared_function/data_port_header.h"

namespace texpipe::functional {

namespace {

using gen9::DataPort1Type;
using gen9::DataPortMessage;

constexpr unsigned kSlots = 2;
constexpr unsigned kValues = 4;  // of a slot

/// Layout of one type's payload besides a header.
struct Layout {
  DataPort1Type simd8;         // the type of the message that does the same
  unsigned address_registers;  // of that one
  bool wide_address = false;
  bool writes = false;
  bool atomic = false;
};

Layout layout_of(DataPort1Type type) {
  switch (type) {
    case DataPort1Type::kUntypedWrite:
      return {.simd8 = type, .address_registers = 1, .writes = true};
    case DataPort1Type::kA64UntypedRead:
      return {.simd8 = type, .address_registers = 2, .wide_address = true};
    case DataPort1Type::kA64UntypedWrite:
      return {.simd8 = type, .address_registers = 2, .wide_address = true, .writes = true};
    case DataPort1Type::kTypedRead:
      return {.simd8 = type, .address_registers = kValues};
    case DataPort1Type::kTypedWrite:
      return {.simd8 = type, .address_registers = kValues, .writes = true};
    case DataPort1Type::kUntypedAtomicSimd4x2:
      return {.simd8 = DataPort1Type::kUntypedAtomic, .address_registers = 1, .atomic = true};
    case DataPort1Type::kTypedAtomicSimd4x2:
      return {.simd8 = DataPort1Type::kTypedAtomic, .address_registers = kValues, .atomic = true};
    default:
      return {.simd8 = type, .address_registers = 1};
  }
}

/// Bit n: slot n has an enabled channel.
std::uint32_t slots_of(std::uint32_t channels) {
  return ((channels & 0x0F) != 0 ? 1u : 0u) | ((channels & 0xF0) != 0 ? 2u : 0u);
}

/// Bit n: value n of a slot is an operand.
std::uint8_t operands_of(const DataPortMessage& fields) {
  if (fields.operation == gen9::AtomicOperation::kCompareWrite64)
    unsupported("the 64-bit compare and write of a " + fields.type_name());
  return static_cast<std::uint8_t>((1u << atomic_operands(fields)) - 1);
}

/// Value `value` of each slot, in lanes 0 and 1.
Grf lanes_of(const Grf& side_by_side, unsigned value) {
  Grf lanes{};
  for (unsigned slot = 0; slot < kSlots; ++slot) lanes[slot] = side_by_side[slot * kValues + value];
  return lanes;
}

}  // namespace

bool is_side_by_side(const DataPortMessage& fields) {
  if (fields.shared_function != gen9::SharedFunction::kDataPort1) return false;
  switch (fields.type1()) {
    case DataPort1Type::kUntypedRead:
    case DataPort1Type::kUntypedWrite:
    case DataPort1Type::kA64UntypedRead:
    case DataPort1Type::kA64UntypedWrite:
      return fields.untyped_simd == gen9::UntypedSimdMode::kSimd4x2;
    case DataPort1Type::kTypedRead:
    case DataPort1Type::kTypedWrite:
      return fields.slot_group == gen9::TypedSlotGroup::kSimd4x2;
    case DataPort1Type::kUntypedAtomicSimd4x2:
    case DataPort1Type::kTypedAtomicSimd4x2:
      return true;
    default:
      return false;
  }
}

SideBySide::SideBySide(const Message& message, const DataPortMessage& fields)
    : colors_{static_cast<std::uint8_t>(~fields.channel_disables & 0xF)}, fields_{fields}, message_{message} {
  const Layout layout = layout_of(fields.type1());
  const unsigned header = fields.header_present ? 1 : 0;
  const std::uint8_t data = layout.atomic ? operands_of(fields) : layout.writes ? colors_ : std::uint8_t{0};
  if (message.payload.size() != header + 1u + (data != 0 ? 1u : 0u)) {
    throw Error{ExitCode::kMalformedInput, "SIMD4x2 " + fields.type_name() + " with " +
                                               std::to_string(message.payload.size()) + " payload registers"};
  }
  if (layout.atomic) colors_ = 0b1;
  message_.execution_mask = slots_of(message.execution_mask);
  message_.payload.clear();
  if (header != 0) {
    message_.payload.push_back(message.payload[0]);
    message_.payload[0][kSampleMaskDword] = slots_of(message.payload[0][kSampleMaskDword]);
  }
  const Grf& addresses = message.payload[header];
  if (layout.wide_address) {
    message_.payload.push_back(Grf{addresses[0], addresses[1], addresses[kValues], addresses[kValues + 1]});
    message_.payload.push_back(Grf{});
  } else {
    for (unsigned i = 0; i < layout.address_registers; ++i) message_.payload.push_back(lanes_of(addresses, i));
  }
  for (unsigned value = 0; value < kValues; ++value) {
    if (data >> value & 1) message_.payload.push_back(lanes_of(message.payload[header + 1], value));
  }
  fields_.type = static_cast<std::uint8_t>(layout.simd8);
  fields_.message_length = static_cast<std::uint8_t>(message_.payload.size());
  fields_.extended_message_length = 0;
  fields_.untyped_simd = gen9::UntypedSimdMode::kSimd8;
  fields_.slot_group = gen9::TypedSlotGroup::kSlots0To7;
  fields_.simd8 = true;
}

MessageResponse SideBySide::packed(const MessageResponse& response) const {
  MessageResponse together;
  if (response.registers.empty()) return together;
  together.registers.assign(1, Grf{});
  together.byte_enables.assign(1, 0);
  unsigned next = 0;
  for (unsigned value = 0; value < kValues; ++value) {
    if ((colors_ >> value & 1) == 0) continue;
    for (unsigned slot = 0; slot < kSlots; ++slot) {
      if ((response.byte_enables[next] >> 4 * slot & 0xF) == 0) continue;
      together.registers[0][slot * kValues + value] = response.registers[next][slot];
      together.byte_enables[0] |= 0xFu << 4 * (slot * kValues + value);
    }
    ++next;
  }
  return together;
}

}  // namespace texpipe::functional
