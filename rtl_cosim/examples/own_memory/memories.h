// Two memories that texpipe did not bring, as factories for its block registry.
#pragma once

#include "timing/memory/memory_block.h"

namespace own_memory {

/// A plain TLM-2.0 memory that knows b_transport only.
std::unique_ptr<texpipe::timing::MemoryBlock> make_blocking(sc_core::sc_module_name name,
                                                            texpipe::timing::Simulation& simulation,
                                                            const texpipe::machine::MemoryParameters& parameters,
                                                            texpipe::functional::GpuMemory& bytes);

/// A non-blocking one that refreshes all of itself every now and then.
std::unique_ptr<texpipe::timing::MemoryBlock> make_refreshing(sc_core::sc_module_name name,
                                                              texpipe::timing::Simulation& simulation,
                                                              const texpipe::machine::MemoryParameters& parameters,
                                                              texpipe::functional::GpuMemory& bytes);

}  // namespace own_memory
