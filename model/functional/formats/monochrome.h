// R1_UNORM and MONO8: one bit per texel, texel 0 in bit 0.
#pragma once

#include <cstddef>

#include "functional/formats/texel.h"

namespace texpipe::functional {

/// Codes of texel 0 to 7 of a byte. MONO8 replicates its intensity to all channels, R1_UNORM is red.
inline Texel decode_monochrome_texel(const TexelCoding& coding, const std::byte* element, unsigned x) {
  const std::uint32_t bit = std::to_integer<std::uint32_t>(element[0]) >> x & 1;
  Texel texel;
  for (unsigned i = 0; i < 4; ++i) texel.code[i] = coding[i].constant ? coding[i].default_code : bit;
  return texel;
}

}  // namespace texpipe::functional
