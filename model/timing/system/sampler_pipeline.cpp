#include "timing/system/sampler_pipeline.h"

#include "timing/system/make_block.h"

namespace texpipe::timing {

using machine::BlockKind;

SamplerPipeline::SamplerPipeline(const std::string& path, Simulation& simulation,
                                 const machine::SamplerParameters& parameters, ByteSize next_line,
                                 const BlockRegistry& blocks) {
  const BlockMaker make{blocks, simulation, path};
  const auto add = [this](const char* name, std::unique_ptr<FootprintBlock> block) {
    stages_.push_back({name, std::move(block)});
  };
  add("address_generator", make.block<BlockKind::kAddressGenerator>("address_generator", parameters.address_generator));
  add("l1", make.chosen<BlockKind::kTags>("l1", parameters.l1.implementation, parameters, next_line));
  if (!stages_.back().block->reads_data())
    add("l1_data", make.chosen<BlockKind::kData>("l1_data", parameters.l1_data.implementation, parameters));
  add("decoder", make.block<BlockKind::kDecoder>("decoder", parameters.decoder));
  add("filter", make.block<BlockKind::kFilter>("filter", parameters.filter));
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
