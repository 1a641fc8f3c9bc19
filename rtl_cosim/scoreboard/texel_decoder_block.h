// Stimulus, reference and coverage of the RTL texel decoder.
#pragma once

#include <vector>

#include "isa/gen9/surface_format.h"
#include "rtl_cosim/scoreboard/stream_block.h"
#include "rtl_cosim/verilated/verilated_texel_decoder.h"

namespace texpipe::rtl_cosim {

EnumRows enum_rows(TexelDecoderVariant);

/// Formats that the RTL decodes: plain ones of 8- and 16-bit UNORM, SNORM, UINT and SINT channels, and BC1 to BC5,
/// without sRGB.
const std::vector<gen9::SurfaceFormat>& texel_decoder_formats();

class TexelDecoderBlock final : public StreamBlock {
 public:
  /// @param formats  to draw from; empty: all of them
  /// Errors: kUnsupported for a format that the RTL does not decode.
  TexelDecoderBlock(TexelDecoderVariant rtl, std::vector<gen9::SurfaceFormat> formats);

  std::string_view unit() const override { return "texels"; }
  std::span<const Port> inputs() const override { return kTexelDecoderInputs; }
  std::span<const Port> outputs() const override { return kTexelDecoderOutputs; }
  unsigned slots() const override { return kTexelDecoderSlots; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override {
    return make_verilated_texel_decoder(rtl_, seed);
  }
  PortValues request(std::uint64_t seed, std::uint64_t index) const override;
  PortValues result(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                    const PortValues* before) const override;
  std::string explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const override;
  void declare(CoverBins& bins) const override;
  void cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const override;

 private:
  gen9::SurfaceFormat format_of(std::uint64_t seed, std::uint64_t index) const;

  TexelDecoderVariant rtl_;
  std::vector<gen9::SurfaceFormat> formats_;
};

}  // namespace texpipe::rtl_cosim
