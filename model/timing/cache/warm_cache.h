// A cache whose tags can be brought to a state without time.
#pragma once

#include "base/quantity.h"
#include "machine/cache/warm_tags.h"

namespace texpipe::timing {

class WarmCache {
 public:
  virtual ~WarmCache() = default;

  /// The line of an address was read or written: the tags are as such an access leaves them.
  virtual machine::WarmedLine warm(ByteAddress address, bool written) = 0;

  virtual ByteSize line() const = 0;
};

}  // namespace texpipe::timing
