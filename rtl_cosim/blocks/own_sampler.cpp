#include "rtl_cosim/blocks/own_sampler.h"

#include <utility>
#include <vector>

#include "rtl_cosim/blocks/joined_stages.h"
#include "rtl_cosim/blocks/line_stage.h"
#include "rtl_cosim/blocks/sampler_subspan.h"

namespace texpipe::rtl_cosim {

using timing::FootprintExtension;

namespace {

class OwnSampler final : public LineStage {
 public:
  OwnSampler(timing::Simulation& simulation, const machine::SamplerParameters& parameters, ByteSize next_line,
             std::unique_ptr<LinesRtl> rtl)
      : LineStage{"rtl", Stands::kForSampler, simulation, parameters, next_line, std::move(rtl)} {}

  bool makes_values() const override { return true; }

 private:
  bool is_empty(const FootprintExtension& subspan) const override {
    if (subspan.work->footprints == 0) return subspan.subspan != 0;  // such a message is one token
    return subspan.work->outcome.subspans[subspan.subspan].footprints.empty();
  }
  PortValues request(const FootprintExtension& subspan) override { return subspan_request(subspan); }
  void append_all(timing::Payload& subspan) override {
    std::vector<timing::PayloadRef> footprints = make_footprints(simulation(), timing::footprint_of(subspan), made_);
    for (std::size_t index = 0; index < footprints.size(); ++index)
      append(std::move(footprints[index]), index == 0, index + 1 == footprints.size());
  }
  void deliver(const FootprintExtension& first, const PortValues& result) override { deliver_sums(first, result); }
  Line line_of(std::uint64_t key) const override { return {{machine::AddressSpace::kStored, key}, {}}; }

  std::uint32_t made_ = 0;  // footprints of the message
};

}  // namespace

std::unique_ptr<timing::SamplerStages> make_own_sampler(timing::Simulation& simulation,
                                                        const machine::SamplerParameters& parameters,
                                                        ByteSize next_line, std::unique_ptr<LinesRtl> rtl) {
  return std::make_unique<JoinedStages<OwnSampler>>(simulation, parameters, next_line, std::move(rtl));
}

}  // namespace texpipe::rtl_cosim
