#include "functional/shared_function/barriers.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "functional/message/recent_decode.h"
#include "isa/gen9/gateway_message.h"

namespace texpipe::functional {

std::uint32_t barrier_threads(const Message& message) {
  const auto& fields = recently_decoded<gen9::GatewayMessage>({message.descriptor, message.extended_descriptor});
  if (fields.function != gen9::GatewayFunction::kBarrier)
    unsupported("gateway message `" + std::string{texpipe::name_of(fields.function)} + "`");
  if (message.payload.size() != 1) {
    throw Error{ExitCode::kMalformedInput,
                "a barrier message with " + std::to_string(message.payload.size()) + " payload registers"};
  }
  const auto payload = gen9::BarrierPayload::decode(message.payload.front());
  if (!payload.barrier_count_enable) return message.group_threads;
  if (payload.barrier_count == 0) throw Error{ExitCode::kMalformedInput, "a barrier message that counts no thread"};
  return payload.barrier_count;
}

}  // namespace texpipe::functional
