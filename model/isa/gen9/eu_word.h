// The 128 bits of an EU instruction in its native form, and the 64 of its compacted one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace texpipe::gen9 {

/// Four DWords, the first in memory first.
using EuWords = std::array<std::uint32_t, 4>;

/// CmptCtrl of a first DWord: the instruction is 8 bytes long, not 16.
constexpr bool is_compacted(std::uint32_t first_dword) {
  return (first_dword >> 29 & 1u) != 0;
}

/// The native form that a compacted instruction stands for, its CmptCtrl clear (specification/eu 5). Three-source
/// opcodes have tables of their own; which they are, the caller knows.
EuWords expand(std::uint64_t compacted, bool three_source);

/// The compacted form of a native instruction; nothing when the tables have no row for one of its parts.
std::optional<std::uint64_t> compact(const EuWords& native, bool three_source);

}  // namespace texpipe::gen9
