// Takes what pixel threads write to render targets.
#pragma once

#include <cstdint>
#include <optional>

#include "functional/message/gang_message.h"
#include "functional/message/message.h"
#include "functional/message/target_work.h"

namespace texpipe::functional {

/// Pixel of the render targets that a lane shades.
struct LanePixel {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::uint32_t layer = 0;  // of the primitive
};

/// Whoever draws the pixels of MessageContext::pixels. Threads may write side by side.
class PixelWrites {
 public:
  virtual ~PixelWrites() = default;
  /// Takes a message to the render cache. Errors: kMalformedInput for a sender that shades no pixels, and for a
  /// descriptor that breaks a rule; kUnsupported for messages that the model lacks.
  virtual void write(const Message& message) = 0;

  /// Takes a message of several threads, as `write` takes that of each. Errors: those of `write`.
  /// @return false: nothing is taken, `write` has to take each
  virtual bool write_gang(const GangMessage& /*gang*/) { return false; }

  /// Finds the work that the sender's last message gives the pixel backend; nothing, where nobody draws.
  virtual void last_work(const Message& /*message*/, TargetWork& work) { work.clear(); }

  /// Pixel of a lane of a message's sender; none: a helper lane, or one that shades nothing.
  virtual std::optional<LanePixel> pixel(const Message& message, unsigned lane) const = 0;
};

}  // namespace texpipe::functional
