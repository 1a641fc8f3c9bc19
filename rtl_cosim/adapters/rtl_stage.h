// A Verilated block in the place of a stage of the sampler: footprints in, footprints out, behind the same sockets.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string_view>

#include "machine/stage/stage_state.h"
#include "rtl_cosim/adapters/clocked_stream.h"
#include "rtl_cosim/adapters/rtl_signals.h"
#include "rtl_cosim/adapters/stream_rtl.h"
#include "timing/protocol/sampler_work.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/footprint_block.h"

namespace texpipe::rtl_cosim {

/// A footprint is some requests to the RTL, one after the other, and leaves with the result of the last one. What has
/// none passes beside the RTL, in order and with its latency. Clocked only while it holds or is offered a footprint.
class RtlStage : public timing::FootprintBlock {
 public:
  SC_HAS_PROCESS(RtlStage);
  bool makes_values() const final { return true; }
  void expect(std::uint32_t footprints) final;

 protected:
  /// @param slots  registered steps of the RTL: its latency in cycles
  RtlStage(sc_core::sc_module_name name, timing::Simulation& simulation, std::string_view description,
           std::unique_ptr<StreamRtl> rtl, unsigned slots);

  /// How many requests a footprint is; 0: it passes. Errors: kUnsupported for what the RTL does not have.
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

  bool offered(timing::Payload& payload) final;
  void taken() final;

  void act();
  void work();
  void pass_edges();
  bool offer_to_rtl(Entry& entry);
  void feed();
  void put_out();
  void left();
  bool take_in(timing::Payload& offered);
  void schedule();
  bool holds_any() const;

  ClockedStream rtl_;
  RtlSignals signals_;
  unsigned slots_;
  std::deque<Entry> entries_;  // oldest first; only the youngest has requests that were not sent
  std::optional<Next> next_;   // made, not taken yet
  bool offering_ = false;      // the head is offered downstream
  std::uint64_t upstream_ = 0;
  sc_core::sc_event wake_;

  machine::StatisticsGroup& statistics_;
  machine::CycleAccount& cycles_;
  machine::Counter& passed_;
  machine::Counter& clocked_;
};

}  // namespace texpipe::rtl_cosim
