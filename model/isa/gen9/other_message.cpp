#include "isa/gen9/other_message.h"

#include "isa/gen9/message_layouts.h"

namespace texpipe::gen9 {

namespace {

using M = OtherMessage;

// Source: specification/messages 1.1.
constexpr std::array kFields = message_table<M>(std::array{
    field<M, &M::function_control>(0, 18, 0, "Function Control", "meaning depends on the shared function"),
    field<M, &M::format_control>(0, 31, 29, "Format Control", "meaning depends on the shared function"),
    field<M, &M::extended_function_control>(1, 31, 16, "Extended Function Control",
                                            "meaning depends on the shared function"),
});
constexpr MessageLayout<M> kLayout{"message", kFields, kMessageWordNames};

}  // namespace

OtherMessage OtherMessage::decode(MessageWords words) {
  return decode_message_fields(kLayout, words);
}

MessageWords OtherMessage::encode() const {
  return encode_message_fields(kLayout, *this);
}

std::vector<FieldValue> OtherMessage::fields() const {
  return kLayout.values(*this);
}

void OtherMessage::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

std::string OtherMessage::describe() const {
  std::string text{shared_function_id_rows().find(static_cast<std::uint32_t>(shared_function))->name};
  return text + ", function control " + std::to_string(function_control) + describe_lengths(*this);
}

template <>
const MessageLayout<OtherMessage>& message_layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
