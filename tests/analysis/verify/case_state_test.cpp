#include "analysis/verify/case_state.h"

#include <catch2/catch.hpp>

namespace texpipe::study {
namespace {

using gen9::CompareFunction;

TEST_CASE("API compare functions become the inverse of the relation seen from the texel", "[verify]") {
  GoldenSampler sampler;
  const auto translated = [&](ApiCompare compare) {
    sampler.compare = compare;
    return sampler_state(sampler).shadow_function;
  };
  // The sampler gives 0 when `texel OP reference`, else 1 (resolution R18): checked on numbers, without NaN.
  const auto hardware = [](CompareFunction function, int texel, int reference) {
    switch (function) {
      case CompareFunction::kAlways:
        return 0;
      case CompareFunction::kNever:
        return 1;
      case CompareFunction::kLess:
        return texel < reference ? 0 : 1;
      case CompareFunction::kEqual:
        return texel == reference ? 0 : 1;
      case CompareFunction::kLessEqual:
        return texel <= reference ? 0 : 1;
      case CompareFunction::kGreater:
        return texel > reference ? 0 : 1;
      case CompareFunction::kNotEqual:
        return texel != reference ? 0 : 1;
      case CompareFunction::kGreaterEqual:
        return texel >= reference ? 0 : 1;
    }
    return -1;
  };
  for (const auto& [texel, reference] : {std::pair{1, 2}, {2, 2}, {3, 2}}) {
    CHECK(hardware(translated(ApiCompare::kNever), texel, reference) == 0);
    CHECK(hardware(translated(ApiCompare::kLess), texel, reference) == (reference < texel));
    CHECK(hardware(translated(ApiCompare::kEqual), texel, reference) == (reference == texel));
    CHECK(hardware(translated(ApiCompare::kLessEqual), texel, reference) == (reference <= texel));
    CHECK(hardware(translated(ApiCompare::kGreater), texel, reference) == (reference > texel));
    CHECK(hardware(translated(ApiCompare::kNotEqual), texel, reference) == (reference != texel));
    CHECK(hardware(translated(ApiCompare::kGreaterEqual), texel, reference) == (reference >= texel));
    CHECK(hardware(translated(ApiCompare::kAlways), texel, reference) == 1);
  }
}

TEST_CASE("linear filters round coordinates, nearest ones do not", "[verify]") {
  const gen9::SamplerState state = sampler_state({.min_filter = ApiFilter::kLinear, .mag_filter = ApiFilter::kNearest});
  CHECK(state.round_u_min);
  CHECK(state.round_r_min);
  CHECK_FALSE(state.round_u_mag);
  CHECK_FALSE(state.round_v_mag);
}

TEST_CASE("anisotropy above 1 replaces linear filters and is even", "[verify]") {
  const gen9::SamplerState state =
      sampler_state({.min_filter = ApiFilter::kLinear, .mag_filter = ApiFilter::kNearest, .max_anisotropy = 5});
  CHECK(state.min_filter == gen9::MapFilter::kAnisotropic);
  CHECK(state.mag_filter == gen9::MapFilter::kNearest);
  CHECK(state.max_anisotropy == 6);
}

TEST_CASE("without mip filter a lower limit above 0 selects the minification filter, not a level", "[verify]") {
  const gen9::SamplerState state =
      sampler_state({.min_filter = ApiFilter::kLinear, .mag_filter = ApiFilter::kNearest, .min_lod = 1.5});
  CHECK(state.min_lod.raw == 0);
  CHECK(state.mag_filter == gen9::MapFilter::kLinear);
  CHECK(state.round_u_mag);
}

TEST_CASE("border colours of integer formats are integers", "[verify]") {
  GoldenSampler sampler{.border_color = {7, 200, -1, 1}};
  CHECK(border_color(sampler, gen9::SurfaceFormat::kR8G8B8A8Sint).rgba ==
        std::array<std::uint32_t, 4>{7, 200, 0xFFFFFFFF, 1});
  CHECK(border_color(sampler, gen9::SurfaceFormat::kR8G8B8A8Unorm).as_float(2) == -1.0f);
}

}  // namespace
}  // namespace texpipe::study
