// Tiles of a memory whose bytes stand open to who writes pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// Pointers to the tiles of 4 KiB that were asked for last. They are good while nobody else watches or changes the
/// memory: `close` when somebody may have.
class OpenTiles {
 public:
  explicit OpenTiles(GpuMemory& memory) : memory_{memory} {}

  /// A part of a tile that somebody found last, for who asks for its neighbours.
  struct Block {
    const void* owner = nullptr;  // null: nobody
    std::uint32_t column = 0;
    std::uint32_t row = 0;
    std::uint32_t slice = 0;
    bool writes = false;
    std::byte* bytes = nullptr;
  };
  Block& last_block() { return last_block_; }

  void close() {
    for (Entry& entry : entries_) entry = {};
    last_block_ = {};
  }

  /// The byte at an address, with those behind it in its tile, to be read and written; null: see GpuMemory::open_tile.
  std::byte* at(ByteAddress address) {
    Entry& entry = entries_[tile_of(address) % kEntries];
    if (entry.tile != tile_of(address) || !entry.open) [[unlikely]] {
      std::byte* const bytes = memory_.open_tile(address);
      if (bytes == nullptr) return nullptr;
      entry = {tile_of(address), true, bytes};
    }
    return entry.bytes + address.value() % GpuMemory::kTileBytes;
  }

  /// Asks the host to bring the byte at an address near: a hint that changes nothing.
  void prefetch(ByteAddress address) {
    const std::byte* const byte = to_read(address);
    if (byte != nullptr) __builtin_prefetch(byte, 1);
  }

  /// Bytes as from `at`, to be read alone; null: see GpuMemory::tile.
  const std::byte* to_read(ByteAddress address) {
    Entry& entry = entries_[tile_of(address) % kEntries];
    if (entry.tile != tile_of(address)) [[unlikely]] {
      const std::byte* const bytes = memory_.tile(address);
      if (bytes == nullptr) return nullptr;
      entry = {tile_of(address), false, const_cast<std::byte*>(bytes)};
    }
    return entry.bytes + address.value() % GpuMemory::kTileBytes;
  }

 private:
  static constexpr std::size_t kEntries = 256;
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  static std::uint64_t tile_of(ByteAddress address) { return address.value() / GpuMemory::kTileBytes; }
  struct Entry {
    std::uint64_t tile = kNone;
    bool open = false;  // to be written
    std::byte* bytes = nullptr;
  };
  GpuMemory& memory_;
  Block last_block_;
  std::array<Entry, kEntries> entries_{};
};

}  // namespace texpipe::functional
