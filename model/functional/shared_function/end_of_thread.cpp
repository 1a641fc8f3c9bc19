#include "functional/shared_function/end_of_thread.h"

#include "base/diagnostic.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {

namespace {

using gen9::SharedFunction;

constexpr std::uint32_t kEndOfThread = 1u << 5;    // of an extended descriptor
constexpr std::uint32_t kNoDereference = 1u << 4;  // of a descriptor to the spawner: resources are not given back
constexpr std::uint32_t kSpawnThread = 1u << 0;    // likewise: the opcode

bool goes_to(const Message& message, SharedFunction target) {
  return message.shared_function == static_cast<std::uint8_t>(target);
}

}  // namespace

bool ends_thread(const Message& message) {
  const bool comes_to_spawner =
      goes_to(message, SharedFunction::kThreadSpawner) || goes_to(message, SharedFunction::kNull);
  return comes_to_spawner && (message.extended_descriptor & kEndOfThread) != 0;
}

Message end_of_thread() {
  constexpr auto kSpawner = static_cast<std::uint8_t>(SharedFunction::kThreadSpawner);
  return {.shared_function = kSpawner, .descriptor = kNoDereference, .extended_descriptor = kEndOfThread | kSpawner};
}

void check_spawner_message(const Message& message) {
  if (goes_to(message, SharedFunction::kThreadSpawner) && (message.descriptor & kSpawnThread) != 0)
    unsupported("a message to the thread spawner that starts a thread");
}

}  // namespace texpipe::functional
