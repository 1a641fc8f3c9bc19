#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

void refuse_shared_function(std::string_view structure, SharedFunction found) {
  throw Error{ExitCode::kMalformedInput,
              std::string{structure} + ": Shared Function (extended descriptor 3:0) is " + std::string{name_of(found)}};
}

std::string describe_lengths(const MessageFields& message) {
  std::string text = message.header_present ? ", header" : ", no header";
  text += ", message " + std::to_string(message.message_length);
  if (message.extended_message_length > 0) text += "+" + std::to_string(message.extended_message_length);
  text += ", response " + std::to_string(message.response_length);
  if (message.end_of_thread) text += ", end of thread";
  return text;
}

}  // namespace texpipe::gen9
