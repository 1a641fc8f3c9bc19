// Performance Counter Report Formats: six values without names.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class PerformanceCounterReportFormat : std::uint8_t {
  k001 = 1,
  k010 = 2,
  k011 = 3,
  k100 = 4,
  k110 = 6,
  k111 = 7,
};
EnumRows enum_rows(PerformanceCounterReportFormat);

}  // namespace texpipe::gen9
