// The RTL coverage unit (rtl_cosim/rtl/coverage_unit.sv) behind the stream ports.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "functional/rasterization/edge_function.h"
#include "functional/rasterization/pixel_query.h"
#include "rtl_cosim/verilated/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// RTL that stands behind the ports.
enum class CoverageUnitVariant : std::uint8_t {
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

/// A subspan and what is asked of its pixels.
struct QueriedSubspan {
  std::array<functional::EdgeFunction, 3> edges{};
  std::int32_t x = 0, y = 0;  // of the upper left pixel
  unsigned pixels = 0;        // bit p: pixel p lies in the viewport
  functional::SamplePattern pattern = functional::standard_pattern(1);
  std::uint16_t sample_mask = 0xFFFF;
  functional::PixelQuery query = functional::PixelQuery::kMsCount;
  std::array<std::int32_t, 4> samples{};                   // operand of each pixel
  std::array<std::optional<std::uint8_t>, 4> own_index{};  // sample of each pixel's invocation
  functional::PixelQuerySwitches switches{};
};

/// A subspan on the input ports.
PortValues coverage_unit_request(const QueriedSubspan& subspan);
/// A pixel's answer on the output ports.
functional::PixelQueryResult coverage_unit_answer(const PortValues& result, unsigned pixel);

/// @param seed  of what registers hold before the reset
std::unique_ptr<StreamRtl> make_verilated_coverage_unit(CoverageUnitVariant rtl, std::uint64_t seed);

}  // namespace texpipe::rtl_cosim
