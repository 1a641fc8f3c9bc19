#include "functional/surface/address_tables.h"

namespace texpipe::functional {
namespace {

constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 14;  // of an axis: longer ones are buffers
constexpr std::size_t kMostKept = std::size_t{1} << 20;        // offsets of a surface: 16 MiB

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
    tables.rows.push_back({row.stored.value(), row.decoded.value()});
  }
  for (std::uint32_t x = 0; x < size.width; ++x) {
    const TexelAddress column = layout_.texel_address(level, {x, 0, slice, 0});
    tables.columns.push_back(
        {column.stored.value() - origin.stored.value(), column.decoded.value() - origin.decoded.value()});
  }
  for (const auto* offsets : {&tables.rows, &tables.columns}) {
    for (const Offset& offset : *offsets) {
      tables.low_bits.stored |= offset.stored;
      tables.low_bits.decoded |= offset.decoded;
    }
  }
  kept_ += tables.rows.size() + tables.columns.size();
  return &tables;
}

}  // namespace texpipe::functional
