// The signals of Verilated RTL in the waves of a run.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <systemc>

#include "rtl_cosim/verilated/traced.h"
#include "timing/observe/inner_signals.h"
#include "timing/simulation/simulation.h"

namespace texpipe::rtl_cosim {

/// For blocks, which number the cycles of their RTL with Traced::at(). Where the RTL is not clocked, its signals
/// stand still, its clock too.
class RtlSignals final : public sc_core::sc_object, public timing::InnerSignals {
 public:
  /// @param block     path of the block that the RTL is
  /// @param rtl       outlives this
  /// @param catch_up  passes the rising edges up to the present cycle
  RtlSignals(timing::Simulation& simulation, std::string block, Traced& rtl, std::function<void()> catch_up);

  std::string path() const override { return block_ + ".rtl"; }
  bool begin(Cycles from, Cycles to) override;
  std::size_t declare(timing::WaveFile& file) override;
  std::vector<timing::ShownSignal> ports() const override { return ports_; }
  void catch_up() override;
  void take(std::vector<Change>& changes) override;

 private:
  struct Place {
    std::size_t signal;
    unsigned bits;
    bool is_real;
  };

  timing::Simulation& simulation_;
  std::string block_;
  Traced& rtl_;
  std::function<void()> catch_up_;
  std::string dump_;                                               // what was dumped and not taken
  std::map<std::string, std::vector<Place>, std::less<>> places_;  // by code
  std::vector<timing::ShownSignal> ports_;
};

}  // namespace texpipe::rtl_cosim
