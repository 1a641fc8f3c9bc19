// Treatment of a kernel's accesses beyond its buffers.
#pragma once

#include <array>
#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::study {

enum class BoundsPolicy : std::uint8_t { kReport, kFatal };

inline constexpr std::array<EnumRow, 2> kBoundsPolicies{{
    {0, "report", "counts them and names the first; reads through a surface give 0, and writes are lost"},
    {1, "fatal", "names the first and ends with exit 5"},
}};
inline EnumRows enum_rows(BoundsPolicy) {
  return {"bounds policy", kBoundsPolicies};
}

}  // namespace texpipe::study
