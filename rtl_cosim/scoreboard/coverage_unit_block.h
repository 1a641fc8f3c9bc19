// Stimulus, reference and coverage of the RTL coverage unit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "functional/rasterization/edge_function.h"
#include "functional/rasterization/pixel_query.h"
#include "functional/rasterization/rasterizer.h"
#include "isa/spa/pixld.h"
#include "rtl_cosim/scoreboard/stream_block.h"
#include "rtl_cosim/verilated/verilated_coverage_unit.h"

namespace texpipe::rtl_cosim {

EnumRows enum_rows(CoverageUnitVariant);

class CoverageUnitBlock final : public StreamBlock {
 public:
  /// @param modes  of PIXLD to draw from; empty: all of them
  CoverageUnitBlock(CoverageUnitVariant rtl, std::vector<spa::PixelMode> modes);

  std::string_view unit() const override { return "subspans"; }
  std::span<const Port> inputs() const override { return kCoverageUnitInputs; }
  std::span<const Port> outputs() const override { return kCoverageUnitOutputs; }
  unsigned slots() const override { return kCoverageUnitSlots; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override {
    return make_verilated_coverage_unit(rtl_, seed);
  }
  PortValues request(std::uint64_t seed, std::uint64_t index) const override;
  PortValues result(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                    const PortValues* before) const override;
  std::string explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const override;
  void declare(CoverBins& bins) const override;
  void cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const override;

 private:
  struct Subspan {
    std::string_view kind;                             // of the triangle
    std::array<functional::WindowVertex, 3> vertices;  // clockwise
    std::int32_t x, y;                                 // of the upper left pixel
    unsigned pixels;                                   // inside the viewport
    functional::SamplePattern pattern;
    std::uint16_t sample_mask;
    spa::PixelMode mode;
    std::array<std::int32_t, 4> samples;
    std::array<std::optional<std::uint8_t>, 4> own_index;
    functional::PixelQuerySwitches switches;

    std::array<functional::EdgeFunction, 3> edges() const;
  };
  Subspan subspan_of(std::uint64_t seed, std::uint64_t index) const;
  /// Samples of each pixel, by the rasteriser.
  static std::array<std::uint16_t, 4> coverage_of(const Subspan& subspan);
  static functional::PixelQueryResult answer_of(const Subspan& subspan, unsigned pixel, std::uint16_t coverage);

  CoverageUnitVariant rtl_;
  std::vector<spa::PixelMode> modes_;
};

}  // namespace texpipe::rtl_cosim
