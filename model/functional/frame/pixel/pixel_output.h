// From the pixel shader to the targets: late tests, alpha, blending.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "functional/frame/blend/blend_state.h"
#include "functional/frame/blend/color_target.h"
#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/observer/observed_pixels.h"
#include "functional/frame/observer/pixel_watch.h"
#include "functional/frame/pixel/kept_writes.h"
#include "functional/frame/pixel/pixel_batch.h"
#include "functional/frame/pixel/pixel_shader_state.h"
#include "functional/frame/pixel/target_write.h"
#include "functional/frame/setup/raster_setup.h"
#include "functional/frame/setup/viewport.h"
#include "functional/frame/state/pipeline_statistics.h"

namespace texpipe::functional {

/// Parts of a draw that the output of its pixels needs; all of them outlive the output.
struct PixelOutputContext {
  GpuMemory& memory;
  const MessageContext& messages;
  const PixelShaderState& shader;
  const BlendState& blend;
  const RasterSetup& raster;
  const std::array<Viewport, kViewports>& viewports;
  TestTime time;
  bool counts;  // samples that pass
  PipelineStatistics& statistics;
  ObservedPixels* observed = nullptr;  // null: nobody looks on
  PixelWatch* watch = nullptr;         // null: no pixel is watched
};

/// Depth of a primitive at one of a pixel's samples, before it is clamped.
inline float sample_depth(const ShadedPrimitive& primitive, const RasterSetup& raster, const TestedSample& sample) {
  const SamplePosition& at = raster.raster.pattern.positions[sample.sample];
  return primitive.planes.depth(sample.x + at.x / static_cast<double>(kSampleGrid),
                                sample.y + at.y / static_cast<double>(kSampleGrid));
}

class PixelOutput {
 public:
  PixelOutput(const PixelOutputContext& context, DepthStencilTest& tests);

  /// Lets the writes of a batch take effect, in the order of its threads. Coverage that the batch's subspans keep
  /// shrinks to what was written. Errors: those of ColorTarget and parse_target_write.
  void retire(PixelBatch& batch, const KeptWrites& writes);

  /// Finds the lines and pixels of a write, as it may take effect: of lanes whose late test or alpha is not known, too.
  void find_work(const PixelBatch& batch, const PixelThread& thread, const KeptWrite& kept, TargetWork& work);

  /// Tells the observer of samples that might have been shaded since the last call.
  void tell_beside();

 private:
  struct KnownTarget {
    std::uint8_t binding_table_index;
    std::uint32_t bindless_surface_offset;
    unsigned index;
    std::unique_ptr<ColorTarget> target;
  };
  /// A write by which later ones that are alike are known.
  struct KnownWrite {
    std::uint32_t descriptor = 0;
    std::uint32_t extended_descriptor = 0;
    std::size_t registers = 0;  // of its payload; 0: there is none
    std::uint32_t first = 0;    // DWords of its header
    std::uint32_t third = 0;
    bool header = false;  // the DWords matter
    bool plain = false;   // apply_plain takes it
    PlainWrite write{};
    std::array<std::uint16_t, 4> color{};  // DWords of the payload where R, G, B, A begin
    const ColorTarget* target = nullptr;
  };
  const KnownWrite& known_write(const KeptWrite& kept);
  const ColorTarget& target_of(std::uint8_t binding_table_index, std::uint32_t bindless_surface_offset, unsigned index);
  const ColorTarget& target_of(const TargetWrite& write);
  void prefetch(const PixelBatch& batch, std::uint32_t thread);
  void apply(PixelBatch& batch, const PixelThread& thread, const KeptWrite& kept);
  bool apply_plain(const PixelBatch& batch, const PixelThread& thread, const KeptWrite& kept);
  void decide(PixelBatch& batch, const PixelThread& thread, unsigned group, unsigned lane_of_group);
  std::uint16_t tested(const ShadedPrimitive& primitive, const ShadedSubspan& subspan, ObservedPixel at,
                       std::uint16_t samples, unsigned group, unsigned lane_of_group);
  void observe(const PixelBatch& batch, const PixelThread& thread);
  void fade(const PixelBatch& batch, const PixelThread& thread, const SmoothLine& line);
  /// Lines of the subspan before, which are touched already.
  struct LinesBefore {
    struct Block {
      std::uint32_t column = ~0u, row = ~0u;
      bool operator==(const Block&) const = default;
    };
    std::array<Block, 2> blocks;  // of the target's lines, by row of the subspan
    std::optional<ByteAddress> control;
  };
  const TargetWrite& parsed(const KeptWrite& kept);
  void touch_target(const ShadedSubspan& subspan, std::uint32_t lanes, std::uint32_t layer, const ColorTarget& target,
                    LinesBefore& before, TargetWork& work) const;
  unsigned written_colors(unsigned live, const ColorTarget& target) const;
  void touch_tests(const ShadedSubspan& subspan, std::uint32_t layer, TargetWork& work) const;
  void write_watched(const PixelThread& thread, std::uint32_t lanes, unsigned group, const ColorLanes& out,
                     const ColorTarget& target);
  void write_group(const PixelBatch& batch, const PixelThread& thread, std::uint32_t lanes, unsigned group,
                   const ColorTarget& target);

  PixelOutputContext context_;
  DepthStencilTest& tests_;
  std::vector<KnownTarget> targets_;
  KnownWrite last_write_;
  TargetWrite write_;
  TargetWrite asked_write_;  // of find_work, without the registers
  std::array<std::uint32_t, 3>
      asked_words_{};  // descriptors and registers, from 1 on, of the message that it was found in
  std::array<Grf, TargetWrite::kMostGroups> faded_{};  // alphas of antialiased lines
  OpenTiles tiles_;
  bool plain_ = false;         // what is shaded is written, one sample a pixel
  std::uint32_t decided_ = 0;  // lanes of the thread whose samples are final
};

}  // namespace texpipe::functional
