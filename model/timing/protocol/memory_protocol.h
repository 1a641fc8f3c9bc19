// The memory protocol: the plain TLM-2.0 base protocol between caches, L3, data port and memory. Pooled payloads with
// room for a line of data; no mandatory extension, so that any TLM-2.0 memory binds. The values of the machine come
// from the GPU memory, so inside it nobody fills or reads that room: bytes go only to a memory that keeps its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include "base/quantity.h"
#include "machine/cache/line_path.h"
#include "timing/protocol/payload_pool.h"

namespace texpipe::timing {

template <class Module>
using MemoryInitiator = tlm_utils::simple_initiator_socket<Module>;
template <class Module>
using MemoryTarget = tlm_utils::simple_target_socket<Module>;
template <class Module>
using TaggedMemoryInitiator = tlm_utils::simple_initiator_socket_tagged<Module>;
template <class Module>
using TaggedMemoryTarget = tlm_utils::simple_target_socket_tagged<Module>;

/// Ignorable extension that owns a pooled payload's bytes; no target needs it.
struct MemoryBuffer : tlm::tlm_extension<MemoryBuffer> {
  std::vector<unsigned char> bytes;
  std::vector<unsigned char> enables;  // byte enables of a partial write
  std::uint64_t tag = 0;               // the initiator's own number for the request
  machine::LinePath path;              // places of the line; each level adds its own

  tlm::tlm_extension_base* clone() const override { return new MemoryBuffer{*this}; }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const MemoryBuffer&>(other); }
  void recycle() { path.clear(); }
};

using MemoryPool = PayloadPool<MemoryBuffer>;

enum class MemoryCommand : bool { kRead, kWrite };

/// A request of the base protocol in a payload of the pool, with a data buffer of its own, all bytes enabled.
PayloadRef memory_request(MemoryPool& pool, MemoryCommand command, ByteAddress address, ByteSize size);

/// Data buffer of a payload made by memory_request.
std::vector<unsigned char>& bytes_of(Payload& payload);

/// Bytes to which the data pointer of any payload points.
inline std::span<std::byte> data_of(const Payload& payload) {
  return {reinterpret_cast<std::byte*>(payload.get_data_ptr()), payload.get_data_length()};
}

/// Notes that the line of `payload`, which may be a foreign module's, is at `place` until `until`.
inline void note_place(const Payload& payload, machine::LinePlace place, Cycles until) {
  if (auto* buffer = payload.get_extension<MemoryBuffer>()) buffer->path.add(place, until);
}

/// Number that the initiator gave a payload made by memory_request.
std::uint64_t& tag_of(Payload& payload);

}  // namespace texpipe::timing
