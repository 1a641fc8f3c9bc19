// Reports of a draw's subspans to a watch on a pixel; nothing where there is none.
#pragma once

#include <cstdint>

#include "functional/frame/depth/depth_stencil_test.h"
#include "functional/frame/observer/pixel_watch.h"
#include "functional/frame/pixel/pixel_batch.h"
#include "functional/rasterization/rasterizer.h"

namespace texpipe::functional {

/// A test that a watch is told of, before it takes place.
inline WatchedTest watched_test_of(const DepthStencilTest& tests, const TestedSample& sample) {
  const bool has_depth = tests.has_depth() && tests.depth_address(sample).has_value();
  return {.sample = sample.sample,
          .depth = sample.z,
          .stored_depth = has_depth ? std::optional{tests.depth_of(sample)} : std::nullopt,
          .tests_depth = tests.state().depth_test,
          .tests_stencil = tests.state().stencil_test};
}

class SubspanWatch {
 public:
  /// @param watch  null: no pixel is watched
  explicit SubspanWatch(PixelWatch* watch) : watch_{watch} {}

  PixelWatch* watch() const { return watch_; }
  void begin_batch() const {
    if (watch_ != nullptr) watch_->begin_batch();
  }
  void begin_primitive() { ++primitives_; }

  /// Begins a subspan of a piece of the primitive.
  void begin(const CoveredSubspan& covered, const ShadedPrimitive& primitive) {
    holds_ = watch_ != nullptr && watch_->in_subspan(covered.x, covered.y) && covered.samples[watch_->place()] != 0;
    if (holds_)
      watch_->covered({.primitive = primitives_ - 1,
                       .layer = primitive.layer,
                       .samples = covered.samples[watch_->place()],
                       .back_face = primitive.back_face});
  }

  /// Tests a sample of a pixel of the subspan by `run`, which says whether it passes.
  template <class Run>
  bool test(const DepthStencilTest& tests, const TestedSample& sample, unsigned pixel, Run&& run) const {
    if (!holds_ || pixel != watch_->place()) return run();
    WatchedTest test = watched_test_of(tests, sample);
    test.passed = run();
    watch_->tested(test);
    return test.passed;
  }

  /// The subspan is about to take a slot.
  void place(const ShadedSubspan& subspan, std::size_t slot) const {
    if (holds_ && subspan.live[watch_->place()] != 0) watch_->placed(static_cast<std::uint32_t>(slot));
  }

  /// A subspan belongs to a thread.
  void thread(const ShadedSubspan& subspan, std::uint32_t slot, std::size_t thread) const {
    if (watch_ != nullptr && watch_->in_subspan(subspan.x, subspan.y) && subspan.live[watch_->place()] != 0)
      watch_->threaded(slot, static_cast<std::uint32_t>(thread));
  }

 private:
  PixelWatch* watch_;
  bool holds_ = false;  // the present subspan holds the pixel
  std::uint32_t primitives_ = 0;
};

}  // namespace texpipe::functional
