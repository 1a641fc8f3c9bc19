// The kernels for every host: vectors of four numbers.
#include "functional/coordinates/level_of_detail.h"
#include "functional/sampling/lanes/lane_kernels.h"
#include "functional/sampling/lanes/targets.h"
#include "functional/sampling/rules/address_mode.h"
#include "functional/sampling/rules/mono_filter.h"
#include "functional/sampling/rules/weights.h"

namespace texpipe::functional::lanes::portable {

#define TEXPIPE_LANES 4
#include "functional/sampling/lanes/vectors.inc.h"

#include "functional/sampling/lanes/kernel.inc.h"
#include "functional/sampling/lanes/levels.inc.h"
#include "functional/sampling/lanes/loads.inc.h"

const LaneKernels kKernels{"portable", sample, sample_texels, load_lanes, choose_levels, choose_quad_levels};

}  // namespace texpipe::functional::lanes::portable
