#include "functional/surface/address_tables.h"

#include <algorithm>

namespace texpipe::functional {
namespace {

constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 14;  // of an axis: longer ones are buffers
constexpr std::size_t kMostKept = std::size_t{1} << 20;        // offsets of a surface: 24 MiB

using Offset = AddressTables::Offset;

/// Whether the bits of a word's number say its place, as in tiles.
bool placed_by_bits(const SurfaceGeometry& geometry) {
  const bool rows =
      geometry.type == SurfaceType::k2D || geometry.type == SurfaceType::k3D || geometry.type == SurfaceType::kCube;
  return rows && geometry.tiling != Tiling::kLinear && !has_1d_layout(geometry);
}

/// Address bits that decide a word's place, and all below them.
std::uint64_t placing_bits(const WordPlaces& places) {
  constexpr unsigned kAddressBits = 48;
  std::uint64_t bits = 0;
  for (unsigned bit = 0; bit < kAddressBits; ++bit) {
    if (places(std::uint64_t{1} << bit) != 0) bits = (std::uint64_t{2} << bit) - 1;
  }
  return bits;
}

/// Notes the words of columns and rows. Returns whether the places of both make those of texels, which needs sums
/// without carries, and rows that begin with a word.
bool place_words(const WordPlaces& places, std::uint64_t Offset::*address, AddressTables::Word Offset::*word,
                 AddressTables::Plane& plane) {
  const auto all_bits = [address](const std::vector<Offset>& offsets) {
    std::uint64_t bits = 0;
    for (const Offset& offset : offsets) bits |= offset.*address;
    return bits;
  };
  const std::uint64_t of_rows = all_bits(plane.rows), of_columns = all_bits(plane.columns);
  const std::uint64_t in_a_word = (1u << kWordBits) - 1;
  if ((of_rows & in_a_word) != 0 || ((of_rows & of_columns) >> kWordBits & placing_bits(places)) != 0) return false;
  for (auto* offsets : {&plane.rows, &plane.columns}) {
    std::uint16_t number = 0;
    std::uint64_t before = offsets->front().*address >> kWordBits;
    for (Offset& offset : *offsets) {
      const std::uint64_t here = offset.*address >> kWordBits;
      if (here < before) return false;
      number = static_cast<std::uint16_t>(number + (here != before));
      before = here;
      offset.*word = {number, places(here)};
    }
  }
  return true;
}

constexpr std::uint64_t kInLine = (1u << AddressTables::kLineBits) - 1;

/// The most neighbours, as a power of two, whose offsets differ inside a line alone.
unsigned bits_of_line(const std::vector<Offset>& offsets) {
  constexpr unsigned kMost = 5;
  const auto in_lines = [&](unsigned bits) {
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if ((offsets[i].stored ^ offsets[i >> bits << bits].stored) > kInLine) return false;
    }
    return true;
  };
  unsigned bits = 0;
  while (bits < kMost && in_lines(bits + 1)) ++bits;
  return bits;
}

/// None, where places of columns and rows in a line add up to more than a line.
AddressTables::LineBlock line_block(const AddressTables::Plane& plane) {
  const auto last = [](const std::vector<Offset>& offsets) {
    std::uint64_t place = 0;
    for (const Offset& offset : offsets) place = std::max(place, offset.stored & kInLine);
    return place;
  };
  if (last(plane.columns) + last(plane.rows) > kInLine) return {};
  return {.column_bits = bits_of_line(plane.columns), .row_bits = bits_of_line(plane.rows)};
}

}  // namespace

std::unique_ptr<AddressTables> AddressTables::make(const SurfaceLayout& layout) {
  const SurfaceGeometry& geometry = layout.geometry();
  if (geometry.quilt_width > 1 || geometry.quilt_height > 1) return nullptr;
  const LevelSize size = layout.level_size(0);
  if (size.width == 0 || size.width > kMostTexels || size.height > kMostTexels) return nullptr;
  return std::unique_ptr<AddressTables>{new AddressTables{layout}};
}

const AddressTables::Plane* AddressTables::make_plane(unsigned level, std::uint32_t slice) {
  const LevelSize size = layout_.level_size(level);
  if (slice >= size.depth || kept_ >= kMostKept) return nullptr;
  std::vector<std::unique_ptr<Plane>>& planes = levels_[level];
  if (planes.size() < size.depth) planes.resize(size.depth);
  planes[slice] = std::make_unique<Plane>();
  Plane& tables = *planes[slice];
  const TexelAddress origin = layout_.texel_address(level, {0, 0, slice, 0});
  for (std::uint32_t y = 0; y < size.height; ++y) {
    const TexelAddress row = layout_.texel_address(level, {0, y, slice, 0});
    tables.rows.push_back({.stored = row.stored.value(), .decoded = row.decoded.value()});
  }
  for (std::uint32_t x = 0; x < size.width; ++x) {
    const TexelAddress column = layout_.texel_address(level, {x, 0, slice, 0});
    tables.columns.push_back({.stored = column.stored.value() - origin.stored.value(),
                              .decoded = column.decoded.value() - origin.decoded.value()});
  }
  for (const auto* offsets : {&tables.rows, &tables.columns}) {
    for (const Offset& offset : *offsets) {
      tables.low_bits.stored |= offset.stored;
      tables.low_bits.decoded |= offset.decoded;
    }
  }
  tables.line_block = line_block(tables);
  if (placed_by_bits(layout_.geometry()))
    tables.words_apart = {place_words(words_.stored, &Offset::stored, &Offset::stored_word, tables),
                          place_words(words_.decoded, &Offset::decoded, &Offset::decoded_word, tables)};
  kept_ += tables.rows.size() + tables.columns.size();
  return &tables;
}

}  // namespace texpipe::functional
