// A change of every sampler state that threads use, for who draws a frame with what the rules leave open moved.
#pragma once

#include <cstdint>
#include <optional>

#include "isa/gen9/sampler_state.h"

namespace texpipe::functional {

struct SamplerChange {
  double lod_bias = 0;                           // added where a sampler chooses among levels
  std::optional<std::uint8_t> max_anisotropy{};  // of anisotropic filters: 2, 4, ... 16; 1: they are linear
  std::optional<gen9::LodAlgorithm> algorithm{};

  /// Changes a state's words. Filters without levels stay as they are.
  void apply(gen9::SamplerState::Words& words) const;
};

}  // namespace texpipe::functional
