// The GPU address space: 48 bits, sparse, owner of every byte of a workload.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/quantity.h"

namespace texpipe::functional {

/// A named allocation, for `texture info`, statistics and error texts.
struct MemoryRegion {
  std::string name;
  ByteAddress address;
  ByteSize size;
};

/// Names what a memory holds: equal stamps mean the same memory with the same bytes in all watched tiles. Larger stamps
/// are later ones.
class MemoryStamp {
 public:
  MemoryStamp();                              // one that no other object had
  MemoryStamp(MemoryStamp&& other) noexcept;  // the other gets a new one, as its bytes are gone
  MemoryStamp& operator=(MemoryStamp&& other) noexcept;
  std::uint64_t value() const { return value_.load(std::memory_order_acquire); }
  /// Becomes a later one, which is returned.
  std::uint64_t renew();

 private:
  std::atomic<std::uint64_t> value_;
};

/// Bytes never written read as 0. Allocation is deterministic: the same calls give the same addresses. The space ends
/// at 2^48, and nothing wraps (R29): what lies beyond reads 0 and takes no write.
///
/// Several threads may read, watch and write at once, when none touches bytes that another writes. What else changes a
/// memory (allocations, null tiles, moves) needs it alone.
class GpuMemory {
 public:
  GpuMemory();
  GpuMemory(GpuMemory&&) noexcept;
  GpuMemory& operator=(GpuMemory&&) noexcept;
  ~GpuMemory();

  static constexpr unsigned kAddressBits = 48;
  static constexpr std::uint64_t kEnd = std::uint64_t{1} << kAddressBits;  // the first address that is none

  /// True when the range ends with the address space or before. An empty range may start at its end.
  static constexpr bool holds(ByteAddress address, ByteSize size) {
    return address.value() <= kEnd && size.value() <= kEnd - address.value();
  }

  /// Reserves `size` bytes at the next address with this alignment (a power of two). Never returns address 0.
  /// Errors: Error (kMalformedInput) when they do not fit into what is left; nothing is reserved then.
  ByteAddress allocate(std::string name, ByteSize size, ByteSize alignment = ByteSize{4096});

  void read(ByteAddress address, std::span<std::byte> bytes) const;
  /// Errors: Error (kMalformedInput) for a range that the address space does not hold; nothing is written then.
  void write(ByteAddress address, std::span<const std::byte> bytes);

  std::uint32_t read_u32(ByteAddress address) const;
  void write_u32(ByteAddress address, std::uint32_t value);

  /// The host's bytes of the tile of 4 KiB that holds an address, for who reads or writes many of them: they stand
  /// until a tile is watched or made null, or the memory moves. Null where they have to be asked for one by one: memory
  /// with null tiles, addresses beyond the end, and bytes that nobody has written.
  const std::byte* tile(ByteAddress address) const;
  /// Bytes as from `tile`, as if all of them were written now. Null for memory with null tiles and addresses beyond
  /// the end alone.
  std::byte* open_tile(ByteAddress address);

  /// Makes the tiles of 4 KiB that the range touches null (or resident again): they read 0 and drop writes. Sampling a
  /// tiled resource reports them in the pixel null mask (specification/sampling 12). Errors: as for write.
  void set_null(ByteAddress address, ByteSize size, bool null = true);

  /// True when the address lies in a null tile.
  bool is_null(ByteAddress address) const {
    return !null_tiles_.empty() && null_tiles_.contains(address.value() / kTileBytes);
  }

  bool has_null_tiles() const { return !null_tiles_.empty(); }

  const std::vector<MemoryRegion>& regions() const { return regions_; }

  /// Tiles that a copy of the memory has to hold, as address / kTileBytes in order: those with a byte other than 0, and
  /// null ones.
  std::vector<std::uint64_t> filled_tiles() const;
  std::vector<std::uint64_t> null_tiles() const { return {null_tiles_.begin(), null_tiles_.end()}; }

  /// For those who keep what they made of bytes: marks the tiles of 4 KiB that the range touches. The next write to one
  /// of them, and every change of null tiles, makes a new generation.
  void watch(ByteAddress address, ByteSize size) const;
  /// A number that no other memory has; it moves with the bytes.
  std::uint64_t identity() const { return identity_.value(); }
  /// Equal numbers: the same memory, and nothing was written to watched tiles in between.
  std::uint64_t generation() const { return stamp_.value(); }
  /// True when a byte of the tile may have changed since `generation`. @param tile  address / kTileBytes, of a tile
  /// that was watched then
  bool changed_since(std::uint64_t tile, std::uint64_t generation) const;

  static constexpr std::uint64_t kTileBytes = 4096;

 private:
  static constexpr std::uint64_t kPageBytes = 64 * 1024;
  static constexpr std::uint64_t kTilesPerPage = kPageBytes / kTileBytes;
  struct PageData;
  struct Directory;

  PageData* page(std::uint64_t number) const;
  PageData& writable_page(std::uint64_t number);
  void note_write(PageData& page, std::uint64_t offset, std::uint64_t bytes);
  std::uint64_t residency_run(std::uint64_t address, std::uint64_t limit, bool& null) const;

  std::unique_ptr<Directory> directory_;  // null when the pages were moved away
  std::set<std::uint64_t> null_tiles_;    // address / kTileBytes
  std::uint64_t nulls_changed_ = 0;       // generation
  MemoryStamp identity_;
  MemoryStamp stamp_;
  std::vector<MemoryRegion> regions_;
  std::uint64_t next_ = kPageBytes;
};

}  // namespace texpipe::functional
