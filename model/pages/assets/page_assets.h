// The files that every page carries, as they stand in assets/.
#pragma once

#include <string_view>

namespace texpipe::study {

std::string_view page_style();
std::string_view page_script();
std::string_view echarts_script();

}  // namespace texpipe::study
