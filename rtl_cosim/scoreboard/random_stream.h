// Numbers that depend on a seed and a place alone, so that any piece of a stimulus can be made again without the rest.
#pragma once

#include <cstdint>

namespace texpipe::rtl_cosim {

/// SplitMix64 at a place.
constexpr std::uint64_t mixed(std::uint64_t seed, std::uint64_t place) {
  std::uint64_t z = seed + (place + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Numbers one after the other.
class RandomStream {
 public:
  explicit RandomStream(std::uint64_t seed) : seed_{seed} {}
  std::uint64_t next() { return mixed(seed_, place_++); }
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  bool one_in(std::uint64_t count) { return below(count) == 0; }

 private:
  std::uint64_t seed_;
  std::uint64_t place_ = 0;
};

}  // namespace texpipe::rtl_cosim
