// Watch on one pixel of all targets: which primitives cover it, how they pass the tests, and what is written.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "base/quantity.h"
#include "isa/gen9/surface_format.h"

namespace texpipe::functional {

/// A piece of a primitive covers samples of the pixel.
struct WatchedCoverage {
  std::uint32_t primitive = 0;  // counted over the draw, as clip and set-up take them
  std::uint32_t layer = 0;
  std::uint16_t samples = 0;
  bool back_face = false;
};

/// A sample of the pixel at its depth and stencil tests.
struct WatchedTest {
  std::uint32_t sample = 0;
  float depth = 0;                      // clamped to the viewport
  std::optional<float> stored_depth{};  // in the buffer before the test; none: it has none
  bool tests_depth = false;
  bool tests_stencil = false;
  bool passed = false;
};

/// A sample of the pixel in a colour target.
struct WatchedElement {
  ByteAddress address;
  std::uint8_t bytes = 4;
  gen9::SurfaceFormat format{};
  bool blends = false;  // what the target holds counts, too
};

/// Told in the order in which things happen; what a thread's writes do comes behind all tests of its batch. A slot is
/// a subspan's place in its batch, and names what was covered there.
class PixelWatch {
 public:
  PixelWatch(std::uint32_t x, std::uint32_t y) : x_{x}, y_{y} {}
  virtual ~PixelWatch() = default;

  /// Whether a subspan holds the pixel. @param x, y  of its upper left pixel
  bool in_subspan(std::int32_t x, std::int32_t y) const { return is(x + dx(), y + dy()); }
  /// Number of the pixel in its subspan: UL, UR, LL, LR.
  unsigned place() const { return static_cast<unsigned>(dx() + 2 * dy()); }
  bool is(std::int64_t x, std::int64_t y) const { return x == x_ && y == y_; }

  virtual void begin_draw(std::uint64_t number) = 0;
  /// Slots from here on belong to new subspans.
  virtual void begin_batch() = 0;
  virtual void covered(const WatchedCoverage& coverage) = 0;
  /// A test before the shader, of what was covered last.
  virtual void tested(const WatchedTest& test) = 0;
  /// A slot shades what was covered last.
  virtual void placed(std::uint32_t slot) = 0;
  /// @param thread  of the batch
  virtual void threaded(std::uint32_t slot, std::uint32_t thread) = 0;
  /// A test behind the shader.
  virtual void tested_late(std::uint32_t slot, const WatchedTest& test) = 0;
  /// A sample is about to be written, and was. @param color  bits of R, G, B, A that the shader sent
  virtual void writes(std::uint32_t slot, const WatchedElement& element, const std::array<std::uint32_t, 4>& color) = 0;
  virtual void wrote(std::uint32_t slot, const WatchedElement& element) = 0;

 protected:
  PixelWatch(const PixelWatch&) = default;
  PixelWatch& operator=(const PixelWatch&) = default;

 private:
  std::int32_t dx() const { return static_cast<std::int32_t>(x_ & 1); }
  std::int32_t dy() const { return static_cast<std::int32_t>(y_ & 1); }

  std::int64_t x_, y_;
};

}  // namespace texpipe::functional
