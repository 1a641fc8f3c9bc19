// Stimulus and reference of a sampler of somebody else's: the sums of its subspans, whatever it takes for them.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "rtl_cosim/scoreboard/own_rtl.h"
#include "rtl_cosim/scoreboard/sampler_stimulus.h"
#include "rtl_cosim/verilated/verilated_sampler.h"

namespace texpipe::rtl_cosim {

class OwnSamplerBlock final : public CustomBlock {
 public:
  /// @param workloads  of subspans, to draw from; empty: mixed and compare
  OwnSamplerBlock(MakeLinesRtl make, std::vector<SamplerWorkload> workloads);

  std::string_view unit() const override { return "subspans"; }
  std::span<const Port> inputs() const override { return kSamplerInputs; }
  std::span<const Port> outputs() const override { return kSamplerOutputs; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override;
  PortValues request(std::uint64_t seed, std::uint64_t index) const override;
  std::vector<PortValues> results(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                                  const PortValues* before) const override;
  std::vector<PortValues> results_after(std::uint64_t resets, std::uint64_t seed, std::uint64_t index,
                                        const PortValues& request, const PortValues* before) const override;
  std::string explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const override;
  void declare(CoverBins& bins) const override;
  void cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const override;
  bool is_number(std::size_t) const override { return true; }

 private:
  SamplerSubspan subspan(std::uint64_t seed, std::uint64_t index, std::uint64_t resets = 0) const;

  MakeLinesRtl make_;
  std::vector<SamplerWorkload> workloads_;
};

}  // namespace texpipe::rtl_cosim
