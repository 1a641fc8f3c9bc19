// Names of a sample's coordinates.
#pragma once

#include <string_view>

namespace texpipe::study {

inline constexpr std::string_view kAxes[] = {"u", "v", "r"};

}  // namespace texpipe::study
