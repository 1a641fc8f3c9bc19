// Textures, samplers and coordinates that the benchmarks of the sampler share.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <random>
#include <vector>

#include "functional/sampling/sampler_bench.h"

namespace texpipe::functional::benchmarks {

inline constexpr unsigned kSize = 1024;  // texels along an axis of the texture
inline constexpr unsigned kQuads = 4096;

enum class Walk { kCoherent, kRandom };

/// Case of the benchmark: what is sampled, and how.
struct Case {
  gen9::SurfaceFormat format = gen9::SurfaceFormat::kR8G8B8A8Unorm;
  gen9::MapFilter filter = gen9::MapFilter::kLinear;
  gen9::MipFilter mip = gen9::MipFilter::kNone;
  Walk walk = Walk::kCoherent;
  float step = 1.0f;     // texels from pixel to pixel
  float stretch = 1.0f;  // of it along u
  gen9::SurfaceType type = gen9::SurfaceType::k2D;
  std::uint32_t depth = 1;
  bool in_texels = false;  // coordinates
  unsigned nan_every = 0;  // texels; of float32
};

/// Texel bytes that are the same on every host; of floats finite values near one.
inline std::vector<std::byte> texel_noise(std::size_t bytes, gen9::SurfaceFormat format) {
  const gen9::ChannelType type = gen9::format_facts(format).channels[0].type;
  const bool floats = type == gen9::ChannelType::kFloat || type == gen9::ChannelType::kUfloat;
  std::vector<std::byte> texels(bytes);
  std::uint32_t state = 7;
  for (std::size_t i = 0; i < bytes; ++i) {
    state = state * 1664525u + 1013904223u;
    texels[i] = static_cast<std::byte>(state >> 24);
    if (floats && i % 2 == 1) texels[i] = (texels[i] & std::byte{0x03}) | std::byte{0x3C};
  }
  return texels;
}

/// u, v and r of quads, pixel by pixel: a walk that is turned a little, or anywhere, in the middle of volumes and at a
/// corner of cubes.
inline std::array<std::vector<float>, 3> coordinates(const Case& c) {
  std::mt19937 engine{5};
  std::array<std::vector<float>, 3> result;
  const bool cube = c.type == gen9::SurfaceType::kCube;
  result[2].assign(4 * kQuads, cube ? 1.0f : 0.5f);
  if (cube) result[0] = result[1] = result[2];
  if (cube) return result;
  for (unsigned pixel = 0; pixel < 4 * kQuads; ++pixel) {
    if (c.walk == Walk::kRandom) {
      for (unsigned axis = 0; axis < 2; ++axis)
        result[axis].push_back(static_cast<float>(engine() >> 8) / static_cast<float>(1 << 24));
      continue;
    }
    constexpr unsigned kRow = 64;  // quads
    const unsigned quad = pixel / 4;
    const auto x = static_cast<float>(quad % kRow * 2 + pixel % 2);
    const auto y = static_cast<float>(quad / kRow * 2 + pixel / 2 % 2);
    const float unit = c.in_texels ? 1.0f : 1.0f / kSize;
    result[0].push_back((x * 0.98f + y * 0.17f) * c.step * c.stretch * unit);
    result[1].push_back((y * 0.98f - x * 0.17f) * c.step * unit);
  }
  return result;
}

inline gen9::SamplerState sampler_of(const Case& c) {
  gen9::SamplerState sampler = test::linear_sampler(gen9::TextureCoordinateMode::kWrap, c.mip);
  sampler.min_filter = sampler.mag_filter = c.filter;
  sampler.max_anisotropy = 16;
  sampler.non_normalized_coordinates = c.in_texels;
  if (c.type == gen9::SurfaceType::kCube) sampler.address_u = gen9::TextureCoordinateMode::kCube;
  return sampler;
}

/// The texture in memory. Errors: those of build_surface.
inline std::unique_ptr<test::SamplerBench> bench_of(const Case& c) {
  const unsigned levels = c.mip == gen9::MipFilter::kNone ? 1 : 11;
  const SurfaceImage image{
      .type = c.type, .format = c.format, .width = kSize, .height = kSize, .depth = c.depth, .levels = levels};
  std::vector<std::byte> texels = texel_noise(packed_bytes(image), c.format);
  const std::uint32_t nan = 0x7FC00000;
  for (std::size_t at = 0; c.nan_every != 0 && at < texels.size(); at += std::size_t{c.nan_every} * 16)
    std::memcpy(texels.data() + at, &nan, sizeof nan);
  return std::make_unique<test::SamplerBench>(image, texels, sampler_of(c));
}

}  // namespace texpipe::functional::benchmarks
