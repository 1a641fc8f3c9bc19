// What happens to a texel between decode and filter: chroma key and shadow compare.
#pragma once

#include <cstdint>

#include "functional/sampling/texture_binding.h"

namespace texpipe::functional {

/// Texel stage of an operation: turns decoded texels into what the filter sums.
class Prefilter {
 public:
  Prefilter(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation);

  /// Meaning of the texels that the filter sees: the surface's, or 0 and 1 after a compare.
  const TexelCoding& coding() const { return coding_; }
  bool compares() const { return compares_; }

  unsigned compared_channel() const { return compared_channel_; }
  /// What the compared channel's code counts as.
  float compared_value(std::uint32_t code) const;
  /// What it is compared with.
  float limit(float reference) const;

  /// @param killed  set when chroma key kills the pixel
  Texel apply(const Texel& texel, float reference, bool& killed) const;
  /// The compare alone, of what compares(): the border colour has met the key before (texture_binding.h).
  Texel compare(const Texel& texel, float reference) const;

 private:
  const TextureBinding& binding_;
  bool compares_;
  bool keyed_;
  unsigned compared_channel_ = 0;         // R, or A of formats that have alpha alone
  std::array<std::uint32_t, 4> share_{};  // 1 for channels that show the compare's result
  TexelCoding coding_;
};

}  // namespace texpipe::functional
