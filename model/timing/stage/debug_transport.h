// Debug transport whose byte count is checked.
#pragma once

#include <systemc>
#include <tlm>

#include "timing/protocol/memory_protocol.h"
#include "timing/simulation/connect.h"

namespace texpipe::timing {

/// Initiator socket through which a memory is asked, once it is bound.
using MemoryInitiatorBase = InitiatorBase<32, tlm::tlm_base_protocol_types>;

/// Moves the payload's bytes by debug transport, which takes no time.
/// @param when  part of the error's text, such as `at the end of the run`
/// Errors: kUnsupported when the memory takes or gives fewer bytes than all.
void debug_transport(MemoryInitiatorBase& initiator, Payload& payload, const char* when);

}  // namespace texpipe::timing
