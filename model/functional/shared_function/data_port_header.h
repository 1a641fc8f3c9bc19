// Places in the header of a data port message, and the unit that block messages count in.
#pragma once

#include <cstdint>

#include "functional/message/message.h"
#include "isa/gen9/binding_table_entry.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

inline constexpr unsigned kOwordDwords = 4;

inline constexpr unsigned kOwordBytes = 16;
inline constexpr unsigned kOffsetDword = 2;      // of block messages
inline constexpr unsigned kSampleMaskDword = 7;  // of typed surface messages

/// Base that stateless blocks and scattered messages with a header count from, behind the general state base:
/// M0.5[31:10], which threads find in r0.5 (SKL PRM vol. 7, "Buffer Base Address" of message headers). Compilers'
/// spilled registers and arrays in scratch memory rely on it.
inline std::uint64_t buffer_base(const gen9::DataPortMessage& fields, const Grf& header) {
  const bool stateless = fields.binding_table_index == gen9::kStatelessIndex ||
                         fields.binding_table_index == gen9::kStatelessNonCoherentIndex;
  return stateless ? header[5] & ~0x3FFu : 0;
}

}  // namespace texpipe::functional
