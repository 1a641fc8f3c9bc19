#include "machine/cache/synthetic_walk.h"

#include <array>
#include <cmath>

namespace texpipe::machine {
namespace {

constexpr std::array<EnumRow, 5> kLayoutRows{{
    {0, "linear", "row after row"},
    {1, "blocks_4x4", "blocks of 4x4 texels, 64 bytes each, row after row"},
    {2, "tile_y", "Y tiles of 4 KiB: 32x32 texels in columns of 4 texels"},
    {3, "blocks_8x8", "blocks of 8x8 texels, 256 bytes each, row after row, texels row after row inside"},
    {4, "morton", "bits of u and v interleaved, u lowest"},
}};
constexpr std::array<EnumRow, 2> kRasterRows{{
    {0, "scan", "quads row after row over the whole screen"},
    {1, "tiles_8x8", "tiles of 8x8 pixels row after row, quads likewise inside a tile"},
}};

constexpr std::uint64_t kTexelBytes = 4;

/// Spreads the bits of a number: a zero above each.
std::uint64_t spread(std::uint64_t number) {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 32; ++i) bits |= (number >> i & 1) << (2 * i);
  return bits;
}

/// Byte address of a texel whose coordinates lie inside the texture.
std::uint64_t address_of(const SyntheticWalk& walk, std::uint64_t u, std::uint64_t v) {
  const std::uint64_t width = walk.texture;
  switch (walk.layout) {
    case SyntheticLayout::kLinear:
      return (v * width + u) * kTexelBytes;
    case SyntheticLayout::kBlocks4x4:
      return (((v / 4) * (width / 4) + u / 4) * 16 + (v % 4) * 4 + u % 4) * kTexelBytes;
    case SyntheticLayout::kTileY: {
      const std::uint64_t tile = (v / 32) * (width / 32) + u / 32;
      const std::uint64_t column = (u % 32) / 4;
      return ((tile * 8 + column) * 32 + v % 32) * 16 + (u % 4) * kTexelBytes;
    }
    case SyntheticLayout::kBlocks8x8:
      return (((v / 8) * (width / 8) + u / 8) * 64 + (v % 8) * 8 + u % 8) * kTexelBytes;
    case SyntheticLayout::kMorton:
      return (spread(u) | spread(v) << 1) * kTexelBytes;
  }
  return 0;
}

class Walker {
 public:
  Walker(const SyntheticWalk& walk, const CacheGeometry& cache, ByteSize line) : walk_{walk}, tags_{cache} {
    const double angle = walk.degrees * (3.14159265358979323846 / 180.0);
    cos_ = walk.texels_per_pixel * std::cos(angle);
    sin_ = walk.texels_per_pixel * std::sin(angle);
    result_.line = line;
  }

  SyntheticResult run() {
    const std::uint32_t tile = walk_.raster == RasterOrder::kScan ? walk_.screen : 8;
    for (std::uint32_t y = 0; y < walk_.screen; y += tile) {
      for (std::uint32_t x = 0; x < walk_.screen; x += tile) quads(x, y, tile);
    }
    return result_;
  }

 private:
  void quads(std::uint32_t left, std::uint32_t top, std::uint32_t size) {
    for (std::uint32_t y = top; y < top + size; y += 2) {
      for (std::uint32_t x = left; x < left + size; x += 2) {
        for (const auto& [dx, dy] : {std::array{0u, 0u}, std::array{1u, 0u}, std::array{0u, 1u}, std::array{1u, 1u}}) {
          sample(x + dx, y + dy);
        }
      }
    }
  }

  void sample(std::uint32_t px, std::uint32_t py) {
    const double x = px + 0.5;
    const double y = py + 0.5;
    const auto left = static_cast<std::int64_t>(std::floor(x * cos_ - y * sin_ + 2000.0 - 0.5));
    const auto top = static_cast<std::int64_t>(std::floor(x * sin_ + y * cos_ + 2000.0 - 0.5));
    for (const std::int64_t v : {top, top + 1}) {
      for (const std::int64_t u : {left, left + 1}) lookup(u, v);
    }
    ++result_.samples;
  }

  void lookup(std::int64_t u, std::int64_t v) {
    const std::uint64_t mask = walk_.texture - 1;
    const std::uint64_t address =
        address_of(walk_, static_cast<std::uint64_t>(u) & mask, static_cast<std::uint64_t>(v) & mask);
    const LineKey key = line_of(AddressSpace::kStored, ByteAddress{address}, result_.line);
    ++result_.lookups;
    if (tags_.lookup(key)) return;
    ++result_.misses;
    tags_.allocate(key);
  }

  SyntheticWalk walk_;
  TagArray tags_;
  double cos_ = 1.0;
  double sin_ = 0.0;
  SyntheticResult result_;
};

}  // namespace

EnumRows enum_rows(SyntheticLayout) {
  return {"synthetic layout", kLayoutRows};
}
EnumRows enum_rows(RasterOrder) {
  return {"raster order", kRasterRows};
}

SyntheticResult run_synthetic_walk(const SyntheticWalk& walk, const CacheGeometry& cache, ByteSize line) {
  return Walker{walk, cache, line}.run();
}

}  // namespace texpipe::machine
