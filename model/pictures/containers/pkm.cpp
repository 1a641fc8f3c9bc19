// PKM files: one level of an ETC1, ETC2 or EAC picture; numbers are big-endian.
#include <string>

#include "host/files/byte_reader.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

using enum gen9::SurfaceFormat;

// Type numbers of PKM 1.0 (only 0) and 2.0; number 2 was never used.
constexpr gen9::SurfaceFormat kPkmTypes[] = {
    kEtc1Rgb8, kEtc2Rgb8,     kEtc2EacRgba8,  kEtc2EacRgba8, kEtc2Rgb8Pta,    kEacR11,
    kEacRg11,  kEacSignedR11, kEacSignedRg11, kEtc2Srgb8,    kEtc2EacSrgb8A8, kEtc2Srgb8Pta,
};

}  // namespace

Texture parse_pkm(std::span<const std::byte> bytes, const std::string& name) {
  ByteReader reader{bytes, name};
  reader.skip(4);
  const auto version = reader.take(2);
  const char major = std::to_integer<char>(version[0]);
  if (major != '1' && major != '2') malformed(name, "PKM version is neither 10 nor 20");
  const std::uint16_t type = reader.u16_big_endian();
  if (type >= std::size(kPkmTypes) || (major == '1' && type != 0))
    unsupported_in(name, "PKM type " + std::to_string(type));
  const std::uint16_t padded_width = reader.u16_big_endian();
  const std::uint16_t padded_height = reader.u16_big_endian();
  Texture texture;
  texture.image.format = kPkmTypes[type];
  texture.image.width = reader.u16_big_endian();
  texture.image.height = reader.u16_big_endian();
  const auto whole_blocks = [](std::uint32_t size) { return (size + 3) / 4 * 4; };
  if (padded_width != whole_blocks(texture.image.width) || padded_height != whole_blocks(texture.image.height)) {
    malformed(
        name, "padded size is " + std::to_string(padded_width) + "x" + std::to_string(padded_height),
        std::to_string(whole_blocks(texture.image.width)) + "x" + std::to_string(whole_blocks(texture.image.height)));
  }
  const auto texels = reader.take(checked_bytes(texture.image, name));
  texture.texels.assign(texels.begin(), texels.end());
  remark_left_over(texture, name, reader.left());
  return texture;
}

}  // namespace texpipe::study
