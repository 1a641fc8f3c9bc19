#include "pictures/texture/decode_texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "base/diagnostic.h"
#include "functional/formats/element_decoder.h"
#include "functional/formats/srgb.h"
#include "functional/formats/texel_value.h"

namespace texpipe::study {

namespace {

using functional::ChannelCoding;
using functional::ChannelKind;
using functional::SurfaceType;

// Byte offset of a plane in a texture's texels.
std::uint64_t plane_offset(const functional::SurfaceImage& image, TexturePlane plane) {
  const bool volume = image.type == SurfaceType::k3D;
  const std::uint32_t array_slices = image.array_length * (image.type == SurfaceType::kCube ? 6 : 1);
  const std::uint64_t slice_bytes = functional::packed_bytes(image) / array_slices;
  std::uint64_t offset = volume ? 0 : slice_bytes * plane.slice;
  for (unsigned level = 0; level < plane.level; ++level) offset += functional::packed_level(image, level).bytes;
  const functional::PackedLevel at = functional::packed_level(image, plane.level);
  return offset + (volume ? at.bytes / at.slices * plane.slice : 0);
}

void check(const char* what, std::uint32_t value, std::uint32_t count) {
  if (value < count) return;
  throw Error{ExitCode::kUsage, Diagnostic{.problem = std::string{what} + " " + std::to_string(value) + " is not there",
                                           .hint = count == 1 ? "expected 0: there is one"
                                                              : "expected 0 to " + std::to_string(count - 1)}};
}

// The three bytes Y, Cb, Cr of a texel of PLANAR_420_8.
std::array<std::byte, functional::kPlanarElementBytes> planar_element(std::span<const std::byte> texels,
                                                                      std::uint32_t width, std::uint32_t height,
                                                                      std::uint32_t x, std::uint32_t y) {
  const std::uint64_t chroma_row = std::uint64_t{(width + 1) / 2} * 2;
  const std::uint64_t chroma = std::uint64_t{width} * height + y / 2 * chroma_row + x / 2 * 2;
  return {texels[std::uint64_t{y} * width + x], texels[chroma], texels[chroma + 1]};
}

std::uint8_t to_byte(double value) {
  if (!(value > 0)) return 0;
  return static_cast<std::uint8_t>(std::min(value, 1.0) * 255 + 0.5);
}

// Greatest integer of the widest stored channel.
double integer_range(gen9::SurfaceFormat format) {
  unsigned bits = 1;
  for (const gen9::StoredChannel& channel : gen9::format_facts(format).channels)
    bits = std::max<unsigned>(bits, channel.bits);
  return std::ldexp(1.0, static_cast<int>(bits)) - 1;
}

/// Every channel shows what the file's swizzle selects.
void apply_channels(DecodedPlane& plane, const ChannelSelects& channels) {
  if (channels == functional::kUnswizzled) return;
  const functional::TexelCoding stored = plane.coding;
  for (unsigned c = 0; c < 4; ++c) {
    const bool constant =
        channels[c] == gen9::ShaderChannelSelect::kZero || channels[c] == gen9::ShaderChannelSelect::kOne;
    plane.coding[c] = constant ? ChannelCoding{.kind = stored[0].kind, .constant = true}
                               : stored[functional::selected_channel(channels[c])];
  }
  for (auto& texel : plane.texels) {
    const auto read = texel;
    for (unsigned c = 0; c < 4; ++c) texel[c] = functional::select_channel(channels[c], read, stored[0].kind);
  }
  plane.channels = channels;
}

std::uint8_t shown(const ChannelCoding& coding, std::uint32_t bits, unsigned channel, const DecodedPlane& plane) {
  const gen9::FormatFacts& facts = gen9::format_facts(plane.format);
  const double range = integer_range(plane.format);
  switch (coding.kind) {
    case ChannelKind::kUint:
      return coding.constant ? to_byte(bits) : to_byte(bits / range);
    case ChannelKind::kSint:
      return coding.constant ? to_byte(bits) : to_byte(static_cast<std::int32_t>(bits) / range + 0.5);
    case ChannelKind::kFixed:
    case ChannelKind::kFloat:
      break;
  }
  const float value = std::bit_cast<float>(bits);
  if (coding.constant) return to_byte(value);
  const unsigned stored = functional::selected_channel(plane.channels[channel]);
  if (facts.color_space == gen9::ColorSpace::kSrgb && stored < 3) {
    return static_cast<std::uint8_t>(functional::linear_to_srgb_code(value, 255));
  }
  switch (facts.channels[0].type) {
    case gen9::ChannelType::kUscaled:
      return to_byte(value / range);
    case gen9::ChannelType::kSscaled:
      return to_byte(value / range + 0.5);
    case gen9::ChannelType::kSnorm:
      if (coding.is_signed || coding.kind == ChannelKind::kFloat) return to_byte((value + 1.0) / 2);
      break;
    default:
      break;
  }
  if (coding.is_signed) return to_byte((value + 1.0) / 2);
  return to_byte(value);
}

}  // namespace

DecodedPlane decode_packed(gen9::SurfaceFormat format, std::span<const std::byte> texels, std::uint32_t width,
                           std::uint32_t height, const functional::Palettes& palettes) {
  const functional::ElementDecoder decoder{format, palettes};
  const functional::ElementShape element = functional::element_shape(format);
  const bool planar = format == gen9::SurfaceFormat::kPlanar4208;
  const std::uint64_t columns = (width + element.width - 1) / element.width;
  DecodedPlane plane{.format = format, .coding = decoder.coding(), .width = width, .height = height, .texels = {}};
  plane.texels.reserve(std::size_t{width} * height);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint64_t index = y / element.height * columns + x / element.width;
      functional::Texel texel;
      if (planar) {
        texel = decoder.texel(planar_element(texels, width, height, x, y).data(), 0, 0);
      } else {
        texel = decoder.texel(texels.data() + index * element.bytes, x % element.width, y % element.height);
      }
      plane.texels.push_back(functional::texel_to_rgba(plane.coding, texel));
    }
  }
  return plane;
}

DecodedPlane decode_plane(const Texture& texture, TexturePlane plane) {
  const functional::SurfaceImage& image = texture.image;
  check("level", plane.level, image.levels);
  const std::uint32_t slices = image.type == SurfaceType::k3D
                                   ? functional::packed_level(image, plane.level).slices
                                   : image.array_length * (image.type == SurfaceType::kCube ? 6 : 1);
  check("slice", plane.slice, slices);
  const std::uint32_t* palette = texture.palette.empty() ? nullptr : texture.palette.data();
  DecodedPlane decoded = decode_packed(image.format, std::span{texture.texels}.subspan(plane_offset(image, plane)),
                                       functional::level_extent(image.width, plane.level),
                                       functional::level_extent(image.height, plane.level), {palette, palette});
  apply_channels(decoded, texture.channels);
  return decoded;
}

Picture picture_of(const DecodedPlane& plane) {
  Picture picture{plane.width, plane.height, {}};
  picture.rgba.reserve(plane.texels.size() * 4);
  for (const auto& texel : plane.texels) {
    for (unsigned channel = 0; channel < 4; ++channel) {
      picture.rgba.push_back(shown(plane.coding[channel], texel[channel], channel, plane));
    }
  }
  return picture;
}

NpyArray array_of(const DecodedPlane& plane) {
  NpyArray array{.type = NpyType::kFloat32, .shape = {plane.height, plane.width, 4}};
  for (const ChannelCoding& coding : plane.coding) {
    if (coding.kind == ChannelKind::kUint) array.type = NpyType::kUint32;
    if (coding.kind == ChannelKind::kSint) array.type = NpyType::kInt32;
  }
  const auto bytes = std::as_bytes(std::span{plane.texels});
  array.data.assign(bytes.begin(), bytes.end());
  return array;
}

}  // namespace texpipe::study
