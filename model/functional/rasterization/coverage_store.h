// Coverage of the subspans in flight, as the pixel coverage unit holds it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "functional/rasterization/edge_function.h"
#include "functional/rasterization/pixel_query.h"
#include "functional/rasterization/plane_equation.h"

namespace texpipe::functional {

/// Outline by which the samples of a triangle's subspan were found.
struct SubspanOutline {
  std::array<EdgeFunction, 3> edges{};  // covered samples lie inside of all of them
  std::uint8_t pixels = 0;              // bit p: pixel p lies in the viewport
  bool conservative = false;            // and pixels that the triangle touches are covered
};

/// One 2x2 subspan with what pixel queries and interpolation need of its primitive.
struct SubspanInFlight {
  std::int32_t x = 0;  // upper left pixel
  std::int32_t y = 0;
  std::array<PixelCoverage, 4> pixels{};
  BarycentricPlanes barycentrics{};
  SubspanOutline outline{};
};

/// Slots are handed out lowest free first, so that the same sequence of calls gives the same slots.
class CoverageStore {
 public:
  explicit CoverageStore(std::uint32_t slots) : slots_(slots) {}

  std::uint32_t capacity() const { return static_cast<std::uint32_t>(slots_.size()); }
  std::uint32_t occupancy() const { return occupancy_; }

  /// Slot of the subspan; nothing when all are taken.
  std::optional<std::uint32_t> insert(SubspanInFlight subspan);

  /// Puts the subspan into a slot of the caller's choice, in place of what it held.
  void place(std::uint32_t slot, const SubspanInFlight& subspan);

  /// Null for a slot that is free or does not exist.
  const SubspanInFlight* find(std::uint32_t slot) const;

  void release(std::uint32_t slot);

 private:
  std::vector<std::optional<SubspanInFlight>> slots_;
  std::uint32_t occupancy_ = 0;
};

}  // namespace texpipe::functional
