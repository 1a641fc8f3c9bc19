#include "timing/protocol/debug_access.h"

namespace texpipe::timing {

unsigned debug_access(functional::GpuMemory& memory, Payload& payload) {
  const ByteAddress address{payload.get_address()};
  if (!functional::GpuMemory::holds(address, ByteSize{payload.get_data_length()})) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return 0;
  }
  if (payload.is_read()) {
    memory.read(address, data_of(payload));
  } else {
    memory.write(address, data_of(payload));
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  return payload.get_data_length();
}

}  // namespace texpipe::timing
