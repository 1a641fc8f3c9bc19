// Elements of the multisample control surface (MCS).
#pragma once

#include <algorithm>
#include <cstdint>

namespace texpipe::functional {

/// Bytes of an element (specification/state 4.5). @param sample_bits  log2 of the samples of a pixel, at least 1
constexpr std::uint32_t mcs_element_bytes(unsigned sample_bits) {
  return sample_bits <= 2 ? 1 : sample_bits == 3 ? 4 : 8;
}

/// Which slice each sample lies in, sample 0 in the low bits, when every sample has its own.
constexpr std::uint64_t distinct_samples_mcs(unsigned sample_bits) {
  const unsigned bits = std::max(1u, sample_bits);
  std::uint64_t word = 0;
  for (std::uint64_t sample = 0; sample < std::uint64_t{1} << sample_bits; ++sample) word |= sample << (sample * bits);
  return word;
}

}  // namespace texpipe::functional
