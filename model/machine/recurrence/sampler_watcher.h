// What a sampler's recurrence tells somebody who follows single footprints and lines.
#pragma once

#include <cstdint>

#include "functional/sampling/footprint.h"
#include "machine/blocks/block_kind.h"
#include "machine/cache/line.h"
#include "machine/recurrence/lookup_watcher.h"

namespace texpipe::machine {

/// Told what happens as soon as it is known, before or after its time: of each stage in the order of time, of all of
/// them in none. Before a response is ended everything up to that time has been told.
class SamplerWatcher {
 public:
  /// A footprint in a stage, or the token of a message without any.
  struct Passage {
    Cycles issued;
    Cycles ready;        // its work and latency are over
    Cycles lines_there;  // 0 where it waited for none
    Cycles left;
  };

  virtual ~SamplerWatcher() = default;

  /// The front end passes the next footprint of its oldest message on.
  /// @param last   of the message
  /// @param ready  when the message could have begun to leave
  virtual void emitted(bool last, Cycles ready, Cycles at) = 0;
  /// The next footprint leaves a stage.
  virtual void left(BlockKind stage, const Passage& passage) = 0;
  virtual void looked_up(const functional::Footprint& footprint, LineKey key, LineLookup result, Cycles at) = 0;
  /// A line takes a miss register.
  virtual void requested(Cycles at) = 0;
  /// A line that the next level was asked for at `asked` is there.
  virtual void filled(LineKey key, Cycles asked, Cycles at) = 0;
  /// The next message takes a slot of the writeback.
  virtual void entered_writeback(Cycles at) = 0;
};

}  // namespace texpipe::machine
