// SIMD Mode of sampler messages.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class SimdMode : std::uint8_t { kSimd8dOrSimd4x2, kSimd8, kSimd16, kSimd32Or64 };
EnumRows enum_rows(SimdMode);

}  // namespace texpipe::gen9
