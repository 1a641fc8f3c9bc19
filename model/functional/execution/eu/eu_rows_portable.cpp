// The functions for every host.
#include <array>
#include <bit>
#include <cstring>

#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_lane_functions.h"
#include "functional/execution/eu/eu_row_kernels.h"
#include "functional/execution/eu/eu_value.h"

namespace texpipe::functional::rows::portable {

constexpr unsigned kWindowLanes = 8;  // that come out of a window together

template <class Words>
inline Words permuted(const Words& words, const Words& places) {
  Words out;
  for (unsigned i = 0; i < kWindowLanes; ++i) out[i] = words[places[i] % kWindowLanes];
  return out;
}

/// Bytes as numbers of 32 bits.
template <class Words>
inline Words widened(const std::uint8_t* bytes) {
  Words out;
  for (unsigned i = 0; i < kWindowLanes; ++i) out[i] = bytes[i];
  return out;
}

/// Two lists of sixteen of which eight take turns.
inline void separate(const float* from, float* x, float* y) {
  for (unsigned half = 0; half < 2; ++half) {
    std::memcpy(x + std::size_t{8} * half, from + std::size_t{16} * half, 8 * sizeof(float));
    std::memcpy(y + std::size_t{8} * half, from + std::size_t{16} * half + 8, 8 * sizeof(float));
  }
}

#include "functional/execution/eu/eu_rows.inc.h"
#include "functional/execution/eu/eu_rows_flags.inc.h"
#include "functional/execution/eu/eu_rows_list.inc.h"

const RowKernels kKernels{"portable", find};

}  // namespace texpipe::functional::rows::portable
