// The RTL filter in the place of the model's: footprints in, integer sums out, behind the same sockets.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "machine/stage/stage_state.h"
#include "rtl_cosim/adapters/verilated_bilinear_filter.h"
#include "timing/sampler/pipeline_stages.h"
#include "timing/stage/footprint_block.h"

namespace texpipe::rtl_cosim {

/// Clocked only while it holds or is offered a footprint. Cycle t of the model is the clock period that ends with the
/// rising edge which comes before the block acts at a later time. Formats without fixed-point channels are unsupported
/// (exit 8).
class RtlTexelFilter final : public timing::FootprintBlock {
 public:
  SC_HAS_PROCESS(RtlTexelFilter);
  RtlTexelFilter(sc_core::sc_module_name name, timing::Simulation& simulation,
                 BilinearFilterRtl rtl = BilinearFilterRtl::kRepository);

  functional::PlanDetail needs() const override { return functional::PlanDetail::kOperands; }
  void expect(std::uint32_t footprints) override;

 private:
  /// What the RTL holds, oldest first. A token of a message without footprints passes beside the RTL, in order and with
  /// its latency.
  struct Entry {
    timing::PayloadRef payload;
    bool token = false;
    Cycles ready;  // of a token
  };

  bool offered(timing::Payload& footprint) override;
  void taken() override;

  void act();
  void pass_edges();
  void put_out();
  bool take_in(timing::Payload& footprint);
  const functional::FootprintOperands& operands_of(const timing::FootprintExtension& footprint) const;
  void deliver_sums(timing::FootprintExtension& footprint);
  void left();
  void schedule();

  VerilatedBilinearFilter rtl_;
  std::deque<Entry> entries_;
  Cycles period_;                                         // the clock period in progress
  const functional::FootprintOperands* input_ = nullptr;  // taken in this period
  bool output_taken_ = false;                             // in this period
  bool offering_ = false;                                 // the head is offered downstream
  std::uint64_t upstream_ = 0;
  sc_core::sc_event wake_;

  machine::StatisticsGroup& statistics_;
  machine::CycleAccount& cycles_;
  machine::Counter& passed_;
  machine::Counter& clocked_;
};

/// Factory for the block registry's entry `rtl`.
std::unique_ptr<timing::FootprintBlock> make_rtl_filter(sc_core::sc_module_name name, timing::Simulation& simulation,
                                                        const machine::FilterParameters& parameters);

}  // namespace texpipe::rtl_cosim
