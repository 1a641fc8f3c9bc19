// The reference value of an API comparison as the hardware has to get it.
#pragma once

#include "analysis/verify/golden_case.h"
#include "functional/formats/texel.h"

namespace texpipe::study {

/// The hardware takes a reference for fixed-point depth to the nearest code (rule F7), and the API compares it
/// as it is (X8): a reference between two codes becomes the one of them for which the relation with every code is the
/// same. None is for EQUAL and NOT_EQUAL: the result is NaN, which equals no texel.
float compare_reference(ApiCompare compare, float reference, const functional::TexelCoding& coding);

}  // namespace texpipe::study
