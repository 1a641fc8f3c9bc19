#include "rtl_cosim/scoreboard/sampler_scene.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>

#include "functional/surface/surface_builder.h"
#include "rtl_cosim/scoreboard/random_stream.h"
#include "rtl_cosim/verilated/verilated_sampler.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::SurfaceImage;
using functional::Tiling;
using gen9::TextureCoordinateMode;

constexpr Tiling kTilings[] = {Tiling::kY, Tiling::kX, Tiling::kLinear};
constexpr std::array kRepeats{TextureCoordinateMode::kWrap, TextureCoordinateMode::kWrap};
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

bool has_signs(const gen9::FormatFacts& facts) {
  const functional::ElementDecoder decoder{facts.format, {}, functional::MissingColor::kZero};
  return decoder.coding()[0].is_signed;
}

gen9::RenderSurfaceState build(std::span<functional::GpuMemory> memories, const std::string& name, SurfaceImage image,
                               Tiling tiling, RandomStream& random) {
  image.levels = functional::full_mip_levels(image.width, image.height, 1);
  std::vector<std::byte> texels(functional::packed_bytes(image));
  gen9::RenderSurfaceState surface;
  for (functional::GpuMemory& memory : memories) {
    for (std::byte& byte : texels) byte = static_cast<std::byte>(random.next());
    surface = functional::build_surface(memory, name, image, texels, {.tiling = tiling});
  }
  return surface;
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
    const gen9::RenderSurfaceState surface =
        build(memories_, std::string{facts.name}, image, kTilings[number % 3], random);
    // Neighbours in the list have other pairs of modes.
    const Modes modes{kModes[number % std::size(kModes)],
                      kModes[(number + number / std::size(kModes)) % std::size(kModes)]};
    add(surface, random.next(), modes, {-1, 1});
    if (has_signs(facts)) add(surface, random.next(), {TextureCoordinateMode::kClampBorder, modes[1]}, {-1, 0});
  }
  const SurfaceImage large{.format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = kLargeSize, .height = kLargeSize};
  const gen9::RenderSurfaceState built = build(memories_, "large", large, Tiling::kY, random);
  add(built, random.next(), kRepeats, {-1, 1});
  add(built, random.next(), {TextureCoordinateMode::kMirror, TextureCoordinateMode::kMirror}, {-1, 1});
  const SurfaceImage wide{.format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = 16384, .height = 4};
  add(build(memories_, "wide", wide, Tiling::kY, random), random.next(), kRepeats, {-1, 1});
}

const SamplerScene& SamplerScene::shared() {
  static const SamplerScene scene{1};
  return scene;
}

void SamplerScene::add(const gen9::RenderSurfaceState& surface, std::uint64_t seed, Modes modes,
                       std::array<float, 2> border) {
  RandomStream random{seed};
  const auto number = static_cast<unsigned>(bindings_.size());
  gen9::SamplerState sampler;
  sampler.mip_filter = gen9::MipFilter::kLinear;
  sampler.shadow_function = static_cast<gen9::ShadowFunction>(number % 8);
  sampler.address_u = modes[0];
  sampler.address_v = modes[1];
  sampler.round_u_mag = random.one_in(2);
  sampler.round_u_min = random.one_in(2);
  sampler.round_v_mag = random.one_in(2);
  sampler.round_v_min = random.one_in(2);
  functional::BindingWords words{
      .surface = surface.encode(), .sampler = sampler.encode(), .border = {}, .uses_sampler = true};
  for (std::uint32_t& channel : words.border)
    channel = std::bit_cast<std::uint32_t>(border[0] +
                                           (border[1] - border[0]) * static_cast<float>(random.below(1025)) / 1024.0f);
  functional::Message message;
  message.context = &context_;
  bindings_.push_back(functional::make_binding(memories_[0], message, words));
}

}  // namespace texpipe::rtl_cosim
