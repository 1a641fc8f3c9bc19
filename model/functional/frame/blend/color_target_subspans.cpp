// Writes of whole subspans to targets of one sample a pixel.
#include <array>
#include <cstring>
#include <span>
#include <string_view>

#include "functional/frame/blend/color_target.h"
#include "functional/pixel_kernels/pixel_kernels.h"

namespace texpipe::functional {

namespace {

/// Whether no two subspans have the same place: those of a clipped polygon's triangles may.
bool have_own_places(const SubspanColors& colors) {
  constexpr unsigned kSubspans = SubspanColors::kSubspans;
  if (colors.x[0] < colors.x[1] && colors.x[1] < colors.x[2] && colors.x[2] < colors.x[3]) return true;
  for (unsigned s = 1; s < kSubspans; ++s) {
    for (unsigned other = 0; other < s; ++other) {
      if (colors.x[s] == colors.x[other] && colors.y[s] == colors.y[other] && (colors.lanes >> 4 * s & 0xF) != 0)
        return false;
    }
  }
  return true;
}

/// Writes of those two elements of a row whose lanes are set.
template <std::size_t kBytes>
void write_pair(std::byte* row, unsigned lanes, const std::byte* from) {
  if (lanes == 3) {
    std::memcpy(row, from, 2 * kBytes);
  } else if (lanes != 0) {
    const unsigned pixel = lanes >> 1;
    std::memcpy(row + kBytes * pixel, from + kBytes * pixel, kBytes);
  }
}

}  // namespace

/// Says how colours become words, where all that happens to them is known to `write_words`.
void ColorTarget::find_words(const gen9::FormatFacts& facts) {
  if (bytes_ != sizeof(std::uint32_t) || integers_ || blend_.logic) return;
  if (facts.color_space == gen9::ColorSpace::kSrgb) return;
  pixel_kernels::WordColors words;
  for (unsigned c = 0; c < 4; ++c) {
    // Blending reads 0 of channels that a format lacks, of alpha 1.
    words.channels[c].missing = place_[c] == 3 ? 1 : 0;
    for (const gen9::StoredChannel& stored : facts.channels) {
      if (stored.name == 0 || stored.name == 'X') continue;
      if (stored.type != gen9::ChannelType::kUnorm || stored.bits > 16) return;
      const std::size_t place = std::string_view{"RGBA"}.find(stored.name);
      if (place > 3) return;
      if (place == place_[c])
        words.channels[c] = {.shift = static_cast<std::uint8_t>(stored.first_bit), .most = (1u << stored.bits) - 1};
    }
    words.rules[c] = blend_rule(c < 3 ? blend_.color : blend_.alpha, c);
    const auto second = [](const pixel_kernels::BlendWeight& w) { return w.of == pixel_kernels::WeightOf::kSecond; };
    if (blends_ && (second(words.rules[c].source) || second(words.rules[c].target))) return;
  }
  std::memcpy(&words.written, written_.data(), sizeof words.written);
  words.clamps_source = clamps_source_;
  words.blends = blends_;
  words.clamps_target = clamps_source_ && !blend_.clamp_source_only;
  words.clamps_result = blend_.clamp_after;
  words.low = low_;
  words.high = high_;
  words.constant = constant_;
  words_ = words;
}

void ColorTarget::write_subspans(GpuMemory& memory, OpenTiles& tiles, const SubspanColors& colors) const {
  if (words_ && write_words(tiles, colors)) return;
  for (unsigned first = 0; first < SubspanColors::kSubspans; first += kColorLanes / 4) {
    if ((colors.lanes >> 4 * first & 0xFF) == 0) continue;
    if (bytes_ == 4) {
      write_eight<4>(memory, tiles, colors, first);
    } else {
      write_eight<8>(memory, tiles, colors, first);
    }
  }
}

/// Rows of subspans, each a pair of elements, in the host's memory; null where nothing is written. False: some cannot
/// be reached so, or the surface holds a part of them.
bool ColorTarget::find_rows(OpenTiles& tiles, const SubspanColors& colors, unsigned first,
                            std::span<std::byte*> rows) const {
  const std::uint64_t pair = std::uint64_t{2} * bytes_;
  const std::uint32_t slice = slice_of(colors.layer);
  const auto row_at = [&](std::uint32_t x, std::uint32_t y) -> std::byte* {
    const ByteAddress address = places_ ? places_->at(x, y, slice) : layout_->element_address(level_, {x, y, slice, 0});
    return address.value() % GpuMemory::kTileBytes <= GpuMemory::kTileBytes - pair ? tiles.at(address) : nullptr;
  };
  for (std::size_t s = 0; 2 * s < rows.size(); ++s) {
    rows[2 * s] = rows[2 * s + 1] = nullptr;
    if ((colors.lanes >> 4 * (first + s) & 0xF) == 0) continue;
    const auto x = static_cast<std::uint32_t>(colors.x[first + s]), y = static_cast<std::uint32_t>(colors.y[first + s]);
    if (x + 1 >= size_.width || y + 1 >= size_.height) return false;
    rows[2 * s] = blocks_ ? blocks_->at(tiles, x, y, slice, true) : row_at(x, y);
    if (rows[2 * s] == nullptr) return false;
    rows[2 * s + 1] = row_step_ != 0 ? rows[2 * s] + row_step_ : row_at(x, y + 1);
    if (rows[2 * s + 1] == nullptr) return false;
  }
  return true;
}

/// All subspans of a target of words at once. `write_eight` does the same for other elements.
bool ColorTarget::write_words(OpenTiles& tiles, const SubspanColors& colors) const {
  pixel_kernels::LanePairs rows;
  std::array<std::uint32_t, 2> nowhere{};  // for subspans of which nothing is written
  const bool together = blocks_ && blocks_->find_rows(tiles, colors.x, colors.y, slice_of(colors.layer), true,
                                                      size_.width, size_.height, rows);
  if (!together) {
    if (!have_own_places(colors) || !find_rows(tiles, colors, 0, rows)) return false;
    for (std::byte*& row : rows) {
      if (row == nullptr) row = reinterpret_cast<std::byte*>(nowhere.data());
    }
  }
  pixel_kernels::host_kernels().write_words(*words_, colors.source, colors.lanes, rows);
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
  std::array<std::byte*, 4> rows;
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
  for (unsigned row = 0; row < rows.size(); ++row)
    write_pair<kBytes>(rows[row], colors.lanes >> (4 * first + 2 * row) & 3, fresh.data() + kPair * row);
}

}  // namespace texpipe::functional
