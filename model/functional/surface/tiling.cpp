#include "functional/surface/tiling.h"

#include <array>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

constexpr TilePattern kTilePatterns[] = {
    // tiling, volume, sample bits, element bytes, address bits 15..0
    {Tiling::kX, false, 0, 0, "----yyyxxxxxxxxx"},   {Tiling::kY, false, 0, 0, "----xxxyyyyyxxxx"},
    {Tiling::kW, false, 0, 0, "----xxxyyyyxyxyx"},   {Tiling::kYf, false, 0, 16, "----xyxyxxyyxxxx"},
    {Tiling::kYf, false, 0, 8, "----xyxyxxyyxxxx"},  {Tiling::kYf, false, 0, 4, "----xyxyxyyyxxxx"},
    {Tiling::kYf, false, 0, 2, "----xyxyxyyyxxxx"},  {Tiling::kYf, false, 0, 1, "----xyxyyyyyxxxx"},
    {Tiling::kYs, false, 0, 16, "xyxyxyxyxxyyxxxx"}, {Tiling::kYs, false, 0, 8, "xyxyxyxyxxyyxxxx"},
    {Tiling::kYs, false, 0, 4, "xyxyxyxyxyyyxxxx"},  {Tiling::kYs, false, 0, 2, "xyxyxyxyxyyyxxxx"},
    {Tiling::kYs, false, 0, 1, "xyxyxyxyyyyyxxxx"},  {Tiling::kYf, false, 1, 16, "----syxyxxyyxxxx"},
    {Tiling::kYf, false, 1, 8, "----syxyxxyyxxxx"},  {Tiling::kYf, false, 1, 4, "----syxyxyyyxxxx"},
    {Tiling::kYf, false, 1, 2, "----syxyxyyyxxxx"},  {Tiling::kYf, false, 1, 1, "----syxyyyyyxxxx"},
    {Tiling::kYs, false, 1, 16, "syxyxyxyxxyyxxxx"}, {Tiling::kYs, false, 1, 8, "syxyxyxyxxyyxxxx"},
    {Tiling::kYs, false, 1, 4, "syxyxyxyxyyyxxxx"},  {Tiling::kYs, false, 1, 2, "syxyxyxyxyyyxxxx"},
    {Tiling::kYs, false, 1, 1, "syxyxyxyyyyyxxxx"},  {Tiling::kYf, false, 2, 16, "----ssxyxxyyxxxx"},
    {Tiling::kYf, false, 2, 8, "----ssxyxxyyxxxx"},  {Tiling::kYf, false, 2, 4, "----ssxyxyyyxxxx"},
    {Tiling::kYf, false, 2, 2, "----ssxyxyyyxxxx"},  {Tiling::kYf, false, 2, 1, "----ssxyyyyyxxxx"},
    {Tiling::kYs, false, 2, 16, "ssxyxyxyxxyyxxxx"}, {Tiling::kYs, false, 2, 8, "ssxyxyxyxxyyxxxx"},
    {Tiling::kYs, false, 2, 4, "ssxyxyxyxyyyxxxx"},  {Tiling::kYs, false, 2, 2, "ssxyxyxyxyyyxxxx"},
    {Tiling::kYs, false, 2, 1, "ssxyxyxyyyyyxxxx"},  {Tiling::kYf, false, 3, 16, "----sssyxxyyxxxx"},
    {Tiling::kYf, false, 3, 8, "----sssyxxyyxxxx"},  {Tiling::kYf, false, 3, 4, "----sssyxyyyxxxx"},
    {Tiling::kYf, false, 3, 2, "----sssyxyyyxxxx"},  {Tiling::kYf, false, 3, 1, "----sssyyyyyxxxx"},
    {Tiling::kYs, false, 3, 16, "sssyxyxyxxyyxxxx"}, {Tiling::kYs, false, 3, 8, "sssyxyxyxxyyxxxx"},
    {Tiling::kYs, false, 3, 4, "sssyxyxyxyyyxxxx"},  {Tiling::kYs, false, 3, 2, "sssyxyxyxyyyxxxx"},
    {Tiling::kYs, false, 3, 1, "sssyxyxyyyyyxxxx"},  {Tiling::kYf, false, 4, 16, "----ssssxxyyxxxx"},
    {Tiling::kYf, false, 4, 8, "----ssssxxyyxxxx"},  {Tiling::kYf, false, 4, 4, "----ssssxyyyxxxx"},
    {Tiling::kYf, false, 4, 2, "----ssssxyyyxxxx"},  {Tiling::kYf, false, 4, 1, "----ssssyyyyxxxx"},
    {Tiling::kYs, false, 4, 16, "ssssxyxyxxyyxxxx"}, {Tiling::kYs, false, 4, 8, "ssssxyxyxxyyxxxx"},
    {Tiling::kYs, false, 4, 4, "ssssxyxyxyyyxxxx"},  {Tiling::kYs, false, 4, 2, "ssssxyxyxyyyxxxx"},
    {Tiling::kYs, false, 4, 1, "ssssxyxyyyyyxxxx"},  {Tiling::kYf, true, 0, 16, "----yzxxzzyyxxxx"},
    {Tiling::kYf, true, 0, 8, "----yzxxzzyyxxxx"},   {Tiling::kYf, true, 0, 4, "----yzxyzzyyxxxx"},
    {Tiling::kYf, true, 0, 2, "----yzyzzzyyxxxx"},   {Tiling::kYf, true, 0, 1, "----yzyzzzyyxxxx"},
    {Tiling::kYs, true, 0, 16, "xyzxyzxxzzyyxxxx"},  {Tiling::kYs, true, 0, 8, "xyzxyzxxzzyyxxxx"},
    {Tiling::kYs, true, 0, 4, "xyzxyzxyzzyyxxxx"},   {Tiling::kYs, true, 0, 2, "xyzxyzyzzzyyxxxx"},
    {Tiling::kYs, true, 0, 1, "xyzxyzyzzzyyxxxx"},
};

std::vector<std::uint16_t> scatter(std::string_view bits, char coordinate) {
  std::vector<std::uint16_t> offsets{0};
  for (unsigned bit = 0; bit < bits.size(); ++bit) {
    if (bits[bits.size() - 1 - bit] != coordinate) continue;
    const std::size_t half = offsets.size();
    for (std::size_t i = 0; i < half; ++i) offsets.push_back(static_cast<std::uint16_t>(offsets[i] | 1u << bit));
  }
  return offsets;
}

std::uint8_t log2_of(std::size_t power_of_two) {
  std::uint8_t bits = 0;
  while (std::size_t{1} << bits < power_of_two) ++bits;
  return bits;
}

}  // namespace

std::string_view name_of(Tiling tiling) {
  constexpr std::array<std::string_view, 6> kNames{"LINEAR", "W", "X", "Y", "YF", "YS"};
  return kNames[static_cast<std::size_t>(tiling)];
}

std::span<const TilePattern> tile_patterns() {
  return kTilePatterns;
}

TileSwizzle::TileSwizzle(const TilePattern& pattern)
    : columns_{scatter(pattern.bits, 'x')},
      rows_{scatter(pattern.bits, 'y')},
      slices_{scatter(pattern.bits, 'z')},
      samples_{scatter(pattern.bits, 's')} {
  width_bits_ = log2_of(columns_.size());
  row_bits_ = log2_of(rows_.size());
  slice_bits_ = log2_of(slices_.size());
  sample_bits_ = log2_of(samples_.size());
}

const TileSwizzle& tile_swizzle(Tiling tiling, unsigned element_bytes, unsigned sample_bits, bool volume) {
  static const std::vector<TileSwizzle> swizzles{std::begin(kTilePatterns), std::end(kTilePatterns)};
  const bool tiled_resource = tiling == Tiling::kYf || tiling == Tiling::kYs;
  for (std::size_t i = 0; i < std::size(kTilePatterns); ++i) {
    const TilePattern& pattern = kTilePatterns[i];
    if (pattern.tiling != tiling) continue;
    if (!tiled_resource) return swizzles[i];
    if (pattern.volume == volume && pattern.sample_bits == sample_bits && pattern.element_bytes == element_bytes) {
      return swizzles[i];
    }
  }
  unsupported("tiling " + std::string{name_of(tiling)} + " with elements of " + std::to_string(element_bytes) +
              " bytes" + (volume ? " in a volume" : ""));
}

}  // namespace texpipe::functional
