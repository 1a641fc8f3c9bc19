#include "functional/sampling/fused_sample.h"

#include "functional/formats/texel_value.h"
#include "functional/sampling/linear_tap.h"

namespace texpipe::functional {
namespace {

/// Byte of each of R, G, B, A when an element is four UNORM8 channels in any order.
std::optional<std::array<std::uint8_t, 4>> four_bytes(const gen9::FormatFacts& facts) {
  if (facts.kind != gen9::FormatKind::kPlain || facts.bits_per_element != 32) return std::nullopt;
  std::array<std::uint8_t, 4> bytes{};
  for (unsigned c = 0; c < 4; ++c) {
    bool found = false;
    for (const gen9::StoredChannel& channel : facts.channels) {
      if (channel.name != facts.output[c] || channel.type != gen9::ChannelType::kUnorm || channel.bits != 8) continue;
      bytes[c] = channel.first_bit / 8;
      found = true;
    }
    if (!found) return std::nullopt;
  }
  return bytes;
}

}  // namespace

std::optional<FusedSampler> FusedSampler::make(const GpuMemory& memory, const TextureBinding& binding,
                                               const SamplerOperation& operation) {
  const SurfaceBinding& surface = binding.surface;
  const SamplerBinding& sampler = binding.sampler;
  const bool plain = operation.kind == OperationKind::kSample && !binding.compares(operation) &&
                     binding.reduction(operation) == Reduction::kNone && !sampler.chroma_key.enabled &&
                     surface.state.type == gen9::SurfaceType::k2D && !has_border(sampler.address[0]) &&
                     !has_border(sampler.address[1]) &&
                     surface.state.tiled_resource_mode == gen9::TiledResourceMode::kNone;
  if (!plain) return std::nullopt;
  const auto bytes = four_bytes(surface.decoder->facts());
  if (!bytes) return std::nullopt;
  FusedSampler fused{memory, binding};
  fused.byte_ = *bytes;
  return fused;
}

void FusedSampler::add(unsigned level, const TexelPlace& place, std::uint32_t weight, Sums& sums) const {
  const ByteAddress address = binding_.surface.layout->element_address(binding_.surface.first_level + level, place);
  const std::uint32_t element = memory_.read_u32(address);
  for (unsigned c = 0; c < 4; ++c) sums[c] += std::int64_t{element >> (8 * byte_[c]) & 0xFF} * weight;
}

FusedSampler::Sums FusedSampler::level(const PixelSetup& pixel, unsigned level) const {
  const LevelSize& size = binding_.surface.size[level];
  const SamplerBinding& sampler = binding_.sampler;
  const bool texels = sampler.state.non_normalized_coordinates;
  const auto& rounding = sampler.rounding[pixel.magnify];
  const SubtexelPosition u =
      axis_position(pixel.coordinate[0], texels ? 1 : size.width, size.width, sampler.address[0], rounding[0]);
  const SubtexelPosition v =
      axis_position(pixel.coordinate[1], texels ? 1 : size.height, size.height, sampler.address[1], rounding[1]);
  const auto column = [&](std::int32_t x) {
    const auto width = static_cast<std::int32_t>(size.width);
    return static_cast<std::uint32_t>(apply_address_mode(sampler.address[0], x + pixel.offset[0], width).texel);
  };
  const auto row = [&](std::int32_t y) {
    const auto height = static_cast<std::int32_t>(size.height);
    return static_cast<std::uint32_t>(apply_address_mode(sampler.address[1], y + pixel.offset[1], height).texel);
  };
  Sums sums{};
  if (!pixel.linear) {
    add(level, {column(nearest_texel(u)), row(nearest_texel(v)), pixel.slice, 0}, 1u << kCornerWeightBits, sums);
    return sums;
  }
  const LinearTap across = linear_tap(u), down = linear_tap(v);
  const std::uint32_t left = column(across.first), right = column(across.first + 1);
  const std::uint32_t top = row(down.first), bottom = row(down.first + 1);
  const std::uint32_t right_weight = across.second_weight, left_weight = kOneTexel - right_weight;
  const std::uint32_t bottom_weight = down.second_weight, top_weight = kOneTexel - bottom_weight;
  add(level, {left, top, pixel.slice, 0}, left_weight * top_weight, sums);
  add(level, {right, top, pixel.slice, 0}, right_weight * top_weight, sums);
  add(level, {left, bottom, pixel.slice, 0}, left_weight * bottom_weight, sums);
  add(level, {right, bottom, pixel.slice, 0}, right_weight * bottom_weight, sums);
  return sums;
}

std::array<std::uint32_t, 4> FusedSampler::sample(const PixelSetup& pixel) const {
  Sums sums = level(pixel, pixel.levels.first);
  unsigned bits = kCornerWeightBits;
  if (pixel.levels.second_weight != 0) {
    const std::int64_t second = pixel.levels.second_weight;
    const Sums next = level(pixel, pixel.levels.second);
    for (unsigned c = 0; c < 4; ++c) sums[c] = sums[c] * (kOneLevel - second) + next[c] * second;
    bits += kLodBits;
  }
  std::array<std::uint32_t, 4> rgba;
  for (unsigned c = 0; c < 4; ++c) {
    rgba[c] = std::bit_cast<std::uint32_t>(ratio_to_float(sums[c], std::uint64_t{255} << bits));
  }
  return rgba;
}

}  // namespace texpipe::functional
