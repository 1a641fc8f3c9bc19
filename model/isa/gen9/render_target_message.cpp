#include "isa/gen9/render_target_message.h"

#include "isa/gen9/message_layouts.h"

namespace texpipe::gen9 {

namespace {

using M = RenderTargetMessage;

constexpr std::array<EnumRow, 2> kTypes{{
    {12, "render target write", "colours, and what goes with them, to the target"},
    {13, "render target read", "colours of the target"},
}};

constexpr std::array<EnumRow, 5> kKinds{{
    {0, "SIMD16", "16 pixels"},
    {1, "SIMD16 replicated", "one colour for 16 pixels"},
    {2, "SIMD8 dual source low", "two colours, pixels 0-7 of 16"},
    {3, "SIMD8 dual source high", "two colours, pixels 8-15 of 16"},
    {4, "SIMD8", "8 pixels"},
}};

constexpr EnumRow kSlotGroupRows[] = {
    {0, "slots 0-15", "pixels 0 to 15"},
    {1, "slots 16-31", "pixels 16 to 31"},
};
constexpr EnumRows kSlotGroups{"render target slot group", kSlotGroupRows};

constexpr EnumRow kPrecisionRows[] = {
    {0, "32-bit", "payload of floats"},
    {1, "16-bit", "payload of half floats"},
};
constexpr EnumRows kPrecisions{"render target message precision", kPrecisionRows};

// Source: specification/messages 5.4.
constexpr std::array kFields = message_table<M>(std::array{
    field<M, &M::type>(0, 17, 14, "Message Type", "direction"),
    field<M, &M::kind>(0, 10, 8, "Message Subtype", "pixels and colours"),
    field<M, &M::binding_table_index>(0, 7, 0, "Binding Table Index", "target surface"),
    coded_field<M, &M::slots_16_to_31, kSlotGroups>(0, 11, 11, "Slot Group Select"),
    field<M, &M::last_render_target>(0, 12, 12, "Last Render Target Select", "last target of these pixels"),
    field<M, &M::per_sample>(0, 13, 13, "Per-Sample Output", "one sample per channel"),
    coded_field<M, &M::half_precision, kPrecisions>(0, 30, 30, "Message Precision"),
    bindless_surface_field<M>(),
});
constexpr MessageLayout<M> kLayout{"render cache message", kFields, kMessageWordNames};

}  // namespace

EnumRows enum_rows(RenderCacheType) {
  return {"render cache message type", kTypes};
}
EnumRows enum_rows(RenderTargetKind) {
  return {"render target message subtype", kKinds};
}

RenderTargetMessage RenderTargetMessage::decode(MessageWords words) {
  return decode_message_fields(kLayout, words);
}

MessageWords RenderTargetMessage::encode() const {
  return encode_message_fields(kLayout, *this);
}

std::vector<FieldValue> RenderTargetMessage::fields() const {
  return kLayout.values(*this);
}

void RenderTargetMessage::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

std::string RenderTargetMessage::describe() const {
  std::string text = std::string{name_of(type)} + ", " + std::string{name_of(kind)};
  text += binding_table_index == 252 ? ", bindless surface at " + std::to_string(bindless_surface_offset)
                                     : ", target " + std::to_string(binding_table_index);
  if (slots_16_to_31) text += ", slots 16-31";
  if (per_sample) text += ", per sample";
  if (half_precision) text += ", 16-bit colours";
  if (last_render_target) text += ", last target";
  return text + describe_lengths(*this);
}

template <>
const MessageLayout<RenderTargetMessage>& message_layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
