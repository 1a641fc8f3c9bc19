#include "timing/protocol/message_protocol.h"

#include "base/diagnostic.h"

namespace texpipe::timing {

void MessageExtension::recycle() {
  message.payload.clear();
  message.context = nullptr;
  message.planned.reset();
  response.registers.clear();
  response.byte_enables.clear();
}

MessageExtension& message_of(Payload& payload) {
  auto* extension = payload.get_extension<MessageExtension>();
  if (extension == nullptr)
    throw Error{ExitCode::kInternalError, "a payload of the message protocol has no MessageExtension"};
  return *extension;
}

void describe_message(Payload& payload) {
  auto& registers = message_of(payload).message.payload;
  payload.set_command(tlm::TLM_IGNORE_COMMAND);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(registers.data()));
  payload.set_data_length(static_cast<unsigned>(registers.size() * sizeof(functional::Grf)));
  payload.set_streaming_width(payload.get_data_length());
  payload.set_byte_enable_ptr(nullptr);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
}

}  // namespace texpipe::timing
