// Unified return buffer: entries of vertices and patches, in slots of 16 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace texpipe::functional {

using UrbSlot = std::array<std::uint32_t, 4>;

/// Bits of a handle as messages carry it: a geometry shader's threads find the number of their instance above it.
inline constexpr std::uint32_t kUrbHandleMask = (1u << 27) - 1;

/// Entries of vertices and patches, in blocks of equal entries. A handle, as threads see it, is the number of an entry,
/// counted over all blocks from 0 (resolution R46).
class Urb {
 public:
  /// Room for `entries` more entries of `slots` slots, which read 0. @return the first one's handle
  std::uint32_t allocate(std::uint32_t entries, std::uint32_t slots);
  /// Entries from a handle on, which `allocate` returned, are gone, and handles begin anew there.
  void release_from(std::uint32_t handle);
  /// Entries of all sizes are gone, and handles begin anew.
  void clear() { release_from(0); }

  /// Slots of an entry; empty for a handle that there is not.
  std::span<UrbSlot> entry(std::uint32_t handle);
  std::span<const UrbSlot> entry(std::uint32_t handle) const;

  /// Handle of the next entry.
  std::uint32_t end() const { return next_handle_; }
  std::uint64_t bytes() const { return slots_.size() * sizeof(UrbSlot); }

 private:
  struct Block {
    std::uint32_t first_handle = 0;
    std::uint32_t entries = 0;
    std::uint32_t slots = 0;  // of each
    std::size_t first_slot = 0;
  };
  const Block* block_of(std::uint32_t handle) const;

  std::vector<Block> blocks_;  // in order of their handles
  std::vector<UrbSlot> slots_;
  std::uint32_t next_handle_ = 0;
};

/// Slots of a vertex entry (specification/3d-pipeline 3).
inline constexpr unsigned kVertexHeaderSlot = 0;    // word 1 target array index, 2 viewport index, 3 point size
inline constexpr unsigned kVertexPositionSlot = 1;  // clip space x, y, z, w
inline constexpr unsigned kVertexDistanceSlot = 2;  // clip distances 0 to 7, two slots
inline constexpr unsigned kVertexOutputSlot = 4;    // the first output

}  // namespace texpipe::functional
