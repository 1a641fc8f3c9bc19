// What footprints cost the filter, looked up.
#pragma once

#include <array>
#include <cstddef>

#include "machine/sampler/rates.h"

namespace texpipe::machine {

/// filter_interval() of every filter and format class, computed once.
class FilterIntervals {
 public:
  explicit FilterIntervals(const FilterRates& rates) {
    for (std::size_t filter = 0; filter < intervals_.size(); ++filter) {
      for (std::size_t format = 0; format < intervals_[filter].size(); ++format) {
        intervals_[filter][format] = filter_interval(rates, static_cast<functional::FilterClass>(filter),
                                                     static_cast<functional::FormatClass>(format));
      }
    }
  }

  Subcycles operator()(const functional::Footprint& footprint) const {
    return intervals_[static_cast<std::size_t>(footprint.filter)][static_cast<std::size_t>(footprint.format_class)];
  }

 private:
  std::array<std::array<Subcycles, 3>, 4> intervals_;
};

}  // namespace texpipe::machine
