// Surroundings of the fixed functions: what they ask for, for both timings.
#pragma once

#include <cstdint>

#include "functional/frame/work/frame_work.h"
#include "functional/message/target_work.h"

namespace texpipe::machine {

/// The fixed functions decide; whoever lets time pass for them does what they say.
class FrameHost {
 public:
  virtual ~FrameHost() = default;

  /// Asks a cache for a line, or writes one; `answered` of the asker follows with the same tag.
  /// @param bytes  of the line that move, from its first one
  virtual void ask(functional::FrameCache cache, ByteAddress line, ByteSize bytes, bool write, std::uint64_t tag) = 0;
  /// Lets the next threads of the phase start.
  virtual void open(std::uint32_t threads) = 0;
  /// Writes what the caches have changed back. @return  bytes of it
  virtual std::uint64_t flush() = 0;
  /// Drops what read-only caches hold. @return  lines of it
  virtual std::uint64_t invalidate(const functional::ReadOnlyCaches& caches) = 0;
  /// Says that the last step of a draw that was taken has left the units before the dispatcher.
  virtual void passed(std::uint32_t draw) = 0;
  /// Says that a subslice's render target write has room that had none.
  virtual void made_room(unsigned subslice) = 0;
  /// Says that the oldest message to the URB of a subslice has passed its ports.
  virtual void urb_moved(unsigned subslice) = 0;

 protected:
  FrameHost() = default;
  FrameHost(const FrameHost&) = default;
  FrameHost& operator=(const FrameHost&) = default;
};

}  // namespace texpipe::machine
