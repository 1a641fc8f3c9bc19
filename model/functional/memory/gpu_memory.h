// The GPU address space: 48 bits, sparse, owner of every byte of a workload.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
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

/// Bytes never written read as 0. Allocation is deterministic: the same calls give the same addresses. The space ends
/// at 2^48, and nothing wraps (R29): what lies beyond reads 0 and takes no write.
class GpuMemory {
 public:
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

  /// Makes the tiles of 4 KiB that the range touches null (or resident again): they read 0 and drop writes. Sampling a
  /// tiled resource reports them in the pixel null mask (gen9-sampling.md section 12). Errors: as for write.
  void set_null(ByteAddress address, ByteSize size, bool null = true);

  /// True when the address lies in a null tile.
  bool is_null(ByteAddress address) const {
    return !null_tiles_.empty() && null_tiles_.contains(address.value() / kTileBytes);
  }

  const std::vector<MemoryRegion>& regions() const { return regions_; }

 private:
  static constexpr std::uint64_t kPageBytes = 64 * 1024;
  static constexpr std::uint64_t kTileBytes = 4096;
  using Page = std::unique_ptr<std::byte[]>;

  const std::byte* page(std::uint64_t number) const;
  std::byte* writable_page(std::uint64_t number);
  std::uint64_t residency_run(std::uint64_t address, std::uint64_t limit, bool& null) const;

  std::vector<std::vector<Page>> directory_;  // [page number / 4096][page number % 4096], grown on demand
  std::map<std::uint64_t, Page> high_pages_;  // above the directory's reach
  std::set<std::uint64_t> null_tiles_;        // address / kTileBytes
  std::vector<MemoryRegion> regions_;
  std::uint64_t next_ = kPageBytes;
};

}  // namespace texpipe::functional
