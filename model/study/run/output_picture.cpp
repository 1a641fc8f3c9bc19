#include "study/run/output_picture.h"

#include <algorithm>
#include <bit>

#include "base/stop_request.h"
#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "functional/shared_function/typed_surface.h"
#include "study/workload/texture_walk.h"

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
  picture.rgba.reserve(std::size_t{4} * output.width * output.height);
  for (std::size_t at = 0; at + stride <= bytes.size(); at += stride) {
    throw_if_stop_requested();
    const auto rgba = functional::texel_to_rgba(decoder.coding(), decoder.texel(&bytes[at], 0, 0));
    for (unsigned c = 0; c < 4; ++c) picture.rgba.push_back(eight_bits(decoder.coding()[c].kind, rgba[c]));
  }
  return picture;
}

}  // namespace texpipe::study
