#include "workload/pixel_shader/draw_variation.h"

#include <algorithm>

namespace texpipe::study {

gen9::SamplerState varied_sampler(gen9::SamplerState sampler, const DrawVariation& variation) {
  const bool anisotropic = sampler.min_filter == gen9::MapFilter::kAnisotropic;
  const bool other_filter = variation.isotropic || variation.nearest;
  if (other_filter && !anisotropic) return sampler;
  if (other_filter) {
    sampler.min_filter = sampler.mag_filter = variation.nearest ? gen9::MapFilter::kNearest : gen9::MapFilter::kLinear;
    if (variation.nearest && sampler.mip_filter != gen9::MipFilter::kNone)
      sampler.mip_filter = gen9::MipFilter::kNearest;
  }
  using Bias = decltype(sampler.lod_bias);
  const auto steps = static_cast<std::int32_t>(variation.lod_bias * (1 << Bias::kFractionBits));
  sampler.lod_bias.raw = std::clamp(sampler.lod_bias.raw + steps, Bias::kMinimum, Bias::kMaximum);
  return sampler;
}

const ShaderBinding& varied_binding(const PixelShaderCase& shader, const ShaderBinding& binding,
                                    const DrawVariation& variation) {
  if (!variation.element || binding.place.kind != ShaderResource::kTexture) return binding;
  for (const auto& [array, index] : texture_named(shader, binding.place.name).elements) {
    for (const ShaderBinding& other : shader.bindings) {
      if (other.place.kind != ShaderResource::kTexture) continue;
      const auto& elements = texture_named(shader, other.place.name).elements;
      if (std::find(elements.begin(), elements.end(), std::pair{array, *variation.element}) != elements.end())
        return other;
    }
  }
  return binding;
}

const ShaderTexture& texture_named(const PixelShaderCase& shader, const std::string& name) {
  return *std::find_if(shader.textures.begin(), shader.textures.end(),
                       [&](const ShaderTexture& texture) { return texture.name == name; });
}

}  // namespace texpipe::study
