#include "timing/protocol/memory_protocol.h"

namespace texpipe::timing {

PayloadRef memory_request(MemoryPool& pool, MemoryCommand command, ByteAddress address, ByteSize size) {
  PayloadRef payload = pool.take();
  auto& bytes = bytes_of(*payload);
  bytes.resize(size.value());
  payload->set_command(command == MemoryCommand::kRead ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  payload->set_address(address.value());
  payload->set_data_ptr(bytes.data());
  payload->set_data_length(static_cast<unsigned>(bytes.size()));
  payload->set_streaming_width(payload->get_data_length());
  payload->set_byte_enable_ptr(nullptr);
  payload->set_byte_enable_length(0);
  payload->set_dmi_allowed(false);
  payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  return payload;
}

std::vector<unsigned char>& bytes_of(Payload& payload) {
  return payload.get_extension<MemoryBuffer>()->bytes;
}

std::uint64_t& tag_of(Payload& payload) {
  return payload.get_extension<MemoryBuffer>()->tag;
}

}  // namespace texpipe::timing
