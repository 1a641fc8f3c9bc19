// Watcher of single footprints and lines in a sampler's recurrence.
#pragma once

#include <cstdint>

#include "functional/sampling/footprint.h"
#include "machine/blocks/block_kind.h"
#include "machine/cache/line.h"
#include "machine/recurrence/lookup_watcher.h"

namespace texpipe::machine {

/// Hears of events as soon as they are known, before or after their time: in the order of time for each stage, in no
/// order across stages. Before a response is ended, everything up to that time has been told.
class SamplerWatcher {
 public:
  /// A footprint's times in a stage, or those of the token of a message without footprints.
  struct Passage {
    Cycles issued;
    Cycles ready;        // when its work and latency are over
    Cycles lines_there;  // 0 when it waited for no line
    Cycles left;
  };

  virtual ~SamplerWatcher() = default;

  /// The front end has passed the next footprint of its oldest message on.
  /// @param last   whether it is the last one of its message
  /// @param ready  time at which the message could have begun to leave
  virtual void emitted(bool last, Cycles ready, Cycles at) = 0;
  /// The next footprint has left a stage.
  virtual void left(BlockKind stage, const Passage& passage) = 0;
  virtual void looked_up(const functional::Footprint& footprint, LineKey key, LineLookup result, Cycles at) = 0;
  /// A line has taken a miss register.
  virtual void requested(Cycles at) = 0;
  /// A line for which the next level was asked at `asked` has arrived.
  virtual void filled(LineKey key, Cycles asked, Cycles at) = 0;
  /// The next message has taken a slot of the writeback.
  virtual void entered_writeback(Cycles at) = 0;
};

}  // namespace texpipe::machine
