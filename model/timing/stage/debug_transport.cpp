#include "timing/stage/debug_transport.h"

#include <cstdint>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::timing {

void debug_transport(MemoryInitiatorBase& initiator, Payload& payload, const char* when) {
  const std::uint64_t address = payload.get_address();  // a memory may change it
  const unsigned length = payload.get_data_length(), count = initiator->transport_dbg(payload);
  if (count == length) return;
  throw Error{
      ExitCode::kUnsupported,
      Diagnostic{.path = "memory",
                 .problem = std::string{payload.is_read() ? "gave " : "took "} + std::to_string(count) + " of " +
                            std::to_string(length) + " bytes at address " + std::to_string(address) +
                            " by debug transport " + when,
                 .hint = "a memory has room for all allocations; one that keeps no bytes says so (keeps_bytes)"}};
}

}  // namespace texpipe::timing
