#include "functional/surface/level_blocks.h"

#include <algorithm>

namespace texpipe::functional {

std::optional<LevelBlocks> LevelBlocks::make(const LevelPlaces& places) {
  if (!places.has_blocks(kSide)) return std::nullopt;
  return LevelBlocks{places};
}

LevelBlocks::LevelBlocks(const LevelPlaces& places) : places_{places}, row_step_{places.in_block(0, 1)} {
  for (std::size_t y = 0; y < kSide / 2; ++y) {
    for (std::uint32_t x = 0; x < kSide / 2; ++x)
      offsets_[y * (kSide / 2) + x] =
          static_cast<std::uint16_t>(places.in_block(2 * x, 2 * static_cast<std::uint32_t>(y)));
  }
  constexpr std::uint16_t kLine = 64;
  for (std::uint32_t y = 0; y < kSide; ++y) {
    for (std::uint32_t x = 0; x < kSide; ++x) {
      const auto line = static_cast<std::uint16_t>(places.in_block(x, y) / kLine * kLine);
      if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(line);
    }
  }
}

}  // namespace texpipe::functional
