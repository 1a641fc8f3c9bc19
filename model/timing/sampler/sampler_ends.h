// What a sampler asks of its two ends, the model's or somebody else's: messages enter at one, and leave complete from
// the other through the door of the first.
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

/// Socket 0 takes footprints. The message whose last one came is answered, in the order of the messages.
class WritebackBlock : public Block {
 public:
  /// Where to answer; it must outlive the run.
  virtual void attach(MessagePort& port) = 0;

  /// `footprints` more entered the sampler and will arrive here.
  virtual void expect(std::uint32_t footprints) = 0;

  /// END_RESP of the response that respond() left open.
  virtual void ended() = 0;
};

/// Socket 0 takes messages, the other socket 0 passes subspans on. Tells all blocks behind it what to expect.
class FrontEndBlock : public Block {
 public:
  /// The rest of the sampler: the stages that footprints will pass, in order, and the writeback that answers.
  /// @param plan   what a listener asks for beyond the stages' own needs
  /// @param rates  the filter's documented ones
  virtual void attach(std::vector<FootprintBlock*> stages, WritebackBlock& writeback,
                      const functional::PlanRequest& plan, const machine::FilterRates& rates) = 0;
};

}  // namespace texpipe::timing
