// RTL that stopped by itself.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace texpipe::rtl_cosim {

/// An assertion of the RTL failed, or it reached $stop, $fatal or $finish, or its signals did not settle. The instance
/// is of no further use. Thrown by drive() and clock() of RTL (exit 5); a bench makes a mismatch of it.
class RtlStopped : public Error {
 public:
  /// @param what  as "fill_places.sv:55: Assertion failed in ..."
  explicit RtlStopped(const std::string& what) : Error{ExitCode::kMismatch, "the RTL stopped: " + what} {}
};

}  // namespace texpipe::rtl_cosim
