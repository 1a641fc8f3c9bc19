// Reports of a draw to a frame's observer: doubts about the samples of its primitives, and where they were written.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "functional/frame/blend/color_target.h"
#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/observer/frame_observer.h"
#include "functional/frame/setup/primitive_planes.h"
#include "functional/rasterization/rasterizer.h"
#include "functional/rasterization/sample_pattern.h"

namespace texpipe::functional {

/// Doubts (bits of PixelDoubt) by sample.
using SampleDoubts = std::array<std::uint8_t, kMaxSamples>;

class ObservedPixels {
 public:
  /// All of them outlive it.
  ObservedPixels(FrameObserver& observer, DepthStencilTest& tests) : observer_{observer}, tests_{tests} {}

  /// Begins a batch: no slot is taken.
  void begin_batch();

  /// Begins a piece of a primitive. @param covered, near  its subspans, and those with samples near to its edges
  void begin_piece(const std::vector<CoveredSubspan>& covered, const std::vector<CoveredSubspan>& near,
                   std::uint32_t layer);

  /// Doubts about the samples of a subspan's pixels, before any test.
  std::array<SampleDoubts, 4> doubts_of(std::int32_t x, std::int32_t y) const;

  /// DepthStencilTest::test, with the doubts that it brings.
  bool test(const TestedSample& sample, bool writes, const PrimitivePlanes& planes, std::uint8_t& doubts);

  /// The next slot of the batch gets a subspan with these doubts. @param live  samples that are shaded
  void place(const std::array<SampleDoubts, 4>& doubts, const std::array<std::uint16_t, 4>& live);
  std::uint8_t& doubts(const ObservedPixel& pixel, unsigned sample) {
    return slots_[pixel.slot].doubts[pixel.pixel][sample];
  }
  void doubt_all(const ObservedPixel& pixel, PixelDoubt doubt) {
    for (std::uint8_t& doubts : slots_[pixel.slot].doubts[pixel.pixel]) doubts |= static_cast<std::uint8_t>(doubt);
  }

  /// Pixels were written to a target. @param samples  of the target
  void wrote(const ObservedPixel& pixel, std::uint32_t x, std::uint32_t y, std::uint32_t layer, std::uint16_t samples,
             const ColorTarget& target);
  /// Samples of a pixel in flight that are not among those written were left out.
  void left_out(const ObservedPixel& pixel, std::uint32_t x, std::uint32_t y, std::uint32_t layer,
                std::uint16_t written, const ColorTarget& target);
  /// Tells of the samples that might have been shaded, for a target of the draw.
  void tell_beside(const ColorTarget& target);
  bool has_beside() const { return !beside_.empty(); }

 private:
  struct Slot {
    std::array<SampleDoubts, 4> doubts{};
    std::array<std::uint16_t, 4> live{};
  };
  struct Beside {
    std::uint32_t x, y, layer, sample;
    std::uint8_t doubts;
  };
  void add_beside(const TestedSample& sample, std::uint8_t doubts);

  FrameObserver& observer_;
  DepthStencilTest& tests_;
  std::map<std::pair<std::int32_t, std::int32_t>, std::array<std::uint16_t, 4>> near_;  // of the piece
  std::vector<Slot> slots_;
  std::vector<Beside> beside_;  // since the batch began
};

}  // namespace texpipe::functional
