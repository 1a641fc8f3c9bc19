// Treatment of an SPA program's hazards.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_table.h"
#include "isa/spa/hazards.h"

namespace texpipe::study {

enum class HazardPolicy : std::uint8_t { kReport, kFatal };

inline constexpr std::array<EnumRow, 2> kHazardPolicies{{
    {0, "report", "names them and goes on with the values of instructions executed one after the other"},
    {1, "fatal", "names them and ends with exit 5"},
}};
inline EnumRows enum_rows(HazardPolicy) {
  return {"hazard policy", kHazardPolicies};
}

/// A warning per hazard, the first sixteen and then their number. Errors: kMismatch with the same texts when hazards
/// are fatal and there are any.
std::vector<Diagnostic> check_hazards(std::span<const spa::Hazard> hazards,
                                      std::span<const spa::PlacedInstruction> program, HazardPolicy policy);

}  // namespace texpipe::study
