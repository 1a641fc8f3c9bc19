// RTL that can dump its signals.
#pragma once

#include <string>

namespace texpipe::rtl_cosim {

class Traced {
 public:
  virtual ~Traced() = default;

  /// Appends a value change dump of all signals to `dump` from here on, as long as both exist; it is complete when this
  /// has gone. Time 2n is the settled cycle n, 2n + 1 what its rising edge made. False: the RTL has none.
  virtual bool trace(std::string&) { return false; }
};

}  // namespace texpipe::rtl_cosim
