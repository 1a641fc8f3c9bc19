// The sampler's stages, each by the implementation that its parameters name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "machine/sampler/sampler_parameters.h"
#include "timing/sampler/sampler_stages.h"
#include "timing/system/block_registry.h"

namespace texpipe::timing {

class SamplerPipeline final : public SamplerStages {
 public:
  /// To be made in the constructor of the sampler's module.
  /// @param path       path of the sampler
  /// @param next_line  bytes of a line of the next level
  SamplerPipeline(const std::string& path, Simulation& simulation, const machine::SamplerParameters& parameters,
                  ByteSize next_line, const BlockRegistry& blocks);

  void offer_sockets(Sockets& sockets, const std::string& path) override;
  std::vector<FootprintBlock*> stages() const override;

 private:
  struct Stage {
    std::string name;
    std::unique_ptr<FootprintBlock> block;
  };
  std::vector<Stage> stages_;  // in the order in which footprints pass them
};

}  // namespace texpipe::timing
