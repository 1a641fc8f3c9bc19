// The pixel coverage unit: answers PIXLD and Gen9 pixel interpolator messages from the subspans in flight.
#pragma once

#include <cstdint>
#include <deque>

#include <systemc>

#include "machine/pixel_coverage/pixel_coverage_parameters.h"
#include "machine/statistics/issue_slot.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/block.h"
#include "timing/stage/message_port.h"

namespace texpipe::timing {

/// Messages are answered in order. A message holds its queue entry from acceptance to the end of its response; a
/// response that the other side does not end holds back those behind it. Values are computed at acceptance, from the
/// store that the message's context names.
class PixelCoverageUnit final : public sc_core::sc_module, public Block {
 public:
  MessagePort port;

  PixelCoverageUnit(sc_core::sc_module_name name, Simulation& simulation,
                    const machine::PixelCoverageParameters& parameters);

  void offer_sockets(Sockets& sockets, const std::string& path) override { sockets.offer(path, 0, port.socket); }

 private:
  struct Entry {
    PayloadRef payload;
    Cycles accepted_at;
    Cycles ready;
  };

  bool offered(Payload& payload);
  void ended();
  void advance();
  void accept(Payload& payload);
  bool respond();
  void pop();
  void account();

  Simulation& simulation_;
  machine::PixelCoverageParameters parameters_;
  std::deque<Entry> queue_;
  machine::IssueSlot slot_;
  bool responding_ = false;
  bool advancing_ = false;
  Wake wake_{simulation_.agenda, wakes<&PixelCoverageUnit::advance>(*this)};

  machine::StatisticsGroup& statistics_;
  machine::CycleAccount& cycles_;
  machine::Counter& messages_;
  machine::Counter& subspans_;
  machine::Counter& offset_warnings_;
  machine::Histogram& latency_;
  machine::Histogram& occupancy_;
};

}  // namespace texpipe::timing
