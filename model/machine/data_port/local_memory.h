// Time that the shared local memory of a subslice works on a message.
#pragma once

#include <cstdint>
#include <vector>

#include "functional/shared_function/execute_data_port_message.h"

namespace texpipe::machine {

/// Cycles in which the banks read or write everything that the accesses touch; each bank moves one DWord in a cycle. A
/// DWord that several lanes touch is moved once. At least one cycle.
std::uint64_t bank_cycles(const std::vector<functional::MemoryAccess>& accesses, std::uint32_t banks);

}  // namespace texpipe::machine
