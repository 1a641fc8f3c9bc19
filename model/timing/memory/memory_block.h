// What stands behind L3: the model's memory or one of somebody else's.
#pragma once

#include "functional/memory/gpu_memory.h"
#include "machine/memory/memory_parameters.h"
#include "timing/observe/connect.h"
#include "timing/stage/block.h"

namespace texpipe::timing {

/// A module, or what owns some, with a target socket of the TLM-2.0 base protocol. A memory that only blocks stands
/// behind a BlockingMemoryAdapter.
class MemoryBlock : public Block {
 public:
  using Socket = TargetBase<32, tlm::tlm_base_protocol_types>;

  virtual Socket& socket() = 0;
  void offer_sockets(Sockets& sockets, const std::string& path) override { sockets.offer(path, 0, socket()); }

  /// False for the model's memory, whose bytes are the GPU's.
  virtual bool keeps_bytes() const { return true; }
};

/// Writes the allocated bytes to a memory that keeps its own, by debug transport, which takes no time.
void load(MemoryBlock& memory, const functional::GpuMemory& bytes);

/// Compares what a memory that keeps its own bytes gives by debug transport with the GPU's, after caches were written
/// back. Errors: kMismatch with the first address that differs. A memory without debug transport passes.
void compare(MemoryBlock& memory, const functional::GpuMemory& bytes);

}  // namespace texpipe::timing
