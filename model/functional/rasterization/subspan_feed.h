// The way of a scene's subspans into the coverage store and from there to the threads that shade them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "functional/rasterization/coverage_store.h"
#include "functional/rasterization/raster_scene.h"

namespace texpipe::functional {

inline constexpr unsigned kSubspansPerThread = 8;  // a warp of 32

/// Invocations of a scene in raster order, eight subspans to a thread; a thread does not end with a triangle. The timed
/// raster front end inserts them one by one; an untimed run a thread at a time.
class SubspanFeed {
 public:
  /// One subspan of one triangle, for sample shading of one sample.
  struct Invocation {
    std::uint32_t triangle;
    std::uint32_t subspan;
    std::int8_t sample;
  };
  using Slots = std::array<std::uint32_t, kSubspansPerThread>;

  /// @param slots  subspans that the store holds at a time, at least kSubspansPerThread
  SubspanFeed(RasterScene scene, std::uint32_t slots);

  /// Empties the store and gives it another size: the machine's, which a workload does not know.
  void resize_store(std::uint32_t slots);

  const RasterScene& scene() const { return scene_; }
  const std::vector<RasterizedTriangle>& triangles() const { return triangles_; }
  const std::vector<Invocation>& invocations() const { return invocations_; }
  const CoverageStore& store() const { return store_; }
  unsigned threads() const {
    return static_cast<unsigned>((invocations_.size() + kSubspansPerThread - 1) / kSubspansPerThread);
  }
  unsigned subspans_of(unsigned thread) const;

  /// Subspan that invocation `index` shades, whether it is in the store or not.
  SubspanInFlight subspan(std::size_t index) const;

  /// Puts invocation `index` into the store; false when it is full.
  bool insert(std::size_t index);

  /// Makes room for a thread's subspans and inserts those that are not there: the untimed way.
  void provide(unsigned thread);

  /// Slots of a thread's subspans; places without a subspan hold a slot that does not exist.
  const Slots& slots_of(unsigned thread) const { return slots_[thread]; }

  /// The thread ended: its subspans leave the store.
  void release(unsigned thread);

 private:
  RasterScene scene_;
  std::vector<RasterizedTriangle> triangles_;
  std::vector<Invocation> invocations_;
  CoverageStore store_;
  std::vector<Slots> slots_;
};

}  // namespace texpipe::functional
