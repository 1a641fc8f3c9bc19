#include "isa/gen9/urb_message.h"

#include "isa/gen9/message_layouts.h"

namespace texpipe::gen9 {

namespace {

using M = UrbMessage;

constexpr std::array<EnumRow, 9> kOperations{{
    {0, "write HWord", "blocks of 32 bytes into one or two entries"},
    {1, "write OWord", "blocks of 16 bytes into one or two entries"},
    {2, "read HWord", "blocks of 32 bytes of one or two entries"},
    {3, "read OWord", "blocks of 16 bytes of one or two entries"},
    {4, "atomic move", "a DWord is replaced and returned"},
    {5, "atomic increment", "a DWord is counted up and returned"},
    {6, "atomic add", "a DWord is added to and returned"},
    {7, "SIMD8 write", "DWords of each lane's own entry"},
    {8, "SIMD8 read", "DWords of each lane's own entry"},
}};

// Source: specification/3d-pipeline 3; facts of Mesa's compiler for Gen8 and Gen9.
constexpr std::array kFields = message_table<M>(std::array{
    field<M, &M::operation>(0, 3, 0, "Message Type", "operation"),
    field<M, &M::global_offset>(0, 14, 4, "Global Offset", "slots of 16 bytes from the start of each entry"),
    field<M, &M::channel_masks>(0, 15, 15, "Channel Mask Present", "a register of the payload masks DWords of a slot"),
    field<M, &M::per_slot_offsets>(0, 17, 17, "Per Slot Offset Present",
                                   "a register of the payload adds to the offset"),
});
constexpr MessageLayout<M> kLayout{"URB message", kFields, kMessageWordNames};

}  // namespace

EnumRows enum_rows(UrbOperation) {
  return {"URB message type", kOperations};
}

UrbMessage UrbMessage::decode(MessageWords words) {
  return decode_message_fields(kLayout, words);
}

MessageWords UrbMessage::encode() const {
  return encode_message_fields(kLayout, *this);
}

std::vector<FieldValue> UrbMessage::fields() const {
  return kLayout.values(*this);
}

void UrbMessage::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

std::string UrbMessage::describe() const {
  std::string text = "URB " + std::string{name_of(operation)} + ", slot " + std::to_string(global_offset);
  if (per_slot_offsets) text += ", per-slot offsets";
  if (channel_masks) text += ", channel masks";
  return text + describe_lengths(*this);
}

template <>
const MessageLayout<UrbMessage>& message_layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
