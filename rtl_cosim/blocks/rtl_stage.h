// A Verilated block in the place of a stage of the sampler: footprints in, footprints out, behind the same sockets.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>

#include "machine/stage/stage_state.h"
#include "rtl_cosim/blocks/clocked_stage.h"
#include "rtl_cosim/blocks/clocked_stream.h"
#include "rtl_cosim/blocks/rtl_signals.h"
#include "rtl_cosim/verilated/stream_rtl.h"
#include "timing/protocol/sampler_work.h"
#include "timing/simulation/simulation.h"

namespace texpipe::rtl_cosim {

/// A footprint is some requests to the RTL, one after the other, and leaves with the result of the last one. What has
/// none passes beside the RTL, in order and with its latency. Clocked only while it holds or is offered a footprint.
class RtlStage : public ClockedStage {
 public:
  bool makes_values() const final { return true; }

 protected:
  /// @param slots  registered steps of the RTL: its latency in cycles
  RtlStage(sc_core::sc_module_name name, timing::Simulation& simulation, std::string_view description,
           std::unique_ptr<StreamRtl> rtl, unsigned slots);

  /// Number of requests that a footprint is; 0: it passes. Errors: kUnsupported for what the RTL does not have.
  virtual unsigned requests_of(const timing::FootprintExtension& footprint) = 0;
  virtual PortValues request(const timing::FootprintExtension& footprint, unsigned number) = 0;
  /// The result of a request, in order, goes into the message's work.
  virtual void deliver(const timing::FootprintExtension& footprint, unsigned number, const PortValues& result) = 0;

  /// The footprint to take next of what is offered.
  struct Next {
    timing::PayloadRef footprint;  // null: there is none in what is offered
    bool takes_all;                // nothing of what is offered is left behind it
  };
  virtual Next next(timing::Payload& offered) { return {timing::PayloadRef{offered}, true}; }

 private:
  struct Entry {
    timing::PayloadRef payload;
    unsigned requests = 0;
    unsigned sent = 0;
    unsigned received = 0;
    Cycles ready;  // without requests
  };

  bool moves() const final { return holds_any() || rtl_.is_driven(); }
  void edge() final { clocked_.add(rtl_.pass_edges(period() + Cycles{1}, true)); }
  void stand_still(Cycles present) final { rtl_.pass_edges(present, false); }
  void expected(std::uint32_t footprints) final;
  bool take_in(timing::Payload& offered) final;
  bool take_offered(timing::Payload& payload) final;
  void after_results() final { feed(); }
  timing::Payload* ready_head() final;
  void head_left() final;
  void schedule() final;

  bool offer_to_rtl(Entry& entry);
  void feed();
  bool holds_any() const;

  ClockedStream rtl_;
  RtlSignals signals_;
  unsigned slots_;
  std::deque<Entry> entries_;  // oldest first; only the youngest has requests that were not sent
  std::optional<Next> next_;   // made, not taken yet
  std::uint64_t upstream_ = 0;

  machine::StatisticsGroup& statistics_;
  machine::CycleAccount& cycles_;
  machine::Counter& passed_;
  machine::Counter& clocked_;
};

}  // namespace texpipe::rtl_cosim
