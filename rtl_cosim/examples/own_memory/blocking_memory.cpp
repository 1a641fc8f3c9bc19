#include <tlm_utils/simple_target_socket.h>

#include "memories.h"
#include "stored_bytes.h"
#include "timing/memory/blocking_adapter.h"

namespace own_memory {

using namespace texpipe;

namespace {

class BlockingMemory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<BlockingMemory> socket{"socket"};

  BlockingMemory(sc_core::sc_module_name name, const sc_core::sc_time& latency) : sc_module{name}, latency_{latency} {
    socket.register_b_transport(this, &BlockingMemory::transport);
    socket.register_transport_dbg(this, &BlockingMemory::debug);
  }

 private:
  void transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    bytes_.access(payload);
    delay += latency_;
  }
  unsigned debug(tlm::tlm_generic_payload& payload) {
    bytes_.access(payload);
    return payload.get_data_length();
  }

  sc_core::sc_time latency_;
  StoredBytes bytes_;
};

/// The memory behind the adapter, which makes non-blocking requests of texpipe blocking ones.
class Block final : public timing::MemoryBlock {
 public:
  Block(const char* name, timing::Simulation& simulation, const machine::MemoryParameters& parameters,
        const sc_core::sc_time& latency)
      : adapter_{name, simulation, parameters.queue, parameters.implementation.own().get<std::uint32_t>("outstanding")},
        memory_{(std::string{name} + "_storage").c_str(), latency} {
    adapter_.memory.bind(memory_.socket);
  }
  Socket& socket() override { return adapter_.socket(); }

 private:
  timing::BlockingMemoryAdapter adapter_;
  BlockingMemory memory_;
};

}  // namespace

std::unique_ptr<timing::MemoryBlock> make_blocking(sc_core::sc_module_name name, timing::Simulation& simulation,
                                                   const machine::MemoryParameters& parameters,
                                                   functional::GpuMemory&) {
  const auto latency = static_cast<double>(parameters.latency.value());
  return std::make_unique<Block>(name, simulation, parameters, sc_core::sc_time{latency, sc_core::SC_PS});
}

}  // namespace own_memory
