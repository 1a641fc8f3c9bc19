// Table of the cycles that footprints take in the filter.
#pragma once

#include <array>
#include <cstddef>

#include "machine/sampler/rates.h"

namespace texpipe::machine {

/// filter_interval() for every filter, format class and number of 32-bit float channels, computed once.
class FilterIntervals {
 public:
  explicit FilterIntervals(const FilterRates& rates) {
    for (std::size_t filter = 0; filter < intervals_.size(); ++filter) {
      for (std::size_t format = 0; format < intervals_[filter].size(); ++format) {
        for (unsigned channels = 0; channels < intervals_[filter][format].size(); ++channels) {
          intervals_[filter][format][channels] =
              filter_interval(rates, static_cast<functional::FilterClass>(filter),
                              static_cast<functional::FormatClass>(format), channels);
        }
      }
    }
  }

  Subcycles operator()(const functional::Footprint& footprint) const {
    return intervals_[static_cast<std::size_t>(footprint.filter)][static_cast<std::size_t>(footprint.format_class)]
                     [footprint.float_channels];
  }

 private:
  std::array<std::array<std::array<Subcycles, 5>, 3>, 4> intervals_;
};

}  // namespace texpipe::machine
