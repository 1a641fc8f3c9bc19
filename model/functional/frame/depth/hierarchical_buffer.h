// Places of the elements of a hierarchical depth buffer.
#pragma once

#include <cstdint>

#include "functional/frame/state/pipeline_state.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/target_work.h"
#include "isa/gen9/commands/depth_commands.h"

namespace texpipe::functional {

/// An element of 16 bytes stands for a block of 8x4 pixels (as Mesa lays it out). The elements of a coarse tile of
/// 16x16 pixels stand together in two lines, its upper two rows of blocks in the first one (assumed).
class HierarchicalBuffer {
 public:
  static constexpr std::uint32_t kTile = 16;  // pixels, to a side

  explicit HierarchicalBuffer(const PipelineState& state)
      : exists_{state.flag(gen9::command::kDepthBuffer["Hierarchical Depth Buffer Enable"])},
        base_{state.value(gen9::command::kHierDepthBuffer["Surface Base Address"]) & (GpuMemory::kEnd - 1)},
        pitch_{state.value(gen9::command::kHierDepthBuffer["Surface Pitch"]) + 1} {}

  bool exists() const { return exists_; }

  /// Line of the blocks of a coarse tile. @param column, row  of the tile  @param lower  its lower two rows of blocks
  ByteAddress line(std::uint32_t column, std::uint32_t row, bool lower) const {
    constexpr std::uint64_t kElement = 16, kBlocksOfTile = 8, kRowsOfPitch = 4;
    return line_of(ByteAddress{base_ + kRowsOfPitch * pitch_ * row + kElement * kBlocksOfTile * column +
                               (lower ? kFrameLine : 0)});
  }

 private:
  bool exists_;
  std::uint64_t base_;
  std::uint64_t pitch_;  // bytes
};

}  // namespace texpipe::functional
