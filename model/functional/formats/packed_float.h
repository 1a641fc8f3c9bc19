// R9G9B9E5_SHAREDEXP: three mantissas with one exponent. (R11G11B10_FLOAT is three channels of their own:
// channel_plan.h.)
#pragma once

#include <cstddef>

#include "functional/formats/texel.h"

namespace texpipe::functional {

TexelCoding shared_exponent_coding();

/// Exact float32 values; alpha is the default 1 (specification/sampling-rules 7).
Texel decode_shared_exponent(const std::byte* element);

}  // namespace texpipe::functional
