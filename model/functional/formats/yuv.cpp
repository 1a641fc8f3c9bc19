#include "functional/formats/yuv.h"

#include <string_view>

namespace texpipe::functional {

TexelCoding yuv_coding() {
  constexpr ChannelCoding kByte{.denominator = 255};
  return {kByte, kByte, kByte, {.constant = true, .denominator = 1, .default_code = 1}};
}

Yuv422Order yuv422_order(const gen9::FormatFacts& facts) {
  // The layout names the four bytes by two letters each, as `Y0 Cb Y1 Cr`.
  const auto byte_of = [&](std::string_view name) { return static_cast<std::uint8_t>(facts.layout.find(name) / 3); };
  return {.y = {byte_of("Y0"), byte_of("Y1")}, .cb = byte_of("Cb"), .cr = byte_of("Cr")};
}

Texel decode_yuv422_texel(Yuv422Order order, const std::byte* element, unsigned x) {
  const auto byte = [&](unsigned place) { return std::to_integer<std::uint8_t>(element[place]); };
  return planar_texel(byte(order.y[x]), byte(order.cb), byte(order.cr));
}

}  // namespace texpipe::functional
