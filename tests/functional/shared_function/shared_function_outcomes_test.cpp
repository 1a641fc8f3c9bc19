// Outcome of a message to each shared function that the model has no unit for.
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/end_of_thread.h"
#include "functional/shared_function/execute_message.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::functional {
namespace {

Message message_to(gen9::SharedFunction target) {
  Message message;
  message.shared_function = static_cast<std::uint8_t>(target);
  message.execution_mask = 0xFF;
  message.payload.resize(1);
  return message;
}

TEST_CASE("a message to nothing is consumed and brings nothing back", "[message]") {
  GpuMemory memory;
  const MessageResponse response = execute_message(memory, message_to(gen9::SharedFunction::kNull));
  CHECK(response.registers.empty());
}

TEST_CASE("the thread spawner takes messages but for those that start a thread", "[message]") {
  GpuMemory memory;
  Message message = message_to(gen9::SharedFunction::kThreadSpawner);
  message.descriptor = 0x0200'0010;
  CHECK(execute_message(memory, message).registers.empty());
  CHECK_FALSE(ends_thread(message));
  message.extended_descriptor = 0x27;
  CHECK(ends_thread(message));
  CHECK(ends_thread(end_of_thread()));
  message.descriptor |= 1;
  CHECK_THROWS_AS(execute_message(memory, message), Error);
}

TEST_CASE("a flush of the sampler's caches answers without a surface and writes no byte", "[message]") {
  GpuMemory memory;
  const MessageContext context;  // no binding table
  Message message = message_to(gen9::SharedFunction::kSampler);
  message.descriptor = 0x021F'F000;  // as before a kernel reads an image that it wrote
  message.extended_descriptor = 2;
  message.context = &context;
  const MessageResponse response = execute_message(memory, message);
  REQUIRE(response.registers.size() == 1);
  CHECK(response.byte_enables == std::vector<std::uint32_t>{0});
}

TEST_CASE("units that the model lacks are refused by name", "[message]") {
  GpuMemory memory;
  using enum gen9::SharedFunction;
  for (const gen9::SharedFunction target : {kVideoMotionEstimation, kCheckAndRefinement}) {
    try {
      execute_message(memory, message_to(target));
      FAIL("accepted");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kUnsupported);
      CHECK(std::string{error.what()}.find(texpipe::name_of(target)) != std::string::npos);
    }
  }
}

TEST_CASE("a reserved shared function is refused when an instruction names it", "[message]") {
  CHECK_FALSE(listed(static_cast<gen9::SharedFunction>(1)));
  CHECK_FALSE(listed(static_cast<gen9::SharedFunction>(14)));
  CHECK_FALSE(listed(static_cast<gen9::SharedFunction>(15)));
}

}  // namespace
}  // namespace texpipe::functional
