#include "capture/recorder/high_descriptor.h"

#include <fcntl.h>
#include <unistd.h>

namespace texpipe::capture {

namespace {

/// Few programs have as many as this.
constexpr int kHighDescriptor = 500;

}  // namespace

int high_descriptor(int low) {
  if (low < 0) return low;
  const int high = fcntl(low, F_DUPFD_CLOEXEC, kHighDescriptor);
  if (high < 0) return low;
  close(low);
  return high;
}

}  // namespace texpipe::capture
