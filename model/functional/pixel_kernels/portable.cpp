// The kernels for every host.
#include <array>
#include <bit>
#include <cstring>

#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/pixel_kernels/pixel_rules.h"

namespace texpipe::functional::pixel_kernels::portable {

constexpr unsigned kVectorLanes = 4;

#include "functional/pixel_kernels/pixel_kernels.inc.h"
#include "functional/pixel_kernels/word_colors.inc.h"

const PixelKernels kKernels{"portable", barycentrics,        depths,     compare_depths, plane_values,
                            inverses,   encode_unorm_texels, write_words};

}  // namespace texpipe::functional::pixel_kernels::portable
