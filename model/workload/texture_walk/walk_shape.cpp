#include "workload/texture_walk/walk_shape.h"

#include <algorithm>

namespace texpipe::study {

namespace {

/// Wide as often as high, or twice as wide.
ImageExtent block_of(std::uint32_t lanes) {
  ImageExtent block{2, 2};
  while (block.width * block.height < lanes) {
    (block.width == block.height ? block.width : block.height) *= 2;
  }
  return block;
}

}  // namespace

WalkShape walk_shape(std::uint32_t lanes) {
  const unsigned part_lanes = std::min(lanes, kMostPartLanes);
  return {.lanes = lanes, .block = block_of(lanes), .parts = lanes / part_lanes, .part_lanes = part_lanes};
}

}  // namespace texpipe::study
