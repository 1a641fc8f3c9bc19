// Depth and stencil buffers of a draw, and the tests against them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "functional/frame/depth/depth_stencil_state.h"
#include "functional/memory/gpu_memory.h"
#include "functional/memory/open_tiles.h"
#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/surface/level_blocks.h"
#include "functional/surface/surface_fill.h"
#include "functional/surface/surface_layout.h"

namespace texpipe::functional {

/// One sample to be tested.
struct TestedSample {
  std::uint32_t x = 0;  // pixel
  std::uint32_t y = 0;
  std::uint32_t sample = 0;
  std::uint32_t layer = 0;  // counted from the view's first
  float z = 0;              // clamped
  bool back_face = false;
  std::optional<std::uint8_t> stencil_reference{};  // computed by the shader; absent: the state's
};

/// A clear of all samples of a rectangle in one layer.
struct DepthClear {
  std::uint32_t left = 0;  // pixels; right and bottom are not cleared
  std::uint32_t top = 0;
  std::uint32_t right = 0;
  std::uint32_t bottom = 0;
  std::optional<float> depth{};  // absent: not cleared
  std::optional<std::uint8_t> stencil{};
  MemoryHolds holds{};  // which memory may be cleared; null: all
};

/// Buffers of 3DSTATE_DEPTH_BUFFER and 3DSTATE_STENCIL_BUFFER at their level. Depth lies in tile Y, stencil in tile W;
/// samples are interleaved (specification/3d-pipeline 6).
class DepthStencilTest {
 public:
  /// Errors: kUnsupported for tilings other than tile Y, and what SurfaceLayout refuses; kMalformedInput for a depth
  /// format that there is not.
  DepthStencilTest(const PipelineState& state, GpuMemory& memory, unsigned sample_bits);

  const DepthStencilState& state() const { return state_; }
  bool has_depth() const { return depth_.has_value(); }
  DepthFormat format() const { return format_; }
  /// Size of the level in pixels, of the buffers that there are; nothing: there are none.
  std::optional<LevelSize> size() const;

  /// Whether the sample passes both tests. Writes what the state says, unless `writes` is false.
  bool test(const TestedSample& sample, bool writes = true);

  /// Whether `test_subspan` does all that the state asks for: depth alone, with one sample a pixel.
  bool takes_subspans() const { return takes_subspans_; }
  /// Tests the pixels of a subspan and writes as `test` does, in the order upper left, upper right, lower left, lower
  /// right. @param x, y  of the upper left pixel, even
  /// @param codes   depths of the four, as depth_code has them
  /// @param pixels  a bit for each that is asked for @return a bit for each that passes
  unsigned test_subspan(OpenTiles& tiles, const TestedSample& first, const std::uint32_t* codes, unsigned pixels,
                        bool writes);

  /// Up to four subspans of a layer, as `test_subspan` tests them in order. @param places  of the upper left pixels
  /// @param codes, pixels  lane 4 s + p is pixel p of subspan s @return lanes that pass
  unsigned test_subspans(OpenTiles& tiles, const pixel_kernels::SubspanPlaces& places, unsigned count,
                         std::uint32_t layer, const pixel_kernels::LaneBits& codes, unsigned pixels, bool writes);

  /// Asks the host to bring depths near that `test_subspans` will need. @param x, y  of a pixel of their block of 8x8
  void prefetch_block(OpenTiles& tiles, std::int32_t x, std::int32_t y, std::uint32_t layer) const {
    if (depth_blocks_)
      depth_blocks_->prefetch(tiles, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), slice_of(layer));
  }

  /// Addresses of a sample's depth and stencil; nothing: there is no such buffer.
  std::optional<ByteAddress> depth_address(const TestedSample& sample) const;
  std::optional<ByteAddress> stencil_address(const TestedSample& sample) const;
  /// Depth that the buffer holds for a sample, as the test compares it. There has to be a buffer.
  float depth_of(const TestedSample& sample) const;

  /// Fills the view's first layer, whatever the tests and enables say.
  void clear(const DepthClear& clear);

 private:
  unsigned test_one_by_one(const TestedSample& first, const std::uint32_t* codes, unsigned pixels, bool writes);
  void open_depth(const PipelineState& state, unsigned sample_bits);
  void open_stencil(const PipelineState& state, unsigned sample_bits);
  std::uint32_t slice_of(std::uint32_t layer) const { return first_slice_ + (layer < extent_ ? layer : 0); }
  TexelPlace place_of(const TestedSample& sample) const;
  std::uint32_t stored_depth(ByteAddress address) const;
  void store_depth(ByteAddress address, std::uint32_t code);
  bool depth_passes(std::uint32_t code, ByteAddress address) const;

  GpuMemory& memory_;
  DepthStencilState state_;
  DepthFormat format_ = DepthFormat::kD32Float;
  unsigned level_ = 0;
  std::uint32_t first_slice_ = 0;
  std::uint32_t extent_ = 1;
  std::optional<SurfaceLayout> depth_{};
  std::optional<SurfaceLayout> stencil_{};
  std::optional<LevelPlaces> depth_places_{};  // of test_subspans
  std::optional<LevelBlocks> depth_blocks_{};  // likewise
  bool takes_subspans_ = false;
};

}  // namespace texpipe::functional
