#include "machine/statistics/savings.h"

#include <cstring>

namespace texpipe::machine {
namespace {

using Four = double __attribute__((vector_size(32)));

template <std::size_t kValues>
[[gnu::always_inline]] inline void copy_all(double* values, const double* other) {
  for (std::size_t i = 0; i < kValues; i += 8) {
    Four low, high;
    std::memcpy(&low, other + i, sizeof low);
    std::memcpy(&high, other + i + 4, sizeof high);
    std::memcpy(values + i, &low, sizeof low);
    std::memcpy(values + i + 4, &high, sizeof high);
    // Step by step: compilers make a string instruction of a whole copy, whose start costs more than all of it.
    asm volatile("" ::: "memory");
  }
}

template <std::size_t kValues>
[[gnu::always_inline]] inline void join_all(double* __restrict values, const double* __restrict other, double gap) {
  for (std::size_t i = 0; i < kValues; ++i) {
    const double own = values[i] + gap;
    values[i] = own < other[i] ? own : other[i];
  }
}

template <std::size_t kValues>
void copy_plain(double* values, const double* other) {
  copy_all<kValues>(values, other);
}
template <std::size_t kValues>
void join_plain(double* values, const double* other, double gap) {
  join_all<kValues>(values, other, gap);
}

#if defined(__x86_64__)
template <std::size_t kValues>
[[gnu::target("avx2")]] void copy_avx2(double* values, const double* other) {
  copy_all<kValues>(values, other);
}
template <std::size_t kValues>
[[gnu::target("avx2")]] void join_avx2(double* values, const double* other, double gap) {
  join_all<kValues>(values, other, gap);
}
#endif

}  // namespace

Savings::Kernels Savings::best_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return {copy_avx2<kValues>, join_avx2<kValues>};
#endif
  return {copy_plain<kValues>, join_plain<kValues>};
}

const Savings::Kernels Savings::kernels = best_kernels();

}  // namespace texpipe::machine
