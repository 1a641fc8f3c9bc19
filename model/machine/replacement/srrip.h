// Replacement policy `srrip`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "machine/replacement/replacement_policy.h"

namespace texpipe::machine {

/// Static re-reference interval prediction with two bits (Jaleel et al., ISCA 2010; hits promote): a line comes with
/// the prediction 2, a use sets it to 0, and the first line with 3 makes room. While none has 3, all candidates get one
/// more. Lines that are read once leave before those that were read again.
class SrripPolicy final : public ReplacementPolicy {
 public:
  explicit SrripPolicy(const PolicyPlace& place)
      : ways_{place.ways}, predictions_(std::size_t{place.sets} * place.ways, kDistant) {}

  void touched(std::uint32_t set, std::uint32_t way) override { of_line(set, way) = 0; }
  void filled(std::uint32_t set, std::uint32_t way) override { of_line(set, way) = kDistant - 1; }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) override {
    for (;;) {
      for (const std::uint32_t way : candidates) {
        if (of_line(set, way) == kDistant) return way;
      }
      for (const std::uint32_t way : candidates) ++of_line(set, way);
    }
  }

 private:
  static constexpr std::uint8_t kDistant = 3;  // the line is not expected to be used again soon

  std::uint8_t& of_line(std::uint32_t set, std::uint32_t way) { return predictions_[std::size_t{set} * ways_ + way]; }

  std::uint32_t ways_;
  std::vector<std::uint8_t> predictions_;  // by line
};

}  // namespace texpipe::machine
