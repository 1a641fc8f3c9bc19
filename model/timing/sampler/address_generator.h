// The sampler's second stage: subspans in, footprints out.
#pragma once

#include "machine/sampler/address_intervals.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/sampler/sampler_statistics.h"
#include "timing/protocol/sampler_work.h"
#include "timing/stage/footprint_stage.h"

namespace texpipe::timing {

/// Turns subspans into footprints: coordinates, level of detail and texel addresses. Takes a subspan's footprints into
/// its slots as these become free, and the subspan with its last one. Another block in its place must make as many
/// footprints as the message's work says.
class AddressGenerator final : public FootprintStage {
 public:
  AddressGenerator(sc_core::sc_module_name name, Simulation& simulation,
                   const machine::AddressGeneratorParameters& parameters);

 private:
  bool offered(Payload& subspan) override { return take(subspan); }
  bool accept() override;
  machine::Subcycles interval(const FootprintExtension& footprint) override;

  bool take(Payload& subspan);
  PayloadRef footprint_of_subspan(FootprintExtension& subspan, const functional::SubspanPlan* plan);

  machine::AddressIntervals intervals_;
  std::uint32_t made_ = 0;             // footprints made of the subspan that is being taken
  std::uint32_t made_of_message_ = 0;  // footprints made of its message
};

}  // namespace texpipe::timing
