// Waves of a comparison: all signals of the RTL, what the bench did, and what the model expected, in one file.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rtl_cosim/verilated/port_values.h"
#include "rtl_cosim/verilated/traced.h"
#include "timing/observe/wave_file.h"
#include "timing/observe/wave_save_files.h"

namespace texpipe::rtl_cosim {

/// Doings of the bench in a cycle.
struct CosimCycle {
  std::optional<std::uint64_t> offered;  // number of the request
  bool request_taken = false;
  std::optional<std::uint64_t> answered;  // number of the request whose result stands at the port
  bool result_taken = false;
  bool differs = false;                // model and RTL, in a result or in a handshake
  std::optional<PortValues> expected;  // of a result that was taken
};

/// A bench calls begin() once, cycle() in each cycle before its rising edge; write() when the RTL has gone.
class CosimWaves {
 public:
  /// False: the RTL was verilated without --trace.
  bool begin(Traced& rtl, std::span<const Port> outputs);
  void cycle(CosimCycle cycle) { cycles_.push_back(std::move(cycle)); }

  /// Notes later that model and RTL differ in a cycle.
  void mark(std::uint64_t cycle) {
    if (cycle < cycles_.size()) cycles_[cycle].differs = true;
  }

  bool any() const { return !dump_.empty(); }

  /// A nanosecond is a cycle, and its rising edge is in the middle.
  void write(timing::WaveFile& file) const;

  /// Signals that a viewer shows at first: the bench, the RTL's ports and the expected fields.
  std::vector<timing::ShownGroup> shown() const;

 private:
  /// Ports of the top module, as the dump declares them.
  std::vector<timing::ShownSignal> ports() const;

  std::string dump_;  // of the RTL, as text
  std::vector<Port> outputs_;
  std::vector<CosimCycle> cycles_;
};

}  // namespace texpipe::rtl_cosim
