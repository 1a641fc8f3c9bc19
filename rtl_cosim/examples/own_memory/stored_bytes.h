// The bytes of a memory: what both examples do with the data of a payload.
#pragma once

#include <cstdint>
#include <unordered_map>

#include <tlm>

namespace own_memory {

class StoredBytes {
 public:
  /// Reads or writes, with byte enables. A memory that keeps its bytes is compared with the model's at the end of a
  /// run.
  void access(tlm::tlm_generic_payload& payload) {
    unsigned char* data = payload.get_data_ptr();
    const unsigned char* enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      if (enables != nullptr && enables[i % payload.get_byte_enable_length()] == TLM_BYTE_DISABLED) continue;
      const std::uint64_t address = payload.get_address() + i;
      if (payload.is_write()) {
        bytes_[address] = data[i];
      } else {
        const auto found = bytes_.find(address);
        data[i] = found == bytes_.end() ? 0 : found->second;
      }
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

 private:
  std::unordered_map<std::uint64_t, unsigned char> bytes_;
};

}  // namespace own_memory
