// Writes of whole subspans to targets of one sample a pixel.
#include <array>
#include <cstring>
#include <span>

#include "functional/frame/blend/color_target.h"

namespace texpipe::functional {

void ColorTarget::write_subspans(GpuMemory& memory, OpenTiles& tiles, const SubspanColors& colors) const {
  for (unsigned first = 0; first < SubspanColors::kSubspans; first += kColorLanes / 4) {
    if ((colors.lanes >> 4 * first & 0xFF) == 0) continue;
    if (bytes_ == 4) {
      write_eight<4>(memory, tiles, colors, first);
    } else {
      write_eight<8>(memory, tiles, colors, first);
    }
  }
}

/// Rows of two subspans, each a pair of elements, in the host's memory; null where nothing is written. False: some
/// cannot be reached so, or the surface holds a part of them.
bool ColorTarget::find_rows(OpenTiles& tiles, const SubspanColors& colors, unsigned first, PairRows& rows) const {
  const std::uint64_t pair = std::uint64_t{2} * bytes_;
  const std::uint32_t slice = first_slice_ + (colors.layer < extent_ ? colors.layer : 0);
  const auto row_at = [&](std::uint32_t x, std::uint32_t y) -> std::byte* {
    const ByteAddress address = layout_->element_address(level_, {x, y, slice, 0});
    return address.value() % GpuMemory::kTileBytes <= GpuMemory::kTileBytes - pair ? tiles.at(address) : nullptr;
  };
  for (unsigned s = 0; s < 2; ++s) {
    rows[2 * s] = rows[2 * s + 1] = nullptr;
    if ((colors.lanes >> 4 * (first + s) & 0xF) == 0) continue;
    const auto x = static_cast<std::uint32_t>(colors.x[first + s]), y = static_cast<std::uint32_t>(colors.y[first + s]);
    if (x + 1 >= size_.width || y + 1 >= size_.height) return false;
    rows[2 * s] = row_at(x, y);
    if (rows[2 * s] == nullptr) return false;
    rows[2 * s + 1] = row_step_ != 0 ? rows[2 * s] + row_step_ : row_at(x, y + 1);
    if (rows[2 * s + 1] == nullptr) return false;
  }
  return true;
}

/// Two subspans one lane after the other.
void ColorTarget::write_lanes(GpuMemory& memory, const SubspanColors& colors, unsigned first) const {
  ColorLanes lanes{.layer = colors.layer};
  for (unsigned c = 0; c < 4; ++c) lanes.source[c] = colors.source[c] + std::size_t{4} * first;
  for (unsigned i = 0; i < kColorLanes; ++i) {
    lanes.x[i] = colors.x[first + i / 4] + static_cast<std::int32_t>(i & 1);
    lanes.y[i] = colors.y[first + i / 4] + static_cast<std::int32_t>(i >> 1 & 1);
    lanes.samples[i] = colors.lanes >> (4 * first + i) & 1;
  }
  write(memory, lanes);
}

/// Two subspans. `write` does the same for lanes wherever they are.
template <unsigned kBytes>
void ColorTarget::write_eight(GpuMemory& memory, OpenTiles& tiles, const SubspanColors& colors, unsigned first) const {
  constexpr std::size_t kPair = std::size_t{2} * kBytes;
  PairRows rows;
  if (!find_rows(tiles, colors, first, rows)) return write_lanes(memory, colors, first);
  std::array<const std::uint32_t*, 4> source;
  for (unsigned c = 0; c < 4; ++c) source[c] = colors.source[c] + std::size_t{4} * first;
  LaneColors floats;
  if (blends_ || clamps_source_) {
    floats = colors_of(source);
    source = bits_of(floats);
  }
  Elements fresh;
  if (reads_) {
    Elements elements{};
    for (unsigned row = 0; row < rows.size(); ++row) {
      if (rows[row] != nullptr) std::memcpy(elements.data() + kPair * row, rows[row], kPair);
    }
    fresh = {};
    if (blends_) {
      blend_with(ColorLanes{}, floats, elements, fresh);
    } else {
      encode(source, fresh);
    }
    combine(fresh, elements);
    fresh = elements;
  } else {
    std::array<const std::uint32_t*, 4> placed;
    for (unsigned c = 0; c < 4; ++c) placed[place_[c]] = source[c];
    encoder_->encode_whole(placed, std::span{fresh}.first(std::size_t{kColorLanes} * kBytes));
  }
  for (unsigned row = 0; row < rows.size(); ++row) {
    const unsigned written = colors.lanes >> (4 * first + 2 * row) & 3;
    const std::byte* const from = fresh.data() + kPair * row;
    if (written == 3) {
      std::memcpy(rows[row], from, kPair);
    } else if (written != 0) {
      const unsigned pixel = written >> 1;
      std::memcpy(rows[row] + std::size_t{kBytes} * pixel, from + std::size_t{kBytes} * pixel, kBytes);
    }
  }
}

}  // namespace texpipe::functional
