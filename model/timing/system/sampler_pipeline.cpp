#include "timing/system/sampler_pipeline.h"

#include "timing/system/make_block.h"

namespace texpipe::timing {

using machine::BlockKind;

SamplerPipeline::SamplerPipeline(const std::string& path, Simulation& simulation,
                                 const machine::SamplerParameters& parameters, ByteSize next_line,
                                 const BlockRegistry& blocks) {
  const BlockMaker make{blocks, simulation, path};
  machine::for_each_stage(parameters, [&](auto stage, const auto& own) {
    constexpr BlockKind kKind = decltype(stage)::value;
    const std::string name{machine::stage_facts(kKind).name};
    if constexpr (kKind == BlockKind::kTags) {
      stages_.push_back({name, make.chosen<kKind>(name, own.implementation, parameters, next_line)});
    } else if constexpr (kKind == BlockKind::kData) {
      if (stages_.back().block->reads_data()) return;
      stages_.push_back({name, make.chosen<kKind>(name, own.implementation, parameters)});
    } else if constexpr (kKind != BlockKind::kFrontEnd && kKind != BlockKind::kWriteback) {
      stages_.push_back({name, make.block<kKind>(name, own)});
    }
  });
}

void SamplerPipeline::offer_sockets(Sockets& sockets, const std::string& path) {
  for (const Stage& stage : stages_) stage.block->offer_sockets(sockets, path + "." + stage.name);
}

std::vector<FootprintBlock*> SamplerPipeline::stages() const {
  std::vector<FootprintBlock*> stages;
  for (const Stage& stage : stages_) stages.push_back(stage.block.get());
  return stages;
}

}  // namespace texpipe::timing
