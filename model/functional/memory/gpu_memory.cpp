#include "functional/memory/gpu_memory.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"
#include "base/unit_text.h"

namespace texpipe::functional {

namespace {

constexpr std::uint64_t kTablePages = 4096;     // of 64 KiB: 256 MiB
constexpr std::uint64_t kTablesOfGroup = 4096;  // 1 TiB
constexpr std::uint64_t kGroups = 256;          // the address space

void require_inside(std::string_view what, ByteAddress address, ByteSize size) {
  if (GpuMemory::holds(address, size)) [[likely]]
    return;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = std::string{what} + " of " + std::to_string(size.value()) + " bytes at " +
                                    value_text(address) + " lies beyond the GPU address space",
                         .hint = "its last byte is at " + value_text(ByteAddress{GpuMemory::kEnd - 1})}};
}

std::uint64_t next_stamp() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

}  // namespace

MemoryStamp::MemoryStamp() : value_{next_stamp()} {}
MemoryStamp::MemoryStamp(MemoryStamp&& other) noexcept : value_{other.value()} {
  other.renew();
}
MemoryStamp& MemoryStamp::operator=(MemoryStamp&& other) noexcept {
  value_ = other.value();
  other.renew();
  return *this;
}
std::uint64_t MemoryStamp::renew() {
  const std::uint64_t mine = next_stamp();
  // Another thread may have come with a later one.
  std::uint64_t seen = value();
  while (seen < mine && !value_.compare_exchange_weak(seen, mine)) continue;
  return mine;
}

struct GpuMemory::PageData {
  std::array<std::byte, kPageBytes> bytes;
  std::array<std::atomic<std::uint64_t>, kTilesPerPage> written;  // generation of the last write to a watched tile
  std::atomic<std::uint32_t> watched;                             // bit per tile
};

/// Pages by number, in tables that are made on demand. Who finds a page takes no lock; who makes one does.
struct GpuMemory::Directory {
  template <class Entry, std::uint64_t kEntries>
  struct Level {
    std::array<std::atomic<Entry*>, kEntries> entries{};
    ~Level() {
      for (const auto& entry : entries) delete entry.load();
    }
    Entry* find(std::uint64_t number) const { return entries[number % kEntries].load(std::memory_order_acquire); }
    template <class Make>
    Entry& make(std::uint64_t number, Make make_entry) {
      std::atomic<Entry*>& entry = entries[number % kEntries];
      if (entry.load() == nullptr) entry.store(make_entry().release(), std::memory_order_release);
      return *entry.load();
    }
  };
  using Table = Level<PageData, kTablePages>;
  using Group = Level<Table, kTablesOfGroup>;
  Level<Group, kGroups> groups;
  std::mutex making;
  static_assert(kGroups * kTablesOfGroup * kTablePages * kPageBytes == kEnd);

  /// Null also for a page beyond the address space.
  PageData* find(std::uint64_t number) const {
    if (number >= kEnd / kPageBytes) return nullptr;
    const Group* group = groups.find(number / (kTablesOfGroup * kTablePages));
    const Table* table = group == nullptr ? nullptr : group->find(number / kTablePages);
    return table == nullptr ? nullptr : table->find(number);
  }

  /// In order of their numbers.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::uint64_t g = 0; g < kGroups; ++g) {
      const Group* group = groups.find(g);
      for (std::uint64_t t = 0; group != nullptr && t < kTablesOfGroup; ++t) {
        const Table* table = group->find(t);
        for (std::uint64_t p = 0; table != nullptr && p < kTablePages; ++p) {
          if (const PageData* page = table->find(p)) visit((g * kTablesOfGroup + t) * kTablePages + p, *page);
        }
      }
    }
  }

  /// The page, which is made when it is not there. Somebody may have read the zeros that stood there: a new generation.
  PageData& make(std::uint64_t number, MemoryStamp& stamp) {
    const std::scoped_lock lock{making};
    Group& group = groups.make(number / (kTablesOfGroup * kTablePages), [] { return std::make_unique<Group>(); });
    Table& table = group.make(number / kTablePages, [] { return std::make_unique<Table>(); });
    return table.make(number, [&] {
      auto page = std::make_unique<PageData>();
      const std::uint64_t now = stamp.renew();
      for (auto& written : page->written) written = now;
      return page;
    });
  }
};

GpuMemory::GpuMemory() : directory_{std::make_unique<Directory>()} {}
GpuMemory::GpuMemory(GpuMemory&&) noexcept = default;
GpuMemory& GpuMemory::operator=(GpuMemory&&) noexcept = default;
GpuMemory::~GpuMemory() = default;

ByteAddress GpuMemory::allocate(std::string name, ByteSize size, ByteSize alignment) {
  const std::uint64_t mask = std::max<std::uint64_t>(alignment.value(), 1) - 1;
  const ByteAddress address{(next_ + mask) & ~mask};
  require_inside("'" + name + "'", address, size);
  next_ = address.value() + size.value();
  regions_.push_back({std::move(name), address, size});
  return address;
}

GpuMemory::PageData* GpuMemory::page(std::uint64_t number) const {
  return directory_ ? directory_->find(number) : nullptr;
}

GpuMemory::PageData& GpuMemory::writable_page(std::uint64_t number) {
  if (PageData* there = page(number)) return *there;
  if (!directory_) directory_ = std::make_unique<Directory>();
  return directory_->make(number, stamp_);
}

void GpuMemory::note_write(PageData& page, std::uint64_t offset, std::uint64_t bytes) {
  const std::uint64_t first = offset / kTileBytes, last = (offset + bytes - 1) / kTileBytes;
  const auto touched = static_cast<std::uint32_t>((2u << last) - (1u << first));
  if ((page.watched.load(std::memory_order_relaxed) & touched) == 0) return;
  const std::uint64_t now = stamp_.renew();
  for (std::uint64_t tile = first; tile <= last; ++tile) page.written[tile] = now;
  page.watched &= ~touched;
}

void GpuMemory::watch(ByteAddress address, ByteSize size) const {
  if (size.value() == 0 || address.value() >= kEnd) return;
  const std::uint64_t last = (std::min(address.value() + size.value(), kEnd) - 1) / kTileBytes;
  for (std::uint64_t tile = address.value() / kTileBytes; tile <= last; ++tile) {
    // A page that is not there yet makes a generation when it comes.
    if (PageData* data = page(tile / kTilesPerPage)) data->watched |= 1u << tile % kTilesPerPage;
  }
}

bool GpuMemory::changed_since(std::uint64_t tile, std::uint64_t generation) const {
  if (nulls_changed_ > generation) return true;
  const PageData* data = page(tile / kTilesPerPage);
  return data != nullptr && data->written[tile % kTilesPerPage] > generation;
}

void GpuMemory::set_null(ByteAddress address, ByteSize size, bool null) {
  if (size.value() == 0) return;
  require_inside("a range", address, size);
  nulls_changed_ = stamp_.renew();
  const std::uint64_t last = (address.value() + size.value() - 1) / kTileBytes;
  for (std::uint64_t tile = address.value() / kTileBytes; tile <= last; ++tile) {
    if (null) {
      null_tiles_.insert(tile);
    } else {
      null_tiles_.erase(tile);
    }
  }
}

// Bytes from `address` on, at most `limit`, that are all null or all resident.
std::uint64_t GpuMemory::residency_run(std::uint64_t address, std::uint64_t limit, bool& null) const {
  null = is_null(ByteAddress{address});
  std::uint64_t run = kTileBytes - address % kTileBytes;
  while (run < limit && is_null(ByteAddress{address + run}) == null) run += kTileBytes;
  return std::min(run, limit);
}

void GpuMemory::read(ByteAddress address, std::span<std::byte> bytes) const {
  std::uint64_t at = address.value();
  const std::uint64_t inside = at < kEnd ? std::min<std::uint64_t>(bytes.size(), kEnd - at) : 0;
  if (inside != bytes.size()) {
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(inside), bytes.end(), std::byte{});
    bytes = bytes.first(inside);
  }
  while (!bytes.empty()) {
    const std::uint64_t offset = at % kPageBytes;
    std::size_t count = std::min<std::uint64_t>(bytes.size(), kPageBytes - offset);
    bool null = false;
    if (!null_tiles_.empty()) count = residency_run(at, count, null);
    const PageData* source = null ? nullptr : page(at / kPageBytes);
    if (source) {
      std::memcpy(bytes.data(), source->bytes.data() + offset, count);
    } else {
      std::memset(bytes.data(), 0, count);
    }
    bytes = bytes.subspan(count);
    at += count;
  }
}

void GpuMemory::write(ByteAddress address, std::span<const std::byte> bytes) {
  std::uint64_t at = address.value();
  // Most writes are small ones inside a page that is there, nothing of which is watched.
  if (!bytes.empty() && null_tiles_.empty() && bytes.size() <= kPageBytes - at % kPageBytes) {
    PageData* target = page(at / kPageBytes);
    if (target != nullptr && target->watched.load(std::memory_order_relaxed) == 0) [[likely]] {
      std::memcpy(target->bytes.data() + at % kPageBytes, bytes.data(), bytes.size());
      return;
    }
  }
  if (!holds(address, ByteSize{bytes.size()})) [[unlikely]]
    require_inside("a write", address, ByteSize{bytes.size()});
  while (!bytes.empty()) {
    const std::uint64_t offset = at % kPageBytes;
    std::size_t count = std::min<std::uint64_t>(bytes.size(), kPageBytes - offset);
    bool null = false;
    if (!null_tiles_.empty()) count = residency_run(at, count, null);
    if (!null) {
      PageData& target = writable_page(at / kPageBytes);
      if (target.watched.load(std::memory_order_relaxed) != 0) note_write(target, offset, count);
      std::memcpy(target.bytes.data() + offset, bytes.data(), count);
    }
    bytes = bytes.subspan(count);
    at += count;
  }
}

std::vector<std::uint64_t> GpuMemory::filled_tiles() const {
  std::vector<std::uint64_t> tiles;
  const auto add = [&](std::uint64_t page, const PageData& data) {
    for (std::uint64_t tile = 0; tile < kTilesPerPage; ++tile) {
      const auto bytes = std::span{data.bytes}.subspan(tile * kTileBytes, kTileBytes);
      const std::uint64_t number = page * kTilesPerPage + tile;
      if (is_null(ByteAddress{number * kTileBytes})) continue;
      if (std::any_of(bytes.begin(), bytes.end(), [](std::byte b) { return b != std::byte{}; }))
        tiles.push_back(number);
    }
  };
  if (directory_) directory_->for_each(add);
  return tiles;
}

// The GPU is little-endian; so is every host that Debian's SystemC runs on here.
static_assert(std::endian::native == std::endian::little);

std::uint32_t GpuMemory::read_u32(ByteAddress address) const {
  std::uint32_t value = 0;
  const std::uint64_t offset = address.value() % kPageBytes;
  // Most words lie inside a page.
  if (null_tiles_.empty() && offset <= kPageBytes - sizeof value) [[likely]] {
    const PageData* source = page(address.value() / kPageBytes);
    if (source != nullptr) std::memcpy(&value, source->bytes.data() + offset, sizeof value);
    return value;
  }
  read(address, std::as_writable_bytes(std::span{&value, 1}));
  return value;
}

void GpuMemory::write_u32(ByteAddress address, std::uint32_t value) {
  const std::uint64_t offset = address.value() % kPageBytes;
  if (null_tiles_.empty() && offset <= kPageBytes - sizeof value) [[likely]] {
    PageData* target = page(address.value() / kPageBytes);
    if (target != nullptr && target->watched.load(std::memory_order_relaxed) == 0) [[likely]] {
      std::memcpy(target->bytes.data() + offset, &value, sizeof value);
      return;
    }
  }
  write(address, std::as_bytes(std::span{&value, 1}));
}

const std::byte* GpuMemory::tile(ByteAddress address) const {
  if (!null_tiles_.empty()) return nullptr;
  const PageData* data = page(address.value() / kPageBytes);
  return data == nullptr ? nullptr : data->bytes.data() + address.value() % kPageBytes / kTileBytes * kTileBytes;
}

std::byte* GpuMemory::open_tile(ByteAddress address) {
  if (!null_tiles_.empty() || address.value() >= kEnd) return nullptr;
  PageData& data = writable_page(address.value() / kPageBytes);
  const std::uint64_t first = address.value() % kPageBytes / kTileBytes * kTileBytes;
  note_write(data, first, kTileBytes);
  return data.bytes.data() + first;
}

}  // namespace texpipe::functional
