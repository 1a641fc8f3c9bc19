// The pixel coverage unit as RTL, behind the socket of the model's.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include <systemc>

#include "functional/shared_function/spa_message.h"
#include "machine/pixel_coverage/pixel_coverage_parameters.h"
#include "rtl_cosim/blocks/clocked_stream.h"
#include "rtl_cosim/blocks/rtl_signals.h"
#include "rtl_cosim/verilated/verilated_coverage_unit.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/block.h"
#include "timing/stage/message_port.h"

namespace texpipe::rtl_cosim {

/// Answers PIXLD, a quad per cycle, from the edges of the subspans in flight. Messages wait in the model's queue and
/// are answered in order. Pixel interpolator messages, sample shading and conservative rasterisation are unsupported
/// (exit 8).
class RtlCoverageUnit final : public sc_core::sc_module, public timing::Block {
 public:
  SC_HAS_PROCESS(RtlCoverageUnit);
  timing::MessagePort port;

  /// @param rtl  with the ports of the repository's
  RtlCoverageUnit(sc_core::sc_module_name name, timing::Simulation& simulation,
                  const machine::PixelCoverageParameters& parameters, std::unique_ptr<StreamRtl> rtl);

  void offer_sockets(timing::Sockets& sockets, const std::string& path) override {
    sockets.offer(path, 0, port.socket);
  }

 private:
  struct Entry {
    timing::PayloadRef payload;
    functional::PixldMessage query;
    std::uint32_t quads = 0;  // bit q: quad q takes part
    unsigned sent = 0;        // of them
    unsigned received = 0;
    Cycles ready;  // at the earliest: of a query without quads
    functional::PixldResults results{};
  };

  bool offered(timing::Payload& payload);
  void ended();
  void act();
  void pass_edges();
  void work();
  void accept(timing::Payload& payload);
  PortValues request(const Entry& entry, unsigned quad) const;
  void collect();
  void feed();
  void respond();
  void pop();

  timing::Simulation& simulation_;
  std::uint32_t queue_slots_;
  ClockedStream rtl_;
  RtlSignals signals_;
  std::deque<Entry> queue_;
  bool responding_ = false;
  bool working_ = false;
  sc_core::sc_event wake_;

  machine::StatisticsGroup& statistics_;
  machine::Counter& messages_;
  machine::Counter& subspans_;
  machine::Counter& clocked_;
};

}  // namespace texpipe::rtl_cosim
