// A code of one channel as it is returned.
#pragma once

#include "functional/coordinates/one_lane.h"
#include "functional/formats/texel.h"

namespace texpipe::functional::one_lane {
#include "functional/formats/code_value.inc.h"
}
