// Stimulus, reference and coverage of the RTL address generator.
#pragma once

#include <vector>

#include "functional/sampling/rules/coordinate.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/texture_coordinate_mode.h"
#include "rtl_cosim/scoreboard/stream_block.h"
#include "rtl_cosim/verilated/verilated_address_generator.h"

namespace texpipe::rtl_cosim {

EnumRows enum_rows(AddressGeneratorVariant);

class AddressGeneratorBlock final : public StreamBlock {
 public:
  /// @param modes  address modes to draw from; empty: all of them
  AddressGeneratorBlock(AddressGeneratorVariant rtl, std::vector<gen9::TextureCoordinateMode> modes);

  std::string_view unit() const override { return "pixels"; }
  std::span<const Port> inputs() const override { return kAddressGeneratorInputs; }
  std::span<const Port> outputs() const override { return kAddressGeneratorOutputs; }
  unsigned slots() const override { return kAddressGeneratorSlots; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override {
    return make_verilated_address_generator(rtl_, seed);
  }
  PortValues request(std::uint64_t seed, std::uint64_t index) const override;
  PortValues result(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                    const PortValues* before) const override;
  std::string explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const override;
  void declare(CoverBins& bins) const override;
  void cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const override;

 private:
  /// One axis of a pixel: U or V.
  struct Axis {
    float coordinate;
    std::string_view kind;  // of the coordinate
    gen9::TextureCoordinateMode mode;
    std::int32_t offset;
    functional::CoordinateRounding rounding;
    std::string_view tap_kind;
    std::int32_t tap;  // distance of an anisotropic tap
  };
  struct Pixel {
    functional::SurfaceGeometry geometry;
    unsigned level;
    std::uint32_t slice;
    bool linear;
    std::array<Axis, 2> axes;

    /// @param layout  of the geometry
    AddressedPixel on(const functional::SurfaceLayout& layout) const;
  };
  Pixel pixel_of(std::uint64_t seed, std::uint64_t index) const;

  AddressGeneratorVariant rtl_;
  std::vector<gen9::TextureCoordinateMode> modes_;
};

}  // namespace texpipe::rtl_cosim
