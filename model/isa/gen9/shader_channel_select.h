// Shader Channel Select: which surface channel, or constant, a channel of the result shows.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class ShaderChannelSelect : std::uint8_t { kZero = 0, kOne = 1, kRed = 4, kGreen = 5, kBlue = 6, kAlpha = 7 };
EnumRows enum_rows(ShaderChannelSelect);

}  // namespace texpipe::gen9
