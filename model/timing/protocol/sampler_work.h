// A message inside the sampler: its plan, its operands when someone asked for them, its result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/quantity.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "timing/protocol/message_protocol.h"

namespace texpipe::functional {
class StagedMessage;
}

namespace texpipe::timing {

/// Plan (levels, weights, addresses of every subspan) and result of one message. Values are computed when the sampler
/// accepts the message, unless a stage makes_values(): then they pass from stage to stage in `staged`, and the
/// writeback finishes them. A message without `staged` reads no texels through a filter, and such stages let it pass as
/// it is.
struct SamplerWork {
  PayloadRef message;
  functional::SamplerOutcome outcome;
  std::shared_ptr<functional::StagedMessage> staged;
  std::uint32_t footprints = 0;  // footprints of the whole message
  std::uint64_t sequence = 0;    // number in the order of acceptance by this sampler
  Cycles accepted_at;
  Cycles reached;  // when its last footprint left the latest stage that told of it
};

/// Keeps SamplerWork between messages, so that a message allocates nothing in steady state.
class SamplerWorkPool {
 public:
  SamplerWork& take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<SamplerWork>());
      free_.push_back(all_.back().get());
    }
    SamplerWork& work = *free_.back();
    free_.pop_back();
    return work;
  }

  void give_back(SamplerWork& work) {
    work.message = PayloadRef{};
    work.staged.reset();
    work.footprints = 0;
    free_.push_back(&work);
  }

  std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<SamplerWork>> all_;
  std::vector<SamplerWork*> free_;
};

}  // namespace texpipe::timing
