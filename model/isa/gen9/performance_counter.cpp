#include "isa/gen9/performance_counter.h"

#include <array>

namespace texpipe::gen9 {

namespace {

constexpr std::array<EnumRow, 6> kPerformanceCounterReportFormatRows{{
    {1, "", ""},
    {2, "", ""},
    {3, "", ""},
    {4, "", ""},
    {6, "", ""},
    {7, "", ""},
}};

}  // namespace

EnumRows enum_rows(PerformanceCounterReportFormat) {
  return {"Performance Counter Report Formats", kPerformanceCounterReportFormatRows};
}

}  // namespace texpipe::gen9
