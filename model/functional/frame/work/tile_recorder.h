// Records the work of set-up, raster and early tests of a draw, tile by tile.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/depth/hierarchical_buffer.h"
#include "functional/frame/pixel/pixel_batch.h"
#include "functional/frame/pixel/pixel_shader_state.h"
#include "functional/frame/state/assembled_primitives.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/work/frame_work.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

/// Primitives are told in their order, then the subspans of each, tile by tile, then what threads were made of them.
class TileRecorder {
 public:
  /// All of them outlive it. @param samples  of a pixel of the depth buffer
  TileRecorder(FrameWork& work, const PipelineState& state, const DepthStencilTest& tests, TestTime time,
               unsigned samples);

  /// A primitive comes to set-up. @param clipped_vertices  of its clipped shape; 0: no plane changed it
  void primitive(const AssembledPrimitives& list, unsigned clipped_vertices, bool culled);

  /// A covered subspan was tested: `live` says what passed. @param end  subspans of the batch before it
  void add(const ShadedSubspan& subspan, std::uint32_t layer, std::size_t end);
  /// Covered subspans were tested together. @param passed  bits of their pixels, one after the other
  /// @param end  subspans of the batch before the first of them  @param shaded  those with any pixel left follow there
  void add_tested(std::span<const CoveredSubspan> covered, unsigned passed, std::uint32_t layer, std::size_t end,
                  bool shaded);
  /// The last subspan of a piece, or of its part in this batch, was added. @param end  subspans of the batch
  void end_piece(std::size_t end);
  /// Threads were made of these subspans. @param first  number of the first of them
  void open_threads(const PixelBatch& batch, std::size_t first);
  /// Nothing is rastered until the next phase: primitives that cover nothing become a step.
  void end_batch();

 private:
  static constexpr unsigned kBlocks = 8;  // of a tile

  struct Tested {
    ByteAddress line;
    FrameCache cache;
    std::uint8_t block;
  };
  struct Ended {
    std::size_t step;
    std::size_t end;  // subspans of the batch behind the tile
  };

  void begin_tile(std::int32_t x, std::int32_t y);
  void end_tile(std::size_t end);
  /// A covered subspan by its upper left pixel. @param covered, live  bits of its pixels
  void add(std::int32_t x, std::int32_t y, unsigned covered, unsigned live, std::uint32_t layer, std::size_t end);
  void add_tests(std::int32_t x, std::int32_t y, std::uint32_t layer, std::uint8_t block);
  void note(ByteAddress address, FrameCache cache, std::uint8_t block);

  FrameWork& work_;
  const DepthStencilTest& tests_;
  unsigned samples_;
  bool early_;   // tests come before the shader
  bool writes_;  // and write
  HierarchicalBuffer hiz_;
  bool hierarchical_;      // tests look at it
  PrimitiveWork pending_;  // since the last tile
  bool open_ = false;      // a tile is
  std::int32_t tile_x_ = 0, tile_y_ = 0;
  TileWork tile_;
  std::array<std::uint16_t, kBlocks> pixels_of_block_{};
  unsigned touched_ = 0, passed_ = 0;  // blocks, a bit each
  std::vector<Tested> tested_;
  std::vector<Ended> ended_;  // tiles of the piece
};

}  // namespace texpipe::functional
