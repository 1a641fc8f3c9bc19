// Colours on their way into render targets whose elements are words of UNORM channels: blending and encoding as facts
// that the kernels take.
#pragma once

#include <array>
#include <cstdint>

namespace texpipe::functional::pixel_kernels {

/// Place of a channel of the shader in a word.
struct WordChannel {
  std::uint8_t shift = 0;
  std::uint32_t most = 0;  // largest code, of at most 16 bits; 0: words have no such channel
  float missing = 0;       // which blending reads then
};

/// Colours that a blend factor names.
enum class WeightOf : std::uint8_t { kOne, kSource, kTarget, kConstant, kSecond, kSaturate };

/// Factor of a blend equation: a channel (0 to 3 for R to A) of what it names, or 1 minus it.
struct BlendWeight {
  WeightOf of = WeightOf::kOne;
  std::uint8_t channel = 0;
  bool inverse = false;
};

/// How the two products, or the two colours, become one.
enum class Joined : std::uint8_t { kWeighted, kSmaller, kLarger };

/// Blend equation of a channel.
struct BlendRule {
  Joined joined = Joined::kWeighted;
  float source_sign = 1;
  float target_sign = 1;
  BlendWeight source;
  BlendWeight target;
};

/// All that happens to colours between a shader and words.
struct WordColors {
  std::array<WordChannel, 4> channels{};  // R, G, B, A
  std::uint32_t written = 0;              // bits of a word that change
  bool clamps_source = false;
  bool blends = false;  // the rest is about blending
  bool clamps_target = false;
  bool clamps_result = false;
  float low = 0;  // of clamps
  float high = 1;
  std::array<BlendRule, 4> rules{};  // none names the second source
  std::array<float, 4> constant{};
};

}  // namespace texpipe::functional::pixel_kernels
