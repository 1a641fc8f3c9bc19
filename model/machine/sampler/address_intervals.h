// Table of the cycles that footprints take in the address generator.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "functional/sampling/footprint.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Cycles of a footprint. One of a texture takes one turn. Pixels of a buffer are no block of 2x2: each has an address
/// of its own, and they come at a rate of their own where that is slower.
class AddressIntervals {
 public:
  explicit AddressIntervals(const AddressGeneratorParameters& p) : turn_{work_at_rate(1, p.footprints_per_cycle)} {
    for (unsigned pixels = 0; pixels < buffer_.size(); ++pixels)
      buffer_[pixels] = std::max(turn_, work_at_rate(pixels, p.buffer_texels_per_cycle));
  }

  Subcycles operator()(const functional::Footprint& footprint) const {
    return footprint.buffer ? buffer_[static_cast<unsigned>(std::popcount(footprint.pixels))] : turn_;
  }
  Subcycles turn() const { return turn_; }

 private:
  Subcycles turn_;
  std::array<Subcycles, functional::kPixelsPerSubspan + 1> buffer_;
};

}  // namespace texpipe::machine
