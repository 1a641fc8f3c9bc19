#include "functional/sampling/sampler_change.h"

namespace texpipe::functional {

void SamplerChange::apply(gen9::SamplerState::Words& words) const {
  gen9::SamplerState state = gen9::SamplerState::decode(words);
  if (state.mip_filter != gen9::MipFilter::kNone)
    state.lod_bias = gen9::S4_8::nearest(static_cast<double>(state.lod_bias.value()) + lod_bias);
  if (algorithm) state.lod_algorithm = *algorithm;
  for (gen9::MapFilter* filter : {&state.min_filter, &state.mag_filter}) {
    if (*filter != gen9::MapFilter::kAnisotropic || !max_anisotropy) continue;
    if (*max_anisotropy == 1) {
      *filter = gen9::MapFilter::kLinear;
    } else {
      state.max_anisotropy = *max_anisotropy;
    }
  }
  words = state.encode();
}

}  // namespace texpipe::functional
