// SAMPLER_BORDER_COLOR_STATE: 4 DWords R, G, B, A (specification/state 3).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "isa/gen9/bit_field.h"

namespace texpipe::gen9 {

/// Raw words: float32 for UNORM, SNORM and FLOAT surfaces, integers for UINT and SINT.
struct BorderColorState {
  static constexpr std::size_t kDwords = 4;
  using Words = std::array<std::uint32_t, kDwords>;

  Words rgba{};

  bool operator==(const BorderColorState&) const = default;

  float as_float(unsigned channel) const { return std::bit_cast<float>(rgba[channel]); }
  static BorderColorState of_floats(float red, float green, float blue, float alpha) {
    return {{std::bit_cast<std::uint32_t>(red), std::bit_cast<std::uint32_t>(green), std::bit_cast<std::uint32_t>(blue),
             std::bit_cast<std::uint32_t>(alpha)}};
  }

  static BorderColorState decode(std::span<const std::uint32_t, kDwords> words);
  Words encode() const { return rgba; }
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  /// Table of its fields.
  static const BitLayout<BorderColorState, kDwords>& layout();
};

}  // namespace texpipe::gen9
