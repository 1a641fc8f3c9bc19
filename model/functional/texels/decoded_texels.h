// Decoded texels of a surface: made once, tile by tile on first touch, and again after a write to the memory below.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "functional/formats/chroma_key.h"
#include "functional/formats/element_decoder.h"
#include "functional/memory/gpu_memory.h"
#include "functional/surface/surface_layout.h"
#include "functional/texels/float_range.h"

namespace texpipe::functional {

/// Storage of decoded texels in host memory: R, G, B, A codes side by side.
enum class TexelStorage : std::uint8_t {
  kBytes,       // unsigned codes of at most 8 bits
  kUnsigned16,  // of at most 16
  kSigned16,
  kWords,  // all others: wide codes, float32 bits, integers
};

constexpr unsigned texel_bytes(TexelStorage storage) {
  return storage == TexelStorage::kBytes ? 4 : storage == TexelStorage::kWords ? 16 : 8;
}

/// The smallest storage that holds all codes of a format.
TexelStorage storage_of(const TexelCoding& coding);

/// Source of decoded texels: equal sources over one memory have equal texels.
struct TexelSource {
  gen9::SurfaceFormat format = gen9::SurfaceFormat::kR8G8B8A8Unorm;
  MissingColor missing = MissingColor::kZero;
  std::shared_ptr<const std::array<std::uint32_t, 512>> palettes;  // 0 and 1; palette formats only
  std::array<bool, 2> palette_loaded{};
  ChromaKey key;
  SurfaceGeometry geometry;
  std::uint8_t first_level = 0;  // of the surface
  std::uint8_t levels = 1;       // from it on
  std::uint32_t first_slice = 0;
  std::uint32_t slices = 1;  // not of volumes, whose levels have depths of their own
};

bool equal(const TexelSource& a, const TexelSource& b);

/// Place of a level's texels. Texel (x, y, slice) has index offset + slice * slice_step + (y >> tile row bits) *
/// row_step + (x >> column bits) * 256 + place in the tile.
struct DecodedLevel {
  std::uint32_t offset = 0;
  std::uint32_t slice_step = 0;
  std::uint32_t row_step = 0;
  std::uint32_t slices = 1;
  LevelSize size;
};

/// Texels of the levels and slices that a view reaches, after the chroma key. Tiles of 256 texels, 16x16 or for 1D
/// surfaces 256x1, one after the other.
class DecodedTexels {
 public:
  static constexpr unsigned kTileBits = 8;  // log2 of a tile's texels
  /// Largest surface that is decoded.
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

  explicit DecodedTexels(TexelSource source);

  /// Bytes that all texels would take, and whether they are few enough.
  std::uint64_t bytes() const { return bytes_; }
  bool fits() const { return bytes_ <= kMostBytes; }

  const TexelSource& source() const { return source_; }
  TexelStorage storage() const { return storage_; }
  const TexelCoding& coding() const { return decoder_.coding(); }
  const DecodedLevel& level(unsigned level) const { return levels_[level]; }
  unsigned column_bits() const { return column_bits_; }
  unsigned row_bits() const { return kTileBits - column_bits_; }

  /// Makes texels and flags usable for memory as it is now: drops tiles whose bytes were written since.
  void prepare(const GpuMemory& memory);
  /// Gives the texels back; the next prepare starts anew.
  void release();
  bool allocated() const { return texels_ != nullptr; }

  const std::byte* texels() const { return texels_.get(); }
  /// One byte per tile, not 0 when its texels are there.
  const std::uint8_t* ready() const { return ready_.get(); }
  /// Bit per level of the view with tiles that are not there yet.
  const std::uint32_t* incomplete() const { return &incomplete_; }

  /// One byte per texel, 1 where it matches a chroma key that kills (three more bytes can be read); null when there is
  /// no such key. What matches a key that replaces is black.
  const std::uint8_t* matches() const { return matches_.get(); }

  /// Range of the texels that are decoded, where they are floats.
  const FloatRange& range() const { return range_; }

  /// Decodes a tile that is not there yet.
  void decode(const GpuMemory& memory, std::uint32_t tile);

  /// A message read texels of a level that is not complete, and looked for its tiles. When it would have cost less to
  /// decode them all, they are decoded.
  void used(const GpuMemory& memory) {
    if (++uses_ % kUsesPerLook == 0) complete_used_levels(memory);
  }

  /// A texel of the view, decoded when it is not there yet; the slice counts as for index.
  Texel texel(const GpuMemory& memory, unsigned level, std::uint32_t x, std::uint32_t y, std::uint32_t slice);

  /// Index of a texel of the view; the slice counts from the source's first.
  std::uint32_t index(unsigned level, std::uint32_t x, std::uint32_t y, std::uint32_t slice) const {
    const DecodedLevel& at = levels_[level];
    const std::uint32_t column = x & ((1u << column_bits_) - 1), row = y & ((1u << row_bits()) - 1);
    return at.offset + slice * at.slice_step + (y >> row_bits()) * at.row_step + (x >> column_bits_ << kTileBits) +
           (row << column_bits_ | column);
  }

 private:
  struct Free {
    void operator()(void* bytes) const;
  };
  template <class T>
  using Zeroed = std::unique_ptr<T[], Free>;

  static constexpr std::uint64_t kUsesPerLook = 1024;

  void complete_used_levels(const GpuMemory& memory);
  void decode_level(const GpuMemory& memory, unsigned level);
  std::uint32_t tiles_of(unsigned level) const {
    return (levels_[level].slice_step >> kTileBits) * levels_[level].slices;
  }
  void decode_element(const GpuMemory& memory, unsigned level, const TexelPlace& first, std::uint32_t slice);
  /// Texels that follow each other in a row of a tile, of formats with an element for each: those side by side in
  /// memory are read at once.
  void decode_row(const GpuMemory& memory, unsigned level, const TexelPlace& first, std::uint32_t slice,
                  unsigned count);
  void decode_planar(const GpuMemory& memory, unsigned level, const TexelPlace& first, std::uint32_t slice);
  void decode_one(const GpuMemory& memory, std::uint32_t tile);
  /// Keeps texels that lie side by side from an index on.
  void store(std::uint32_t index, std::span<Texel> texels);
  void apply_key(std::uint32_t index, std::span<Texel> texels);
  void note_float(std::uint32_t code);
  Texel stored(std::uint32_t index) const;
  void watch(const GpuMemory& memory, ByteAddress address, unsigned bytes);
  bool is_stale(const GpuMemory& memory) const;
  std::uint64_t base_tile() const { return source_.geometry.base.value() / GpuMemory::kTileBytes; }

  TexelSource source_;
  SurfaceLayout layout_;
  ElementDecoder decoder_;
  TexelStorage storage_;
  bool floats_;
  std::array<bool, 4> noted_{};  // channels whose range is kept
  unsigned column_bits_ = 4;
  std::array<DecodedLevel, kMaxLevels> levels_{};
  std::uint64_t bytes_ = 0;
  std::uint32_t tiles_ = 0;

  Zeroed<std::byte> texels_;
  Zeroed<std::uint8_t> ready_;
  Zeroed<std::uint8_t> matches_;
  std::array<Texel, 1u << kTileBits> row_;  // of decode_row
  FloatRange range_;
  std::uint32_t incomplete_ = 0;
  std::array<std::uint32_t, kMaxLevels> missing_tiles_{};
  std::uint64_t uses_ = 0;             // messages that looked for tiles
  std::vector<std::uint8_t> watched_;  // not 0: the tile of memory holds bytes of decoded texels; from the base's on
  std::uint64_t generation_ = 0;
};

/// Decoded texels of the surfaces that this thread read last, bounded in memory.
class TexelCache {
 public:
  /// Most bytes of all surfaces together, and most surfaces.
  static constexpr std::uint64_t kBudget = DecodedTexels::kMostBytes;
  static constexpr std::size_t kSurfaces = 64;

  explicit TexelCache(std::uint64_t budget = kBudget) : budget_{budget} {}

  /// The texels of a source in a memory; null when they are too many. Stay valid as long as they are held.
  std::shared_ptr<DecodedTexels> find(const GpuMemory& memory, const TexelSource& source);

  /// Prepares texels of `find` for the memory, and makes room for them when they have none.
  void prepare(const GpuMemory& memory, const std::shared_ptr<DecodedTexels>& texels);

 private:
  struct Entry {
    std::uint64_t memory = 0;
    std::shared_ptr<DecodedTexels> texels;
  };
  void add(const GpuMemory& memory, std::shared_ptr<DecodedTexels> texels);

  std::uint64_t budget_;
  std::vector<Entry> entries_;  // latest last
};

}  // namespace texpipe::functional
