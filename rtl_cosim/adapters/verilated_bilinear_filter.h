// The Verilated bilinear filter as a plain C++ object; no Verilator header is needed to use it.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "functional/sampling/footprint.h"

namespace texpipe::rtl_cosim {

/// Which RTL stands behind the ports.
enum class BilinearFilterRtl : std::uint8_t {
  kRepository,     // rtl_cosim/rtl/bilinear_filter.sv
  kSwappedWeights  // the same with a planted bug: corners 1 and 2 of a pixel exchange their weights
};

/// One clocked instance. Use per cycle: drive(), look at the outputs, then clock(). Outputs settle in drive().
class VerilatedBilinearFilter {
 public:
  static constexpr unsigned kCodeBits = 25;  // two's complement
  static constexpr unsigned kLatency = 3;    // cycles from an accepted input to its output
  static constexpr unsigned kSlots = 3;

  explicit VerilatedBilinearFilter(BilinearFilterRtl rtl = BilinearFilterRtl::kRepository);
  ~VerilatedBilinearFilter();
  VerilatedBilinearFilter(const VerilatedBilinearFilter&) = delete;
  VerilatedBilinearFilter& operator=(const VerilatedBilinearFilter&) = delete;

  /// Sets the inputs of this cycle; null operands: no input is offered.
  void drive(const functional::FootprintOperands* operands, bool output_ready);

  bool input_ready() const;
  bool output_valid() const;
  functional::FootprintSums output() const;

  /// Rising edge and falling edge.
  void clock();

  class Model;

 private:
  std::unique_ptr<Model> model_;
};

}  // namespace texpipe::rtl_cosim
