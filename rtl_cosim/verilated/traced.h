// RTL that can dump its signals.
#pragma once

#include <cstdint>
#include <string>

namespace texpipe::rtl_cosim {

class Traced {
 public:
  virtual ~Traced() = default;

  /// Cycles of which signals are dumped.
  struct Window {
    std::uint64_t from = 0;
    std::uint64_t to = ~std::uint64_t{0};  // not included
  };

  /// Appends a value change dump of all signals to a text from here on, as long as both exist; it is complete when this
  /// has gone, and after flush_trace(). Time 2n is the settled cycle n, 2n + 1 what its rising edge made. False: the
  /// RTL has none.
  virtual bool trace(std::string&, Window) { return false; }
  virtual void flush_trace() {}

  /// The number of the cycle that the next clock() ends. Without it cycles are numbered from 0 on.
  virtual void at(std::uint64_t) {}
};

}  // namespace texpipe::rtl_cosim
