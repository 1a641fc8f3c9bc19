// A class that Verilator made with the stream ports of texpipe's own blocks as StreamRtl.
#pragma once

#include <cstdint>

#include "rtl_cosim/verilated/verilated_rtl.h"

namespace texpipe::rtl_cosim {

/// @tparam Verilated  with ports clk, rst_n, in_valid, in_ready, out_valid, out_ready
/// @tparam Face       what it is: StreamRtl, or more
template <class Verilated, class Face = StreamRtl>
class VerilatedStream : public VerilatedRtl<Verilated, Face> {
 public:
  /// @param seed  of what registers hold before the reset
  explicit VerilatedStream(std::uint64_t seed) : VerilatedRtl<Verilated, Face>{seed} {}

  void reset(bool asserted) override { this->top().rst_n = !asserted; }

  void drive(const PortValues* request, bool result_ready) final {
    Verilated& top = this->top();
    top.in_valid = request != nullptr;
    top.out_ready = result_ready;
    if (request != nullptr) put_request(top, *request);
    top.eval();
  }

  bool request_ready() const final { return this->top().in_ready != 0; }
  bool result_valid() const final { return this->top().out_valid != 0; }
  PortValues result() const final { return get_result(this->top()); }

 protected:
  virtual void put_request(Verilated& top, const PortValues& request) = 0;
  virtual PortValues get_result(const Verilated& top) const = 0;
};

}  // namespace texpipe::rtl_cosim
