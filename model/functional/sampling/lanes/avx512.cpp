// The kernels for hosts with AVX-512: vectors of 16 numbers.
#include "functional/coordinates/level_of_detail.h"
#include "functional/sampling/lanes/lane_kernels.h"
#include "functional/sampling/lanes/targets.h"
#include "functional/sampling/rules/address_mode.h"
#include "functional/sampling/rules/mono_filter.h"
#include "functional/sampling/rules/weights.h"

#if defined(TEXPIPE_X86)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl")
#endif

namespace texpipe::functional::lanes::avx512 {

#define TEXPIPE_LANES 16
#include "functional/sampling/lanes/vectors.inc.h"

#include "functional/sampling/lanes/kernel.inc.h"
#include "functional/sampling/lanes/levels.inc.h"
#include "functional/sampling/lanes/loads.inc.h"

const LaneKernels kKernels{"AVX-512", sample, sample_texels, load_lanes, choose_levels, choose_quad_levels};

}  // namespace texpipe::functional::lanes::avx512

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
