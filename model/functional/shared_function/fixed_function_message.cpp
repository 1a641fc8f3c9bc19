#include "functional/shared_function/fixed_function_message.h"

#include <string>

#include "base/diagnostic.h"
#include "functional/message/pixel_writes.h"
#include "functional/shared_function/end_of_thread.h"
#include "functional/shared_function/urb_access.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

void execute_fixed_function_message(const Message& message, MessageResponse& response) {
  using gen9::SharedFunction;
  const auto shared_function = static_cast<SharedFunction>(message.shared_function);
  if (shared_function == SharedFunction::kUrb) return execute_urb_message(message, response);
  response.registers.clear();
  response.byte_enables.clear();
  switch (shared_function) {
    case SharedFunction::kRenderCache:
      if (message.context == nullptr || message.context->pixels == nullptr)
        unsupported("a render target message of a thread that shades no pixels of a draw");
      return message.context->pixels->write(message);
    case SharedFunction::kThreadSpawner:
      return check_spawner_message(message);
    case SharedFunction::kNull:  // consumed
      return;
    default:
      unsupported("a message to " + std::string{texpipe::name_of(shared_function)});
  }
}

}  // namespace texpipe::functional
