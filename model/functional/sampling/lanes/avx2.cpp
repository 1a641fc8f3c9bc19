// The kernels for hosts with AVX2: vectors of 8 numbers.
#include "functional/coordinates/level_of_detail.h"
#include "functional/sampling/lanes/lane_kernels.h"
#include "functional/sampling/lanes/targets.h"
#include "functional/sampling/rules/address_mode.h"
#include "functional/sampling/rules/mono_filter.h"
#include "functional/sampling/rules/weights.h"

#if defined(TEXPIPE_X86)
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

namespace texpipe::functional::lanes::avx2 {

#define TEXPIPE_LANES 8
#include "functional/sampling/lanes/vectors.inc.h"

#include "functional/sampling/lanes/kernel.inc.h"
#include "functional/sampling/lanes/levels.inc.h"
#include "functional/sampling/lanes/loads.inc.h"

const LaneKernels kKernels{"AVX2", sample, sample_texels, load_lanes, choose_levels, choose_quad_levels};

}  // namespace texpipe::functional::lanes::avx2

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
