#include "functional/surface/surface_layout.h"

#include <algorithm>
#include <bit>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::functional {

namespace {

// W surfaces have twice their pitch in the surface state (specification/state 4.1).
std::uint32_t tile_pitch_bytes(const SurfaceGeometry& geometry) {
  return geometry.tiling == Tiling::kW ? geometry.row_pitch / 2 : geometry.row_pitch;
}

// Place of sample s of pixel (x, y) in an interleaved plane: sample bits go between bit 0 and the rest of each
// coordinate (specification/state 4.5; the order of the sample bits is the Broadwell manual's).
TexelPlace interleaved(const TexelPlace& pixel, unsigned sample_bits) {
  const std::uint32_t s = pixel.sample;
  TexelPlace place = pixel;
  place.sample = 0;
  switch (sample_bits) {
    case 1:
      place.x = (pixel.x & ~1u) << 1 | (s & 1) << 1 | (pixel.x & 1);
      break;
    case 2:
      place.x = (pixel.x & ~1u) << 1 | (s & 1) << 1 | (pixel.x & 1);
      place.y = (pixel.y & ~1u) << 1 | (s & 2) | (pixel.y & 1);
      break;
    case 3:
      place.x = (pixel.x & ~1u) << 2 | (s & 4) | (s & 1) << 1 | (pixel.x & 1);
      place.y = (pixel.y & ~1u) << 1 | (s & 2) | (pixel.y & 1);
      break;
    case 4:
      place.x = (pixel.x & ~1u) << 2 | (s & 4) | (s & 1) << 1 | (pixel.x & 1);
      place.y = (pixel.y & ~1u) << 2 | (s & 8) >> 1 | (s & 2) | (pixel.y & 1);
      break;
    default:
      break;
  }
  return place;
}

unsigned mcs_bytes(unsigned sample_bits) {
  return sample_bits <= 2 ? 1 : sample_bits == 3 ? 4 : 8;
}

}  // namespace

SurfaceLayout::SurfaceLayout(const SurfaceGeometry& geometry) : geometry_{geometry} {
  const ElementShape& element = geometry_.element;
  element_width_bits_ = static_cast<std::uint8_t>(std::countr_zero(unsigned{element.width}));
  element_height_bits_ = static_cast<std::uint8_t>(std::countr_zero(unsigned{element.height}));
  const unsigned texels = element.width * element.height;
  if (texels > 1 && texels * element.decoded_texel_bytes == unsigned{element.bytes} * element.expansion) {
    in_element_step_ = element.decoded_texel_bytes;
  }
  if (geometry_.type == SurfaceType::kNull) {
    arrangement_ = Arrangement::kRow;
    return;
  }
  if (geometry_.type == SurfaceType::kBuffer || geometry_.type == SurfaceType::kStructuredBuffer) {
    arrangement_ = Arrangement::kRow;
    row_step_ = geometry_.row_pitch;
    return;
  }
  tree_ = mip_tree(geometry_);
  const bool slices_of_samples = geometry_.sample_storage == SampleStorage::kArraySlices &&
                                 geometry_.tiling != Tiling::kYf && geometry_.tiling != Tiling::kYs;
  slice_sample_bits_ = slices_of_samples ? geometry_.sample_bits : 0;
  rearranged_ = geometry_.x_offset != 0 || geometry_.y_offset != 0 || geometry_.every_other_line ||
                geometry_.quilt_width > 1 || geometry_.quilt_height > 1 ||
                (geometry_.sample_storage == SampleStorage::kInterleaved && geometry_.sample_bits != 0);
  if (has_1d_layout(geometry_)) {
    arrangement_ = Arrangement::kRow;
    row_step_ = element.bytes;
    return;
  }
  if (geometry_.tiling == Tiling::kLinear) {
    arrangement_ = Arrangement::kLinear;
    return;
  }
  if (!std::has_single_bit(unsigned{element.bytes}) || element.bytes > 16) {
    unsupported("tiling " + std::string{name_of(geometry_.tiling)} + " with elements of " +
                std::to_string(element.bytes) + " bytes");
  }
  swizzle_ = &tile_swizzle(geometry_);
  tiles_per_row_ = tile_pitch_bytes(geometry_) >> swizzle_->width_bits();
  arrangement_ = swizzle_->slice_bits() != 0 ? Arrangement::kTiledVolume : Arrangement::kTiled;
}

LevelSize SurfaceLayout::level_size(unsigned level) const {
  const SurfaceGeometry& g = geometry_;
  const std::uint32_t width = level_extent(g.width, level) * g.quilt_width;
  const std::uint32_t height = level_extent(g.height, level) * g.quilt_height;
  switch (g.type) {
    case SurfaceType::k1D:
      return {width, 1, g.depth};
    case SurfaceType::k2D:
      return {width, height, g.depth};
    case SurfaceType::k3D:
      return {width, height, level_extent(g.depth, level)};
    case SurfaceType::kCube:
      return {width, height, g.depth * 6};
    case SurfaceType::kBuffer:
    case SurfaceType::kStructuredBuffer:
      return {g.width, 1, 1};
    case SurfaceType::kNull:
      break;
  }
  return {};
}

unsigned SurfaceLayout::run_of(unsigned level) const {
  constexpr unsigned kRunBytes = 16;  // that every tiling but W keeps together
  const bool rows = arrangement_ == Arrangement::kLinear || arrangement_ == Arrangement::kTiled;
  if (!rows || rearranged_ || geometry_.sample_bits != 0 || geometry_.tiling == Tiling::kW ||
      geometry_.element.width != 1 || geometry_.element.height != 1 || level >= kMaxLevels)
    return 1;
  const unsigned most = arrangement_ == Arrangement::kLinear ? kMostRun : kRunBytes / geometry_.element.bytes;
  unsigned run = 1;
  while (2 * run <= most && tree_.levels[level].x % (2 * run) == 0) run *= 2;
  return run;
}

bool SurfaceLayout::has_pairs_of_rows(unsigned level) const {
  const bool tiled = geometry_.tiling == Tiling::kX || geometry_.tiling == Tiling::kY;
  return tiled && arrangement_ == Arrangement::kTiled && !rearranged_ && level < kMaxLevels &&
         tree_.levels[level].y % 2 == 0 && geometry_.slice_pitch % 2 == 0;
}

std::uint32_t SurfaceLayout::row_step() const {
  return swizzle_->offset(0, 1) - swizzle_->offset(0, 0);
}

std::optional<LevelPlaces> SurfaceLayout::level_places(unsigned level) const {
  constexpr std::uint64_t kAlignment = 4096;
  const bool aligned = geometry_.base.value() % kAlignment == 0;  // tiles are the memory's or hold whole ones
  const bool plain = aligned && arrangement_ == Arrangement::kTiled && !rearranged_ && geometry_.sample_bits == 0 &&
                     swizzle_->sample_bits() == 0 && element_width_bits_ == 0 && element_height_bits_ == 0;
  if (!plain || level >= kMaxLevels) return std::nullopt;
  return LevelPlaces{{.base = geometry_.base.value(),
                      .x = tree_.levels[level].x,
                      .y = tree_.levels[level].y,
                      .slice_rows = geometry_.slice_pitch,
                      .tiles_per_row = tiles_per_row_,
                      .element_bits = static_cast<std::uint8_t>(std::countr_zero(unsigned{geometry_.element.bytes})),
                      .width_bits = static_cast<std::uint8_t>(swizzle_->width_bits()),
                      .row_bits = static_cast<std::uint8_t>(swizzle_->row_bits()),
                      .size_bits = static_cast<std::uint8_t>(swizzle_->size_bits()),
                      .columns = swizzle_->columns().data(),
                      .rows = swizzle_->row_offsets().data()}};
}

ByteAddress SurfaceLayout::rearranged_address(unsigned level, TexelPlace place) const {
  const SurfaceGeometry& g = geometry_;
  if (g.quilt_width > 1 || g.quilt_height > 1) {
    const std::uint32_t width = level_extent(g.width, level);
    const std::uint32_t height = level_extent(g.height, level);
    const std::uint32_t patch = place.y / height * g.quilt_width + place.x / width;
    place.slice = place.slice * g.quilt_width * g.quilt_height + patch;
    place.x %= width;
    place.y %= height;
  }
  if (g.sample_storage == SampleStorage::kInterleaved) place = interleaved(place, g.sample_bits);
  const std::uint32_t column = (place.x + g.x_offset) >> element_width_bits_;
  std::uint32_t row = (place.y + g.y_offset) >> element_height_bits_;
  if (g.every_other_line) row = row * 2 + (g.odd_lines ? 1 : 0);
  return element_at(level, column, row, place.slice, place.sample);
}

ByteAddress SurfaceLayout::mcs_address(std::uint32_t x, std::uint32_t y, std::uint32_t slice) const {
  const TileSwizzle& swizzle = tile_swizzle(Tiling::kY, 1);
  const std::uint64_t byte_column = std::uint64_t{x} * mcs_bytes(geometry_.sample_bits);
  const std::uint64_t row = y + std::uint64_t{slice} * geometry_.auxiliary_slice_pitch;
  const std::uint64_t tiles_per_row = geometry_.auxiliary_pitch >> swizzle.width_bits();
  const std::uint64_t tile = (row >> swizzle.row_bits()) * tiles_per_row + (byte_column >> swizzle.width_bits());
  return ByteAddress{geometry_.auxiliary_base.value() + (tile << swizzle.size_bits()) +
                     swizzle.offset(byte_column, row)};
}

ByteAddress SurfaceLayout::cb_address(std::uint32_t x, std::uint32_t y, std::uint32_t slice) const {
  const PlaneOrigin& plane = geometry_.u_plane;
  const std::uint32_t step = geometry_.separate_chroma ? 1 : 2;
  return element_at(0, plane.column + x / 2 * step, plane.row + y / 2, slice);
}

ByteAddress SurfaceLayout::cr_address(std::uint32_t x, std::uint32_t y, std::uint32_t slice) const {
  const PlaneOrigin& plane = geometry_.separate_chroma ? geometry_.v_plane : geometry_.u_plane;
  const std::uint32_t column = geometry_.separate_chroma ? x / 2 : x / 2 * 2 + 1;
  return element_at(0, plane.column + column, plane.row + y / 2, slice);
}

ByteSize SurfaceLayout::size(std::uint32_t slices) const {
  const SurfaceGeometry& g = geometry_;
  const std::uint64_t stored = std::uint64_t{std::max(slices, 1u)} << slice_sample_bits_;
  if (g.type == SurfaceType::kNull) return ByteSize{0};
  if (g.type == SurfaceType::kBuffer || g.type == SurfaceType::kStructuredBuffer) {
    return ByteSize{std::uint64_t{g.width} * g.row_pitch};
  }
  if (arrangement_ == Arrangement::kRow) {
    return ByteSize{((stored - 1) * g.slice_pitch + tree_.width) * row_step_};
  }
  const std::uint64_t line_factor = g.every_other_line ? 2 : 1;
  const std::uint64_t chroma = std::max(g.u_plane.row, g.v_plane.row);
  const std::uint64_t below =
      (g.y_offset >> element_height_bits_) + (chroma != 0 ? chroma + (g.height + 1) / 2 : tree_.height * line_factor);
  if (arrangement_ == Arrangement::kLinear) {
    return ByteSize{((stored - 1) * g.slice_pitch + below) * g.row_pitch};
  }
  const std::uint64_t layers =
      arrangement_ == Arrangement::kTiledVolume ? (stored + swizzle_->slices() - 1) >> swizzle_->slice_bits() : stored;
  const std::uint64_t rows = (layers - 1) * g.slice_pitch + below;
  const std::uint64_t tile_rows = (rows + swizzle_->rows() - 1) >> swizzle_->row_bits();
  return ByteSize{(tile_rows * tiles_per_row_) << swizzle_->size_bits()};
}

}  // namespace texpipe::functional
