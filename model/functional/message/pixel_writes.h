// Takes what pixel threads write to render targets.
#pragma once

#include "functional/message/message.h"

namespace texpipe::functional {

/// Whoever draws the pixels of MessageContext::pixels. Threads may write side by side.
class PixelWrites {
 public:
  virtual ~PixelWrites() = default;
  /// Takes a message to the render cache. Errors: kMalformedInput for a sender that shades no pixels, and for a
  /// descriptor that breaks a rule; kUnsupported for messages that the model lacks.
  virtual void write(const Message& message) = 0;
};

}  // namespace texpipe::functional
