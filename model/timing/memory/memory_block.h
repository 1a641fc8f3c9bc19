// Interface of the memory behind the last cache, be it the model's or one of somebody else's.
#pragma once

#include <functional>
#include <utility>

#include <systemc>

#include "functional/memory/gpu_memory.h"
#include "machine/memory/memory_parameters.h"
#include "timing/simulation/connect.h"
#include "timing/stage/block.h"
#include "timing/stage/debug_transport.h"

namespace texpipe::timing {

/// A module, or an object that owns some, with a target socket of the TLM-2.0 base protocol. A memory that has blocking
/// calls alone stands behind a BlockingMemoryAdapter.
class MemoryBlock : public Block {
 public:
  using Socket = TargetBase<32, tlm::tlm_base_protocol_types>;

  virtual Socket& socket() = 0;
  void offer_sockets(Sockets& sockets, const std::string& path) override { sockets.offer(path, 0, socket()); }

  /// Whether the memory keeps bytes of its own. One that keeps none, or has no debug transport, is neither loaded nor
  /// compared; the model's is such a memory: its bytes are the GPU's.
  virtual bool keeps_bytes() const { return true; }
};

/// Writes the allocated bytes to a memory that keeps its own, in pieces of a line. To be called when simulation starts,
/// not before the memory's own start_of_simulation. Errors: those of debug_transport.
void load(MemoryInitiatorBase& initiator, const functional::GpuMemory& bytes, ByteSize line);

/// Compares the bytes of a memory that keeps its own with the GPU's, after caches were written back.
/// Errors: kMismatch with the first address that differs; those of debug_transport.
void compare(MemoryInitiatorBase& initiator, const functional::GpuMemory& bytes, ByteSize line);

/// Calls a function when simulation starts, after the modules that were built before.
class AtStart final : public sc_core::sc_module {
 public:
  AtStart(sc_core::sc_module_name name, std::function<void()> body) : sc_module{name}, body_{std::move(body)} {}

 private:
  void start_of_simulation() override { body_(); }

  std::function<void()> body_;
};

}  // namespace texpipe::timing
