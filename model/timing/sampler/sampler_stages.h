// Interface of the stages between a sampler's front end and its writeback, from address generator to filter.
#pragma once

#include <vector>

#include "timing/stage/block.h"
#include "timing/stage/footprint_block.h"

namespace texpipe::timing {

/// Offers, below the path of the sampler, socket 0 of `address_generator`, which takes subspans; that of `filter`,
/// which puts footprints out; and that of `l1`, which asks for lines.
class SamplerStages : public Block {
 public:
  /// The stages in the order in which footprints pass them.
  virtual std::vector<FootprintBlock*> stages() const = 0;
};

}  // namespace texpipe::timing
