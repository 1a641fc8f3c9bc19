#include "workload/pixel_shader/draw_variation.h"

#include <algorithm>

namespace texpipe::study {

namespace {

bool shows(const PixelShaderCase& shader, const ShaderBinding& binding, std::uint32_t array, std::uint32_t element) {
  if (binding.place.kind != ShaderResource::kTexture) return false;
  const auto& elements = texture_named(shader, binding.place.name).elements;
  return std::find(elements.begin(), elements.end(), std::pair{array, element}) != elements.end();
}

}  // namespace

gen9::SamplerState varied_sampler(gen9::SamplerState sampler, const DrawVariation& variation) {
  if (variation.isotropic || variation.nearest) {
    if (sampler.min_filter != gen9::MapFilter::kAnisotropic) return sampler;
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
  if (!variation.exchange) return binding;
  const ElementExchange& exchange = *variation.exchange;
  if (!shows(shader, binding, exchange.array, exchange.element)) return binding;
  const auto shown = std::find_if(shader.bindings.begin(), shader.bindings.end(), [&](const ShaderBinding& other) {
    return shows(shader, other, exchange.array, exchange.shown);
  });
  return shown != shader.bindings.end() ? *shown : binding;
}

const ShaderTexture& texture_named(const PixelShaderCase& shader, const std::string& name) {
  return *std::find_if(shader.textures.begin(), shader.textures.end(),
                       [&](const ShaderTexture& texture) { return texture.name == name; });
}

}  // namespace texpipe::study
