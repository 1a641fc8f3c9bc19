// Steps of a texel between decode and filter: chroma key and shadow compare.
#pragma once

#include <cstdint>

#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

/// Shadow compare of a texel: channels of the texel become 1 or 0, those that do not show the result their default.
struct TexelCompare {
  gen9::ShadowFunction function = gen9::ShadowFunction::kAlways;
  std::uint8_t channel = 0;                // that is compared: R, or A of formats that have alpha alone
  std::uint8_t shown = 0;                  // bit c: channel c shows the result
  ChannelKind kind = ChannelKind::kFixed;  // of the compared channel's codes
  std::array<std::uint32_t, 4> others{};   // codes of channels that do not show it

  /// Value that a code of the compared channel counts as.
  float value(std::uint32_t code) const;
  /// @param limit  value that it is compared with (Prefilter::limit)
  Texel operator()(const Texel& texel, float limit) const;
};

/// The compare of a subspan's pixels.
struct SubspanCompare : TexelCompare {
  std::array<float, kPixelsPerSubspan> limit{};
};

/// Texel stage of an operation: turns decoded texels into what the filter sums.
class Prefilter {
 public:
  Prefilter(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation);

  /// Meaning of the texels that the filter sees: the surface's, or 0 and 1 after a compare.
  const TexelCoding& coding() const { return coding_; }
  bool compares() const { return compares_; }

  unsigned compared_channel() const { return compare_.channel; }
  /// Value that the compared channel's code counts as.
  float compared_value(std::uint32_t code) const { return compare_.value(code); }
  /// Value that the compared channel is compared with.
  float limit(float reference) const;

  /// @param killed  set when chroma key kills the pixel
  Texel apply(const Texel& texel, float reference, bool& killed) const;
  /// The key alone.
  Texel keyed(const Texel& texel, bool& killed) const;
  /// The compare alone, of what compares(): the border colour has met the key before (texture_binding.h).
  Texel compare(const Texel& texel, float reference) const { return compare_(texel, limit(reference)); }
  /// The compare, for code that executes it elsewhere; of what compares().
  const TexelCompare& comparison() const { return compare_; }

 private:
  const TextureBinding& binding_;
  bool compares_;
  bool keyed_;
  TexelCompare compare_;
  TexelCoding coding_;
};

}  // namespace texpipe::functional
