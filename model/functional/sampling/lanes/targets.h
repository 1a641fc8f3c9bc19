// The kernels of each instruction set, chosen at run time. Every one is the same text over vectors of another width.
#pragma once

#include "functional/sampling/lanes/lane_kernels.h"

#if defined(__x86_64__)
#define TEXPIPE_X86 1
#include <immintrin.h>
#endif

namespace texpipe::functional::lanes {

namespace portable {
extern const LaneKernels kKernels;
}
#if defined(TEXPIPE_X86)
namespace avx2 {
extern const LaneKernels kKernels;
}
namespace avx512 {
extern const LaneKernels kKernels;
}
#endif

}  // namespace texpipe::functional::lanes
