// Threads that become ready while the simulation runs. The interface stands here because those who make threads ready
// and the dispatcher do not know each other; `system` connects them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "functional/message/message.h"

namespace texpipe::timing {

/// A source of threads: a raster front end, or the fixed functions of a frame. The dispatcher starts a work group after
/// it has opened.
class ThreadGate {
 public:
  virtual ~ThreadGate() = default;

  /// Tells that a group's last thread has ended.
  virtual void ended(unsigned group) = 0;

  /// Tells that the next phase of a source in phases begins, whose groups open from the next cycle on; or that the last
  /// one has ended.
  virtual void begin_phase() {}
  /// Tells that a group has started, with all of its threads.
  virtual void started() {}

  /// Subslice to which a group that has opened has to go; none: to any.
  virtual std::optional<std::uint32_t> subslice_of(unsigned /*group*/) { return {}; }

  /// Whether a render target write of a subslice is taken now; if not, `made_room` is called when it is.
  virtual bool takes_write(unsigned /*subslice*/) { return true; }
  /// Takes a render target write that has taken effect.
  virtual void write(unsigned /*subslice*/, const functional::Message& /*message*/) {}

  /// Whether messages to the URB take time.
  virtual bool times_urb() const { return false; }
  /// Takes a message to the URB that has taken effect; `urb_moved` is called when its bytes have passed, in the order
  /// of a subslice's messages.
  virtual void move_urb(unsigned /*subslice*/, const functional::Message& /*message*/,
                        const functional::MessageResponse& /*response*/) {}

  /// Called once for each group, in order, at the time at which it opens. A group that opens at t starts at t + 1 or
  /// later.
  std::function<void()> opened;
  std::function<void(unsigned subslice)> made_room;
  std::function<void(unsigned subslice)> urb_moved;
};

}  // namespace texpipe::timing
