// The kernels for every host.
#include <array>
#include <bit>

#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/pixel_kernels/pixel_rules.h"

namespace texpipe::functional::pixel_kernels::portable {

#include "functional/pixel_kernels/pixel_kernels.inc.h"

const PixelKernels kKernels{"portable", barycentrics, depths, encode_unorm_texels};

}  // namespace texpipe::functional::pixel_kernels::portable
