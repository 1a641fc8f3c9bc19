#include "functional/formats/packed_float.h"

#include <cstring>

#include "functional/formats/small_float.h"

namespace texpipe::functional {

TexelCoding shared_exponent_coding() {
  constexpr ChannelCoding kColor{.kind = ChannelKind::kFloat};
  return {kColor, kColor, kColor, {.constant = true, .denominator = 1, .default_code = 1}};
}

Texel decode_shared_exponent(const std::byte* element) {
  std::uint32_t bits;
  std::memcpy(&bits, element, sizeof bits);
  const std::uint32_t exponent = bits >> 27;
  const auto channel = [&](unsigned shift) { return shared_exponent_to_float_bits(bits >> shift & 0x1FF, exponent); };
  return {{channel(0), channel(9), channel(18), 1}};
}

}  // namespace texpipe::functional
