#include "machine/statistics/savings.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace texpipe::machine {
namespace {

/// Step by step: compilers make a string instruction of a whole copy, whose start costs more than all of it.
[[gnu::always_inline]] inline void step() {
  asm volatile("" ::: "memory");
}

void copy_plain(double* values, const double* other, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = other[i];
    step();
  }
}
void join_plain(double* values, const double* other, double gap, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double own = values[i] + gap;
    values[i] = own < other[i] ? own : other[i];
  }
}
void join_both_plain(double* values, double* other, double gap, std::size_t count) {
  join_plain(values, other, gap, count);
  copy_plain(other, values, count);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void copy_avx2(double* values, const double* other, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 8) {
    const __m256d low = _mm256_loadu_pd(other + i), high = _mm256_loadu_pd(other + i + 4);
    _mm256_storeu_pd(values + i, low);
    _mm256_storeu_pd(values + i + 4, high);
    step();
  }
}
[[gnu::target("avx2")]] void join_avx2(double* values, const double* other, double gap, std::size_t count) {
  const __m256d later = _mm256_set1_pd(gap);
  for (std::size_t i = 0; i < count; i += 4) {
    const __m256d own = _mm256_add_pd(_mm256_loadu_pd(values + i), later);
    _mm256_storeu_pd(values + i, _mm256_min_pd(own, _mm256_loadu_pd(other + i)));
  }
}
[[gnu::target("avx2")]] void join_both_avx2(double* values, double* other, double gap, std::size_t count) {
  const __m256d later = _mm256_set1_pd(gap);
  for (std::size_t i = 0; i < count; i += 4) {
    const __m256d own = _mm256_add_pd(_mm256_loadu_pd(values + i), later);
    const __m256d joined = _mm256_min_pd(own, _mm256_loadu_pd(other + i));
    _mm256_storeu_pd(values + i, joined);
    _mm256_storeu_pd(other + i, joined);
  }
}

[[gnu::target("avx512f")]] void copy_avx512(double* values, const double* other, std::size_t count) {
  for (std::size_t i = 0; i < count; i += 8) {
    _mm512_storeu_pd(values + i, _mm512_loadu_pd(other + i));
    step();
  }
}
[[gnu::target("avx512f")]] void join_avx512(double* values, const double* other, double gap, std::size_t count) {
  const __m512d later = _mm512_set1_pd(gap);
  for (std::size_t i = 0; i < count; i += 8) {
    const __m512d own = _mm512_add_pd(_mm512_loadu_pd(values + i), later);
    _mm512_storeu_pd(values + i, _mm512_maskz_min_pd(0xFF, own, _mm512_loadu_pd(other + i)));
  }
}
[[gnu::target("avx512f")]] void join_both_avx512(double* values, double* other, double gap, std::size_t count) {
  const __m512d later = _mm512_set1_pd(gap);
  for (std::size_t i = 0; i < count; i += 8) {
    const __m512d own = _mm512_add_pd(_mm512_loadu_pd(values + i), later);
    const __m512d joined = _mm512_maskz_min_pd(0xFF, own, _mm512_loadu_pd(other + i));
    _mm512_storeu_pd(values + i, joined);
    _mm512_storeu_pd(other + i, joined);
  }
}
#endif

}  // namespace

std::vector<Savings::Kernels> Savings::host_kernels() {
  std::vector<Kernels> all;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) all.push_back({copy_avx512, join_avx512, join_both_avx512});
  if (__builtin_cpu_supports("avx2")) all.push_back({copy_avx2, join_avx2, join_both_avx2});
#endif
  all.push_back({copy_plain, join_plain, join_both_plain});
  return all;
}

const Savings::Kernels Savings::kernels = host_kernels().front();

constinit std::array<std::uint8_t, Savings::kNames> Savings::places_ = [] {
  std::array<std::uint8_t, kNames> none;
  none.fill(kNoPlace);
  return none;
}();
std::uint8_t Savings::placed_ = 0;

}  // namespace texpipe::machine
