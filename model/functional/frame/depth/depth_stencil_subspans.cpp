// Depth tests of neighbouring subspans at once.
#include <array>
#include <cstring>
#include <span>

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/depth/relation.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kPixels = 4;  // of a subspan

/// Whether no two subspans have the same place: those of a clipped polygon's triangles may.
bool are_apart(const pixel_kernels::SubspanPlaces& places, unsigned count) {
  if (count == 4 && places.x[0] < places.x[1] && places.x[1] < places.x[2] && places.x[2] < places.x[3]) return true;
  for (unsigned s = 1; s < count; ++s) {
    for (unsigned other = 0; other < s; ++other) {
      if (places.x[s] == places.x[other] && places.y[s] == places.y[other]) return false;
    }
  }
  return true;
}

}  // namespace

/// @param rows  of each subspan the upper one, in a tile that is open; the other one stands 16 bytes behind
template <class Element>
unsigned DepthStencilTest::test_rows(std::span<const std::byte* const> rows, const pixel_kernels::LaneBits& codes,
                                     unsigned pixels, bool compares, bool stores) const {
  constexpr std::size_t kRow = 16;
  unsigned passed = pixels;
  if (compares) {
    alignas(64) std::array<Element, pixel_kernels::kLanes> elements{};
    for (unsigned s = 0; s < rows.size(); ++s) {
      std::memcpy(&elements[std::size_t{kPixels} * s], rows[s], 2 * sizeof(Element));
      std::memcpy(&elements[std::size_t{kPixels} * s + 2], rows[s] + kRow, 2 * sizeof(Element));
    }
    alignas(64) pixel_kernels::LaneBits stored;
    for (unsigned i = 0; i < pixel_kernels::kLanes; ++i) stored[i] = elements[i];
    const ComparePasses& relation = kComparePasses[static_cast<unsigned>(state_.depth_function)];
    passed &= pixel_kernels::host_kernels().compare_depths(
        {depth_bits(format_), relation.less, relation.equal, relation.greater}, codes, stored);
  }
  if (!stores) return passed;
  if (passed == 0xFFFF) {
    alignas(64) std::array<Element, pixel_kernels::kLanes> elements;
    for (unsigned i = 0; i < pixel_kernels::kLanes; ++i) elements[i] = static_cast<Element>(codes[i]);
    for (unsigned row = 0; row < 2 * rows.size(); ++row)
      std::memcpy(const_cast<std::byte*>(rows[row / 2]) + row % 2 * kRow, &elements[std::size_t{2} * row],
                  2 * sizeof(Element));
    return passed;
  }
  for (unsigned row = 0; row < 2 * rows.size(); ++row) {
    const unsigned lanes = passed >> 2 * row & 3;
    auto* const to = const_cast<std::byte*>(rows[row / 2]) + row % 2 * kRow;
    const std::array pair{static_cast<Element>(codes[std::size_t{2} * row]),
                          static_cast<Element>(codes[std::size_t{2} * row + 1])};
    if (lanes == 3) {
      std::memcpy(to, pair.data(), sizeof pair);
    } else if (lanes != 0) {
      std::memcpy(to + sizeof(Element) * (lanes >> 1), &pair[lanes >> 1], sizeof(Element));
    }
  }
  return passed;
}

unsigned DepthStencilTest::test_subspans(OpenTiles& tiles, const pixel_kernels::SubspanPlaces& places, unsigned count,
                                         std::uint32_t layer, const pixel_kernels::LaneBits& codes, unsigned pixels,
                                         bool writes) {
  const bool stores = writes && state_.depth_write;
  const bool compares = state_.depth_test && state_.depth_function != gen9::CompareFunction::kAlways;
  if (!stores && !compares) return pixels;
  const auto first_of = [&](unsigned s) {
    return TestedSample{
        .x = static_cast<std::uint32_t>(places.x[s]), .y = static_cast<std::uint32_t>(places.y[s]), .layer = layer};
  };
  std::array<const std::byte*, pixel_kernels::kSubspans> rows{};
  bool together = are_apart(places, count);
  const std::uint32_t slice = slice_of(layer);
  for (unsigned s = 0; together && s < count; ++s) {
    const ByteAddress address =
        depth_places_->at(static_cast<std::uint32_t>(places.x[s]), static_cast<std::uint32_t>(places.y[s]), slice);
    rows[s] = stores ? tiles.at(address) : tiles.to_read(address);
    together = rows[s] != nullptr;
  }
  if (together) {
    const auto asked = std::span{rows}.first(count);
    return depth_bytes(format_) == sizeof(std::uint16_t)
               ? test_rows<std::uint16_t>(asked, codes, pixels, compares, stores)
               : test_rows<std::uint32_t>(asked, codes, pixels, compares, stores);
  }
  unsigned passed = 0;
  for (unsigned s = 0; s < count; ++s) {
    passed |=
        test_subspan(tiles, first_of(s), codes.data() + std::size_t{kPixels} * s, pixels >> kPixels * s & 0xF, writes)
        << kPixels * s;
  }
  return passed;
}

}  // namespace texpipe::functional
