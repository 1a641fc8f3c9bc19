// Interfaces of a sampler's two ends, be they the model's or somebody else's: messages enter at one, and leave complete
// from the other through the message port of the first.
#pragma once

#include <cstdint>
#include <vector>

#include "functional/shared_function/execute_sampler_message.h"
#include "machine/sampler/rates.h"
#include "machine/statistics/statistics.h"
#include "timing/sampler/semantics.h"
#include "timing/stage/block.h"
#include "timing/stage/footprint_block.h"
#include "timing/stage/message_port.h"

namespace texpipe::timing {

/// Last stage. Socket 0 takes footprints. A message is answered when its last footprint has come, in the order of the
/// messages.
class WritebackBlock : public Block {
 public:
  /// Sets the port for answers, which must outlive the run.
  virtual void attach(MessagePort& port) = 0;

  /// Expects `footprints` more, which entered the sampler and will arrive here.
  virtual void expect(std::uint32_t footprints) = 0;

  /// Tells END_RESP of the response that respond() left open.
  virtual void ended() = 0;
};

/// First stage. Socket 0 takes messages, the initiator socket 0 passes subspans on. Tells all blocks behind it how many
/// footprints to expect.
class FrontEndBlock : public Block {
 public:
  /// Sets the blocks behind it: the stages that footprints will pass, in order, and the writeback that answers.
  /// @param plan   details that listeners ask for beyond the stages' own needs
  /// @param rates  the filter's documented ones
  virtual void attach(std::vector<FootprintBlock*> stages, WritebackBlock& writeback,
                      const functional::PlanRequest& plan, const machine::FilterRates& rates) = 0;
};

}  // namespace texpipe::timing
