#include "workload/texture_walk/walk_states.h"

namespace texpipe::study {

gen9::SamplerState sampler_state(const WalkSamplerParameters& p) {
  gen9::SamplerState state;
  state.min_filter = p.min_filter;
  state.mag_filter = p.mag_filter;
  state.mip_filter = p.mip_filter;
  state.max_anisotropy = static_cast<std::uint8_t>(p.max_anisotropy);
  state.address_u = p.address_u;
  state.address_v = p.address_v;
  state.lod_bias = gen9::S4_8::nearest(p.lod_bias);
  state.min_lod = gen9::U4_8::nearest(p.min_lod);
  state.max_lod = gen9::U4_8::nearest(p.max_lod);
  state.lod_preclamp = p.lod_preclamp;
  // Linear filters round positions to 1/256 texel, nearest ones take the floor (resolution R19).
  state.round_u_min = state.round_v_min = state.round_r_min = p.min_filter != gen9::MapFilter::kNearest;
  state.round_u_mag = state.round_v_mag = state.round_r_mag = p.mag_filter != gen9::MapFilter::kNearest;
  return state;
}

functional::SurfaceOptions surface_options(TextureTiling tiling, gen9::SurfaceFormat format) {
  functional::SurfaceOptions options;
  switch (tiling) {
    case TextureTiling::kAuto:
      options.tiling = functional::fits_tiles(format) ? functional::Tiling::kY : functional::Tiling::kLinear;
      break;
    case TextureTiling::kLinear:
      options.tiling = functional::Tiling::kLinear;
      break;
    case TextureTiling::kY:
      options.tiling = functional::Tiling::kY;
      break;
    case TextureTiling::kX:
      options.tiling = functional::Tiling::kX;
      break;
    case TextureTiling::kYf:
      options.tiling = functional::Tiling::kYf;
      break;
    case TextureTiling::kYs:
      options.tiling = functional::Tiling::kYs;
      break;
  }
  return options;
}

}  // namespace texpipe::study
