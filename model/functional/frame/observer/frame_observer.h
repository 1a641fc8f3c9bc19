// Listener to what becomes of a frame's pixels: where edges pass, which samples are written, and with what.
#pragma once

#include <cstdint>

#include "base/quantity.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

struct DrawChange;
class PixelWatch;

/// A pixel of a subspan in flight: the subspan's slot in its batch, and the pixel in it (UL, UR, LL, LR).
struct ObservedPixel {
  std::uint32_t slot = 0;
  std::uint8_t pixel = 0;
};

/// An element that a sample has in a colour, depth or stencil buffer.
struct ObservedElement {
  ByteAddress address;
  std::uint8_t bytes = 4;
};

/// Doubts about coverage.
enum class PixelDoubt : std::uint8_t {
  kEdge = 1,      // the sample lies within 1/256 pixel of an edge of its primitive
  kDepth = 2,     // a move of 1/256 pixel would bring its depth to the other side of what it is compared with
  kCoverage = 4,  // alpha decides which samples are written
};

/// How a colour gets into its target.
struct ObservedStore {
  bool keeps = false;   // what the target held counts, too
  bool rounds = false;  // to steps that may be as large as those of 8 bits
};

/// Told in the order in which things happen. Nothing is computed for an observer where there is none.
class FrameObserver {
 public:
  virtual ~FrameObserver() = default;

  /// Change of all draws; null: none.
  virtual const DrawChange* change() const { return nullptr; }
  /// Whether it listens: one that only changes draws hears of pictures alone.
  virtual bool listens() const { return true; }
  /// Watch on a pixel; null: none. It outlives the draws.
  virtual PixelWatch* watch() { return nullptr; }

  /// Slots from here on belong to new subspans.
  virtual void batch() = 0;
  /// A sample of a pixel in flight was written to a colour target. @param doubts  bits of PixelDoubt
  virtual void wrote(const ObservedPixel& pixel, const ObservedElement& element, const ObservedStore& store,
                     std::uint8_t doubts) = 0;
  /// A shaded sample was not written, because the shader or a test decided so.
  virtual void left_out(const ObservedPixel& pixel, const ObservedElement& element, std::uint8_t doubts) = 0;
  /// A sample that was not shaded might have been.
  virtual void beside(const ObservedElement& element, std::uint8_t doubts) = 0;
  /// Depth or stencil was written; doubts as those about the sample.
  virtual void wrote_test(const ObservedElement& element, std::uint8_t doubts) = 0;
  /// Doubts about what an element holds.
  virtual std::uint8_t doubts_of(const ObservedElement& element) const = 0;
  /// A picture is read where the program reads it. @param address  of its first row
  virtual void picture(std::uint32_t number, ByteAddress address, std::uint32_t width, std::uint32_t height,
                       std::uint32_t row_bytes) = 0;

 protected:
  FrameObserver() = default;
  FrameObserver(const FrameObserver&) = default;
  FrameObserver& operator=(const FrameObserver&) = default;
};

}  // namespace texpipe::functional
