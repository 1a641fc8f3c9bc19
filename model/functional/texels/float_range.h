// Common range of a surface's float texels, which tells when their sums are exact.
#pragma once

#include <cstdint>

namespace texpipe::functional {

/// Range of all decoded texels; as initialised, of none.
struct FloatRange {
  std::int32_t largest = 0;  // finite magnitude, as bits of a float32
  std::int32_t unit = 127;   // exponent of a power of two that all finite ones are multiples of
  bool special = false;      // one is infinite or NaN
  bool minus_zero = false;   // one is -0
  bool negative = false;     // one is below 0
};

}  // namespace texpipe::functional
