// Neighbouring texels lie in different places, whatever the format, the tiling and the pitch.
#include "functional/surface/word_places.h"

#include <catch2/catch.hpp>
#include <map>

#include "functional/surface/surface_layout.h"

using namespace texpipe;
using namespace texpipe::functional;
using Format = gen9::SurfaceFormat;

namespace {

SurfaceGeometry geometry_of(Format format, Tiling tiling, std::uint32_t pitch) {
  SurfaceGeometry geometry;
  geometry.element = element_shape(format);
  geometry.tiling = tiling;
  geometry.width = 96;
  geometry.height = 64;
  geometry.levels = 3;
  geometry.slice_pitch = 128;
  geometry.row_pitch = pitch;
  geometry.base = ByteAddress{0x10000};
  return geometry;
}

/// Whether texels of a window of four words by 8 rows, wherever it begins, lie in one place only where they share one.
bool apart(const SurfaceGeometry& geometry, bool decoded) {
  const SurfaceLayout layout{geometry};
  const WordPlaces places = decoded ? WordPlaces::decoded(geometry) : WordPlaces::stored(geometry);
  const ElementShape& element = geometry.element;
  const unsigned bytes = decoded ? element.decoded_texel_bytes : element.bytes;
  const unsigned across = decoded ? 1 : element.width, down = decoded ? 1 : element.height;
  for (unsigned level = 0; level < geometry.levels; ++level) {
    const LevelSize size = layout.level_size(level);
    for (unsigned left = 0; left < size.width; ++left) {
      for (unsigned top = 0; top + 8 * down <= size.height; ++top) {
        std::map<unsigned, std::uint64_t> words;
        for (unsigned n = 0; n < (24 / bytes + 1) * 8; ++n) {
          const unsigned x = left + n / 8 * across, y = top + n % 8 * down;
          if (x >= size.width) continue;
          const TexelAddress address = layout.texel_address(level, {x, y, 0, 0});
          const std::uint64_t word = (decoded ? address.decoded : address.stored).value() >> kWordBits;
          const auto [found, fresh] = words.try_emplace(places(word) & 0x1F, word);
          if (!fresh && found->second != word) return false;
        }
      }
    }
  }
  return true;
}

}  // namespace

TEST_CASE("words of 32 bytes by 8 rows have places of their own in every tiling and at every pitch", "[surface]") {
  for (const Format format : {Format::kR8Unorm, Format::kR8G8Unorm, Format::kR8G8B8A8Unorm, Format::kR32G32Float,
                              Format::kBc1Unorm, Format::kBc3Unorm, Format::kBc4Unorm, Format::kBc5Unorm,
                              Format::kBc6hUf16, Format::kBc7Unorm, Format::kEtc2Rgb8}) {
    for (const Tiling tiling : {Tiling::kLinear, Tiling::kX, Tiling::kY, Tiling::kYf, Tiling::kYs}) {
      for (const std::uint32_t pitch : {512u, 1536u, 1824u}) {
        if (tiling != Tiling::kLinear && pitch != 1536) continue;
        INFO(gen9::format_facts(format).name << ' ' << name_of(tiling) << " pitch " << pitch);
        CHECK(apart(geometry_of(format, tiling, tiling == Tiling::kX ? 4 * pitch / 3 : pitch), true));
      }
    }
  }
}

TEST_CASE("stored blocks have places by their columns and rows", "[surface]") {
  for (const Format format : {Format::kBc1Unorm, Format::kBc7Unorm}) {
    for (const Tiling tiling : {Tiling::kLinear, Tiling::kY, Tiling::kYs})
      CHECK(apart(geometry_of(format, tiling, 1536), false));
  }
}

TEST_CASE("a row of 32 bytes is one part, its words four places", "[surface]") {
  const SurfaceGeometry geometry = geometry_of(Format::kR32G32B32A32Float, Tiling::kY, 1536);
  const WordPlaces places = WordPlaces::decoded(geometry);
  const SurfaceLayout layout{geometry};
  const auto word = [&](unsigned x, unsigned y) {
    return layout.texel_address(0, {x, y, 0, 0}).stored.value() >> kWordBits;
  };
  CHECK(places.row_part(word(2, 5)) == places.row_part(word(3, 5)));
  CHECK(places.row_part(word(1, 5)) != places.row_part(word(2, 5)));
  CHECK(places.row_part(word(2, 5)) != places.row_part(word(2, 6)));
  CHECK((places(places.row_part(word(3, 5))) & 3) == 0);
}

TEST_CASE("places of words survive a file, and what is none does not", "[surface]") {
  const WordPlaces places = WordPlaces::decoded(geometry_of(Format::kBc1Unorm, Tiling::kLinear, 1824));
  WordPlaces read;
  REQUIRE(WordPlaces::unpack(places.packed(), read));
  CHECK(read == places);
  CHECK_FALSE(WordPlaces::unpack({1u << 24, 0, 0}, read));
}
