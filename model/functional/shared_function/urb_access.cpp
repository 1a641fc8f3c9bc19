#include "functional/shared_function/urb_access.h"

#include <bit>
#include <cstddef>
#include <string>

#include "base/diagnostic.h"
#include "functional/message/recent_decode.h"
#include "functional/message/urb.h"
#include "isa/gen9/urb_message.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kSlotDwords = 4;
constexpr unsigned kMostData = 8;           // registers
constexpr std::uint32_t kAllDwords = 0xFF;  // of eight lanes, or of the data

/// Places of a message's parts in its payload.
struct UrbPayload {
  const Grf* handles = nullptr;
  const Grf* offsets = nullptr;  // null: none
  const Grf* masks = nullptr;    // likewise
  std::size_t first_data = 1;    // register
};

UrbPayload payload_of(const Message& message, const gen9::UrbMessage& fields) {
  UrbPayload payload;
  std::size_t needed = 1;
  if (fields.per_slot_offsets) ++needed;
  if (fields.channel_masks) ++needed;
  if (message.payload.size() < needed || !fields.header_present) {
    throw Error{ExitCode::kMalformedInput, "a URB message (" + fields.describe() + ") needs a header of handles and " +
                                               std::to_string(needed) + " registers before its data, not " +
                                               std::to_string(message.payload.size())};
  }
  payload.handles = message.payload.data();
  if (fields.operation == gen9::UrbOperation::kSimd8Write && message.payload.size() - needed > kMostData) {
    throw Error{ExitCode::kMalformedInput, "a URB message (" + fields.describe() + ") has " +
                                               std::to_string(message.payload.size() - needed) +
                                               " registers of data; expected at most 8"};
  }
  if (fields.per_slot_offsets) payload.offsets = &message.payload[payload.first_data++];
  if (fields.channel_masks) payload.masks = &message.payload[payload.first_data++];
  return payload;
}

/// A lane's entry from the slot on that it accesses; empty when that lies beyond it.
std::span<UrbSlot> slots_of_lane(Urb& urb, const gen9::UrbMessage& fields, const UrbPayload& payload, unsigned lane) {
  const std::span<UrbSlot> entry = urb.entry((*payload.handles)[lane] & kUrbHandleMask);
  const std::uint64_t slot = fields.global_offset + std::uint64_t{payload.offsets ? (*payload.offsets)[lane] : 0};
  return slot < entry.size() ? entry.subspan(slot) : std::span<UrbSlot>{};
}

void write_lanes(Urb& urb, const Message& message, const gen9::UrbMessage& fields, const UrbPayload& payload) {
  for (std::uint32_t left = message.execution_mask & kAllDwords; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    const std::span<UrbSlot> slots = slots_of_lane(urb, fields, payload, lane);
    const std::uint32_t mask = payload.masks ? (*payload.masks)[lane] >> 16 & kAllDwords : kAllDwords;
    for (std::size_t i = 0; payload.first_data + i < message.payload.size(); ++i) {
      if (i / kSlotDwords >= slots.size()) break;
      if ((mask >> i & 1u) != 0)
        slots[i / kSlotDwords][i % kSlotDwords] = message.payload[payload.first_data + i][lane];
    }
  }
}

void read_lanes(Urb& urb, const Message& message, const gen9::UrbMessage& fields, const UrbPayload& payload,
                MessageResponse& response) {
  response.registers.assign(fields.response_length, Grf{});
  std::uint32_t enables = 0;
  for (std::uint32_t left = message.execution_mask & kAllDwords; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    enables |= 0xFu << 4 * lane;
    const std::span<UrbSlot> slots = slots_of_lane(urb, fields, payload, lane);
    for (std::size_t i = 0; i < fields.response_length && i / kSlotDwords < slots.size(); ++i)
      response.registers[i][lane] = slots[i / kSlotDwords][i % kSlotDwords];
  }
  response.byte_enables.assign(fields.response_length, enables);
}

}  // namespace

void execute_urb_message(const Message& message, MessageResponse& response) {
  using gen9::UrbOperation;
  response.registers.clear();
  response.byte_enables.clear();
  const auto& fields = recently_decoded<gen9::UrbMessage>({message.descriptor, message.extended_descriptor});
  if (fields.operation != UrbOperation::kSimd8Write && fields.operation != UrbOperation::kSimd8Read)
    unsupported("the message URB " + std::string{texpipe::name_of(fields.operation)});
  if (message.context == nullptr || message.context->urb == nullptr)
    unsupported("a message to the URB of a thread that has no entries in it");
  Urb& urb = *message.context->urb;
  const UrbPayload payload = payload_of(message, fields);
  if (fields.operation == UrbOperation::kSimd8Write) return write_lanes(urb, message, fields, payload);
  read_lanes(urb, message, fields, payload, response);
}

}  // namespace texpipe::functional
