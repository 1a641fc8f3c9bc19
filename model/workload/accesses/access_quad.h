// A quad of a file of accesses: the values of a row, checked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "workload/accesses/access_list.h"

namespace texpipe::study {

/// Values that the quads of one message have in common.
struct AccessKind {
  gen9::SamplerMessageType type = gen9::SamplerMessageType::kSample;
  std::uint32_t texture = 0;
  std::uint32_t sampler = 0;
  std::uint8_t simd = 16;
  std::uint8_t parameters = 0;  // that the payload has
  std::uint8_t response = 0;    // registers; 0: of all channels
  bool half = false;
  std::uint32_t header = 0;

  bool operator==(const AccessKind&) const = default;
};

struct AccessQuad {
  std::uint64_t thread = 0;
  std::optional<std::uint64_t> call;
  AccessKind kind;
  std::uint32_t mask = 0xF;
  /// Bits of each pixel's parameters, in the order of the payload.
  std::array<std::array<std::uint32_t, kQuadPixels>, 12> parameters{};
  std::array<AccessPixel, kQuadPixels> pixels{};
  bool draws = false;
};

/// Errors: kMalformedInput with the place.
AccessQuad read_quad(const AccessRow& row, const AccessLimits& limits, const std::string& file);

}  // namespace texpipe::study
