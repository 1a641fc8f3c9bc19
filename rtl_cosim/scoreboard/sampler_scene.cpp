#include "rtl_cosim/scoreboard/sampler_scene.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>

#include "functional/surface/surface_builder.h"
#include "rtl_cosim/adapters/sampler_rtl.h"
#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::SurfaceImage;
using functional::Tiling;
using gen9::TextureCoordinateMode;

constexpr Tiling kTilings[] = {Tiling::kY, Tiling::kX, Tiling::kLinear};
constexpr TextureCoordinateMode kModes[] = {
    TextureCoordinateMode::kWrap,       TextureCoordinateMode::kMirror,      TextureCoordinateMode::kClamp,
    TextureCoordinateMode::kCube,       TextureCoordinateMode::kClampBorder, TextureCoordinateMode::kMirrorOnce,
    TextureCoordinateMode::kHalfBorder,
};

bool is_filtered(const gen9::FormatFacts& facts) {
  if (!facts.sampling || !texel_decoder_has(facts)) return false;
  if (!std::has_single_bit(functional::element_shape(facts.format).bytes + 0u)) return false;
  const functional::ElementDecoder decoder{facts.format, {}, functional::MissingColor::kZero};
  return std::all_of(decoder.coding().begin(), decoder.coding().end(),
                     [](const auto& channel) { return channel.kind == functional::ChannelKind::kFixed; });
}

gen9::RenderSurfaceState build(functional::GpuMemory& memory, const std::string& name, SurfaceImage image,
                               Tiling tiling, RandomStream& random) {
  image.levels = functional::full_mip_levels(image.width, image.height, 1);
  std::vector<std::byte> texels(functional::packed_bytes(image));
  for (std::byte& byte : texels) byte = static_cast<std::byte>(random.next());
  return functional::build_surface(memory, name, image, texels, {.tiling = tiling});
}

}  // namespace

SamplerScene::SamplerScene(std::uint64_t seed) {
  RandomStream random{seed};
  for (const gen9::FormatFacts& facts : gen9::all_formats()) {
    if (!is_filtered(facts)) continue;
    SurfaceImage image{.format = facts.format,
                       .width = 1 + static_cast<std::uint32_t>(random.below(200)),
                       .height = 1 + static_cast<std::uint32_t>(random.below(200)),
                       .array_length = 1 + static_cast<std::uint32_t>(random.below(3))};
    if (random.one_in(2)) image.width = std::bit_ceil(image.width);
    if (random.one_in(2)) image.height = std::bit_ceil(image.height);
    const auto number = static_cast<unsigned>(bindings_.size());
    add(build(memory_, std::string{facts.name}, image, kTilings[number % 3], random), random.next(), false);
  }
  const SurfaceImage large{.format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = kLargeSize, .height = kLargeSize};
  add(build(memory_, "large", large, Tiling::kY, random), random.next(), true);
}

const SamplerScene& SamplerScene::shared() {
  static const SamplerScene scene{1};
  return scene;
}

void SamplerScene::add(const gen9::RenderSurfaceState& surface, std::uint64_t seed, bool repeats) {
  RandomStream random{seed};
  const auto number = static_cast<unsigned>(bindings_.size());
  gen9::SamplerState sampler;
  sampler.mip_filter = gen9::MipFilter::kLinear;
  sampler.shadow_function = static_cast<gen9::ShadowFunction>(number % 8);
  if (!repeats) {
    // Neighbours in the list have other pairs of modes.
    sampler.address_u = kModes[number % std::size(kModes)];
    sampler.address_v = kModes[(number + number / std::size(kModes)) % std::size(kModes)];
  }
  sampler.round_u_mag = random.one_in(2);
  sampler.round_u_min = random.one_in(2);
  sampler.round_v_mag = random.one_in(2);
  sampler.round_v_min = random.one_in(2);
  functional::BindingWords words{
      .surface = surface.encode(), .sampler = sampler.encode(), .border = {}, .uses_sampler = true};
  for (std::uint32_t& channel : words.border)
    channel = std::bit_cast<std::uint32_t>(static_cast<float>(random.below(1001)) / 500.0f - 1.0f);
  functional::Message message;
  message.context = &context_;
  bindings_.push_back(functional::make_binding(memory_, message, words));
}

}  // namespace texpipe::rtl_cosim
