// A Verilated block with one request port and one result port, valid/ready on both, results in order.
#pragma once

#include <string>

#include "rtl_cosim/verilated/port_values.h"
#include "rtl_cosim/verilated/traced.h"

namespace texpipe::rtl_cosim {

/// One clocked instance, after its reset. Use per cycle: drive(), look at the outputs, then clock(). Outputs settle in
/// drive().
class StreamRtl : public Traced {
 public:
  /// Synchronous: what the block holds is gone after the next clock().
  virtual void reset(bool asserted) = 0;

  /// Sets the inputs of this cycle; null: no request is offered.
  virtual void drive(const PortValues* request, bool result_ready) = 0;

  virtual bool request_ready() const = 0;
  virtual bool result_valid() const = 0;
  virtual PortValues result() const = 0;

  /// Rising edge and falling edge.
  virtual void clock() = 0;

  /// Lines, indented by four, that say what a request which is not answered waits for: of a block with a memory behind
  /// it, the lines of memory. Empty: nothing is known.
  virtual std::string waits_for(const PortValues& /*request*/) const { return {}; }
};

}  // namespace texpipe::rtl_cosim
