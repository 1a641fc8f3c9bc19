// The RTL coverage unit (rtl_cosim/rtl/coverage_unit.sv) behind the stream ports.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "rtl_cosim/adapters/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// Which RTL stands behind the ports.
enum class CoverageUnitRtl : std::uint8_t {
  kRepository,
  kCentroidOfHelpers,  // planted: the centroid of a helper pixel is its centre whatever the sample mask
};

inline constexpr unsigned kEdgeStepBits = 31;
inline constexpr unsigned kEdgeValueBits = 64;
inline constexpr unsigned kPixelPlaceBits = 20;
inline constexpr unsigned kCoverageUnitSlots = 4;

inline constexpr std::array<Port, 12> kCoverageUnitInputs{{
    {"in_steps", 6 * kEdgeStepBits, kEdgeStepBits, true},
    {"in_origins", 3 * kEdgeValueBits, kEdgeValueBits, true},
    {"in_place", 2 * kPixelPlaceBits, kPixelPlaceBits},
    {"in_pixels", 4},
    {"in_count_log2", 3},
    {"in_programmed", 1},
    {"in_positions", 128, 4},
    {"in_sample_mask", 16},
    {"in_query", 3},
    {"in_samples", 128, 32, true},
    {"in_own_indices", 20, 5},
    {"in_switches", 2},
}};
inline constexpr std::array<Port, 5> kCoverageUnitOutputs{{
    {"out_coverage", 64, 16},
    {"out_values", 128, 32},
    {"out_predicates", 4},
    {"out_predicated", 4},
    {"out_warnings", 4},
}};

/// @param seed  of what registers hold before the reset
std::unique_ptr<StreamRtl> make_coverage_unit_rtl(CoverageUnitRtl rtl, std::uint64_t seed);

}  // namespace texpipe::rtl_cosim
