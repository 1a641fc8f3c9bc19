// BINDING_TABLE_STATE: one DWord per binding table index (specification/state 1).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "isa/gen9/bit_field.h"

namespace texpipe::gen9 {

inline constexpr unsigned kBindingTableEntries = 256;

// Indices of a descriptor that name no table entry (specification/messages 2).
inline constexpr std::uint8_t kLastTableIndex = 239;
inline constexpr std::uint8_t kBindlessIndex = 252;
inline constexpr std::uint8_t kStatelessNonCoherentIndex = 253;
inline constexpr std::uint8_t kSharedLocalMemoryIndex = 254;
inline constexpr std::uint8_t kStatelessIndex = 255;

struct BindingTableEntry {
  static constexpr std::size_t kDwords = 1;
  using Words = std::array<std::uint32_t, kDwords>;

  std::uint32_t surface_state_offset = 0;  // bytes from surface state base, a multiple of 64

  bool operator==(const BindingTableEntry&) const = default;

  /// Refuses (Error, kMalformedInput) an entry whose bits 5:0 are not zero.
  static BindingTableEntry decode(std::span<const std::uint32_t, kDwords> words);
  Words encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  /// Table of its fields.
  static const BitLayout<BindingTableEntry, kDwords>& layout();
};

}  // namespace texpipe::gen9
