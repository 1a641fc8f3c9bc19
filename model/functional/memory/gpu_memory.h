// The GPU address space: 48 bits, sparse, owner of every byte of a workload.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
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

/// Bytes never written read as 0. Allocation is deterministic: the same calls give the same addresses.
class GpuMemory {
 public:
  static constexpr unsigned kAddressBits = 48;

  /// Reserves `size` bytes at the next address with this alignment (a power of two). Never returns address 0.
  ByteAddress allocate(std::string name, ByteSize size, ByteSize alignment = ByteSize{4096});

  /// Addresses wrap at 48 bits.
  void read(ByteAddress address, std::span<std::byte> bytes) const;
  void write(ByteAddress address, std::span<const std::byte> bytes);

  std::uint32_t read_u32(ByteAddress address) const;
  void write_u32(ByteAddress address, std::uint32_t value);

  const std::vector<MemoryRegion>& regions() const { return regions_; }

 private:
  static constexpr std::uint64_t kPageBytes = 64 * 1024;
  using Page = std::unique_ptr<std::byte[]>;

  const std::byte* page(std::uint64_t number) const;
  std::byte* writable_page(std::uint64_t number);

  std::vector<std::vector<Page>> directory_;  // [page number / 4096][page number % 4096], grown on demand
  std::map<std::uint64_t, Page> high_pages_;  // above the directory's reach
  std::vector<MemoryRegion> regions_;
  std::uint64_t next_ = kPageBytes;
};

}  // namespace texpipe::functional
