// Stages of the sampler as RTL: address generator, texel decoder, filter.
#pragma once

#include <memory>

#include "functional/shared_function/staged_message.h"
#include "machine/sampler/sampler_parameters.h"
#include "rtl_cosim/blocks/rtl_stage.h"
#include "rtl_cosim/verilated/verilated_address_generator.h"
#include "rtl_cosim/verilated/verilated_texel_decoder.h"
#include "rtl_cosim/verilated/verilated_texture_filter.h"

namespace texpipe::rtl_cosim {

/// One pixel of a footprint per cycle: addresses, weights and border corners. Number of footprints, levels and taps are
/// the plan's. Loads, cubes, volumes, surfaces of one axis, MONO filters, coordinates in texels, samples and tilings
/// other than X and Y are unsupported (exit 8).
class RtlAddressGenerator final : public RtlStage {
 public:
  /// @param rtl  with the ports of the repository's
  RtlAddressGenerator(sc_core::sc_module_name name, timing::Simulation& simulation, std::unique_ptr<StreamRtl> rtl);

 private:
  Next next(timing::Payload& subspan) override;
  unsigned requests_of(const timing::FootprintExtension& footprint) override;
  PortValues request(const timing::FootprintExtension& footprint, unsigned number) override;
  void deliver(const timing::FootprintExtension& footprint, unsigned number, const PortValues& result) override;

  std::uint32_t made_ = 0;             // footprints of the subspan
  std::uint32_t made_of_message_ = 0;  // and of its message
  functional::AddressedFootprint addressed_;
};

/// One texel of a footprint per cycle, out of the bytes at its address. Loads, and formats that the RTL does not
/// decode, are unsupported (exit 8).
class RtlTexelDecoder final : public RtlStage {
 public:
  /// @param rtl  with the ports of the repository's
  RtlTexelDecoder(sc_core::sc_module_name name, timing::Simulation& simulation, std::unique_ptr<StreamRtl> rtl);

 private:
  unsigned requests_of(const timing::FootprintExtension& footprint) override;
  PortValues request(const timing::FootprintExtension& footprint, unsigned number) override;
  void deliver(const timing::FootprintExtension& footprint, unsigned number, const PortValues& result) override;
};

/// One footprint per cycle to the sums of its subspan's pixels; the model converts these to float32. Loads and gathers
/// pass; formats without fixed-point channels, minima and maxima are unsupported (exit 8).
class RtlTextureFilter final : public RtlStage {
 public:
  /// @param rtl  with the ports of the repository's
  RtlTextureFilter(sc_core::sc_module_name name, timing::Simulation& simulation, std::unique_ptr<StreamRtl> rtl);

 private:
  unsigned requests_of(const timing::FootprintExtension& footprint) override;
  PortValues request(const timing::FootprintExtension& footprint, unsigned number) override;
  void deliver(const timing::FootprintExtension& footprint, unsigned number, const PortValues& result) override;
};

}  // namespace texpipe::rtl_cosim
