// Chroma key: texels of a colour range kill their pixel or read black (specification/sampling 7).
#pragma once

#include <array>
#include <cstdint>

#include "functional/formats/texel.h"
#include "isa/gen9/sampler_state_enums.h"

namespace texpipe::functional {

/// Range of a key, per channel R, G, B, A in 8 bits, inclusive.
struct ChromaKey {
  bool enabled = false;
  gen9::ChromaKeyMode mode = gen9::ChromaKeyMode::kKillOnAnyMatch;
  std::array<std::uint8_t, 4> low{};
  std::array<std::uint8_t, 4> high{};

  bool kills() const { return enabled && mode == gen9::ChromaKeyMode::kKillOnAnyMatch; }
  bool replaces() const { return enabled && mode != gen9::ChromaKeyMode::kKillOnAnyMatch; }

  bool operator==(const ChromaKey&) const = default;
};

/// A key from 3DSTATE_CHROMA_KEY's words (ARGB8888).
ChromaKey chroma_key(gen9::ChromaKeyMode mode, std::uint32_t low, std::uint32_t high);

/// True when all channels of a texel lie in the range; channels are compared as 8-bit codes, rounded to nearest.
bool matches(const ChromaKey& key, const TexelCoding& coding, const Texel& texel);

/// Texel that REPLACE_BLACK puts in place of a matching one of a format: zero, or black in video range for YCrCb. Black
/// that matches itself is replaced by black.
Texel replacement_black(gen9::FormatKind kind);

}  // namespace texpipe::functional
