#include "study/execution/output_picture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/stop_request.h"
#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "functional/shared_function/typed_surface.h"
#include "workload/texture_walk/texture_walk.h"

namespace texpipe::study {

namespace {

std::uint8_t eight_bits(functional::ChannelKind kind, std::uint32_t bits) {
  if (kind == functional::ChannelKind::kUint) return static_cast<std::uint8_t>(std::min(bits, 255u));
  if (kind == functional::ChannelKind::kSint) {
    return static_cast<std::uint8_t>(std::clamp(static_cast<std::int32_t>(bits), 0, 255));
  }
  const float value = std::bit_cast<float>(bits);
  if (!(value > 0.0f)) return 0;  // NaN too
  return static_cast<std::uint8_t>(std::min(value, 1.0f) * 255.0f + 0.5f);
}

using Pixel = std::array<std::uint8_t, 4>;

Pixel pixel_of(const functional::ElementDecoder& decoder, const std::byte* element) {
  const auto rgba = functional::texel_to_rgba(decoder.coding(), decoder.texel(element, 0, 0));
  Pixel pixel;
  for (unsigned c = 0; c < 4; ++c) pixel[c] = eight_bits(decoder.coding()[c].kind, rgba[c]);
  return pixel;
}

/// Values that a channel's bytes become, for a format whose channels are bytes.
class ByteChannels {
 public:
  static bool fit(const gen9::FormatFacts& facts) {
    return (facts.kind == gen9::FormatKind::kPlain || facts.kind == gen9::FormatKind::kSrgb) &&
           std::all_of(facts.channels.begin(), facts.channels.end(),
                       [](const gen9::StoredChannel& c) { return c.name == 0 || c.bits == 8; });
  }

  explicit ByteChannels(const functional::ElementDecoder& decoder) {
    for (unsigned c = 0; c < 4; ++c) {
      for (const gen9::StoredChannel& stored : decoder.facts().channels) {
        if (stored.name != 0 && stored.name == decoder.facts().output[c]) place_[c] = stored.first_bit / 8u;
      }
    }
    std::array<std::byte, 16> element;
    for (unsigned byte = 0; byte < 256; ++byte) {
      element.fill(static_cast<std::byte>(byte));
      const Pixel pixel = pixel_of(decoder, element.data());
      for (unsigned c = 0; c < 4; ++c) values_[c][byte] = pixel[c];
    }
  }

  Pixel operator()(const std::byte* element) const {
    Pixel pixel;
    for (unsigned c = 0; c < 4; ++c) pixel[c] = values_[c][std::to_integer<unsigned>(element[place_[c]])];
    return pixel;
  }

 private:
  std::array<unsigned, 4> place_{};  // in the element
  std::array<std::array<std::uint8_t, 256>, 4> values_;
};

template <class PixelOf>
void append_pixels(const std::vector<std::byte>& bytes, std::size_t stride, PixelOf&& pixel_of, Picture& picture) {
  std::uint8_t* to = picture.rgba.data();
  for (std::size_t y = 0; y < picture.height; ++y) {
    throw_if_stop_requested();
    const std::byte* from = bytes.data() + y * picture.width * stride;
    for (std::size_t x = 0; x < picture.width; ++x, from += stride, to += 4) {
      const Pixel pixel = pixel_of(from);
      std::memcpy(to, pixel.data(), pixel.size());
    }
  }
}

}  // namespace

Picture output_picture(const functional::Workload& workload) {
  const functional::OutputImage& output = workload.output;
  if (output.width == 0 || output.height == 0) return {};
  const auto words =
      functional::surface_state_words(*workload.memory, *workload.context, output.binding_table_index, 0);
  const functional::ElementDecoder decoder{functional::typed_surface(words).state.format};
  const std::size_t stride = decoder.facts().element_bytes();
  const std::vector<std::byte> bytes = read_output(workload);
  Picture picture{.width = output.width, .height = output.height};
  picture.rgba.resize(std::size_t{4} * output.width * output.height);
  if (ByteChannels::fit(decoder.facts())) {
    append_pixels(bytes, stride, ByteChannels{decoder}, picture);
  } else {
    append_pixels(
        bytes, stride, [&](const std::byte* element) { return pixel_of(decoder, element); }, picture);
  }
  return picture;
}

}  // namespace texpipe::study
