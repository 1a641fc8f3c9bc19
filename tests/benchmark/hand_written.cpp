// Cost of a sampler that is written by hand for one case: bilinear, RGBA8, WRAP, one level, a power of two; AVX2, the
// same weights and sums as the model, but for the rounding of the last bit.
#include <benchmark/benchmark.h>

#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>

#include "benchmark/sampler_workload.h"

namespace texpipe::functional::benchmarks {
namespace {

/// Eight pixels: u and v to R, G, B, A.
__attribute__((target("avx2"))) void sample_eight(const std::int32_t* texels, const float* u, const float* v,
                                                  float* rgba, std::size_t pixels) {
  const __m256 scale = _mm256_set1_ps(kSize * 256.0f), half = _mm256_set1_ps(0.5f);
  const __m256i centre = _mm256_set1_epi32(128), fraction = _mm256_set1_epi32(255), mask = _mm256_set1_epi32(kSize - 1);
  const __m256i one = _mm256_set1_epi32(1), whole = _mm256_set1_epi32(256);
  const auto position = [&](const float* from) __attribute__((target("avx2"))) {
    const __m256 scaled = _mm256_add_ps(_mm256_mul_ps(_mm256_loadu_ps(from), scale), half);
    return _mm256_sub_epi32(_mm256_cvttps_epi32(_mm256_floor_ps(scaled)), centre);
  };
  const __m256i x = position(u), y = position(v);
  const __m256i wx = _mm256_and_si256(x, fraction), wy = _mm256_and_si256(y, fraction);
  const __m256i left = _mm256_and_si256(_mm256_srai_epi32(x, 8), mask);
  const __m256i right = _mm256_and_si256(_mm256_add_epi32(_mm256_srai_epi32(x, 8), one), mask);
  const __m256i top = _mm256_slli_epi32(_mm256_and_si256(_mm256_srai_epi32(y, 8), mask), 10);
  const __m256i bottom = _mm256_slli_epi32(_mm256_and_si256(_mm256_add_epi32(_mm256_srai_epi32(y, 8), one), mask), 10);
  const __m256i texel[4] = {_mm256_i32gather_epi32(texels, _mm256_add_epi32(top, left), 4),
                            _mm256_i32gather_epi32(texels, _mm256_add_epi32(top, right), 4),
                            _mm256_i32gather_epi32(texels, _mm256_add_epi32(bottom, left), 4),
                            _mm256_i32gather_epi32(texels, _mm256_add_epi32(bottom, right), 4)};
  const __m256i nx = _mm256_sub_epi32(whole, wx), ny = _mm256_sub_epi32(whole, wy);
  const __m256i weight[4] = {_mm256_mullo_epi32(nx, ny), _mm256_mullo_epi32(wx, ny), _mm256_mullo_epi32(nx, wy),
                             _mm256_mullo_epi32(wx, wy)};
  for (int c = 0; c < 4; ++c) {
    __m256i sum = _mm256_setzero_si256();
    for (int corner = 0; corner < 4; ++corner) {
      const __m256i code = _mm256_and_si256(_mm256_srli_epi32(texel[corner], 8 * c), fraction);
      sum = _mm256_add_epi32(sum, _mm256_mullo_epi32(code, weight[corner]));
    }
    const __m256 value = _mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_set1_ps(1.0f / (255.0f * 65536.0f)));
    _mm256_storeu_ps(rgba + static_cast<std::size_t>(c) * pixels, value);
  }
}

void bilinear_rgba8(benchmark::State& state, Walk walk) {
  if (!__builtin_cpu_supports("avx2")) {
    state.SkipWithError("this host has no AVX2");
    return;
  }
  const auto uv = coordinates({.walk = walk});
  const auto bytes = texel_noise(std::size_t{4} * kSize * kSize, gen9::SurfaceFormat::kR8G8B8A8Unorm);
  std::vector<std::int32_t> texels(bytes.size() / 4);
  std::memcpy(texels.data(), bytes.data(), bytes.size());
  constexpr std::size_t kPixels = 4 * kQuads;
  std::vector<float> rgba(4 * kPixels);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kPixels; i += 8)
      sample_eight(texels.data(), uv[0].data() + i, uv[1].data() + i, rgba.data() + i, kPixels);
    benchmark::DoNotOptimize(rgba.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(kPixels));
}

BENCHMARK_CAPTURE(bilinear_rgba8, by_hand_avx2, Walk::kCoherent);
BENCHMARK_CAPTURE(bilinear_rgba8, by_hand_avx2_random, Walk::kRandom);

}  // namespace
}  // namespace texpipe::functional::benchmarks
#endif
