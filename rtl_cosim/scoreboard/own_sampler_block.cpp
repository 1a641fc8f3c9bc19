#include "rtl_cosim/scoreboard/own_sampler_block.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "rtl_cosim/scoreboard/lines_memory.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr std::string_view kFilters[] = {"point", "bilinear", "trilinear", "anisotropic"};

}  // namespace

OwnSamplerBlock::OwnSamplerBlock(MakeLinesRtl make, std::vector<SamplerWorkload> workloads)
    : make_{std::move(make)}, workloads_{std::move(workloads)} {
  if (workloads_.empty()) workloads_ = {SamplerWorkload::kMixed, SamplerWorkload::kCompare};
}

SamplerSubspan OwnSamplerBlock::subspan(std::uint64_t seed, std::uint64_t index, std::uint64_t resets) const {
  const SamplerWorkload workload = workloads_[mixed(seed, index) % workloads_.size()];
  return SamplerStimulus{SamplerScene::shared(), {.seed = seed, .requests = 1}, workload}.subspan(index, resets);
}

std::unique_ptr<StreamRtl> OwnSamplerBlock::make_rtl(std::uint64_t seed) const {
  return std::make_unique<RtlWithMemory>(
      make_(seed), seed, [](std::uint64_t line, std::uint64_t resets, std::span<std::byte> bytes) {
        SamplerScene::shared().memory(resets).read(ByteAddress{line * verilated_texture_cache::kLineBytes}, bytes);
      });
}

PortValues OwnSamplerBlock::request(std::uint64_t seed, std::uint64_t index) const {
  const SamplerSubspan asked = subspan(seed, index);
  return sampler_request(*asked.binding, asked.setup, asked.compares ? &asked.compare : nullptr);
}

std::vector<PortValues> OwnSamplerBlock::results(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                                                 const PortValues* before) const {
  return results_after(0, seed, index, request, before);
}

std::vector<PortValues> OwnSamplerBlock::results_after(std::uint64_t resets, std::uint64_t seed, std::uint64_t index,
                                                       const PortValues&, const PortValues*) const {
  const SamplerSubspan asked = subspan(seed, index, resets);
  PortValues result;
  for (const Port& port : kSamplerOutputs) result.emplace_back(port.bits);
  for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) put_texture_filter_sums(result, p, asked.sums[p]);
  return {result};
}

std::string OwnSamplerBlock::explain(std::uint64_t seed, std::uint64_t index, const PortValues&) const {
  return subspan_text(subspan(seed, index), index);
}

void OwnSamplerBlock::declare(CoverBins& bins) const {
  for (const std::string_view filter : kFilters) bins.declare(std::string{filter});
}

void OwnSamplerBlock::cover(std::uint64_t seed, std::uint64_t index, const PortValues&, CoverBins& bins) const {
  bins.hit(subspan(seed, index).filter);
}

}  // namespace texpipe::rtl_cosim
