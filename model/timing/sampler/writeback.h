// Sampler writeback: results leave in the order of the messages, over a bus of its own width.
#pragma once

#include <cstdint>

#include "base/ring.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/sampler/sampler_statistics.h"
#include "machine/statistics/issue_slot.h"
#include "timing/sampler/sampler_ends.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// Collects footprints until a message is complete, then sends its registers. A message holds a slot from its first
/// footprint to the end of its response; a response that the other side does not end holds the bus.
class Writeback : public sc_core::sc_module, public WritebackBlock {
 public:
  FootprintTarget<Writeback> in{"in"};

  Writeback(sc_core::sc_module_name name, Simulation& simulation, const machine::WritebackParameters& parameters);

  void offer_sockets(Sockets& sockets, const std::string& path) override { sockets.offer(path, 0, in); }
  void attach(MessagePort& port) override;
  void expect(std::uint32_t footprints) override;
  void ended() override;

 private:
  struct Entry {
    SamplerWork* work = nullptr;
    std::uint32_t missing = 0;  // footprints that have not come
    Cycles ready;               // when its response may leave; valid when missing is 0
  };

  tlm::tlm_sync_enum transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  bool offered(FootprintExtension& footprint);
  void complete(Entry& entry);
  void advance();
  bool respond();
  void pop();
  void account();
  void level_changed();
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  machine::WritebackParameters parameters_;
  MessagePort* port_ = nullptr;
  Ring<Entry> queue_;
  Payload* waiting_ = nullptr;
  bool responding_ = false;  // a response has begun (BEGIN_RESP) and is not ended (END_RESP)
  Cycles responded_at_;      // valid while responding_
  bool advancing_ = false;
  machine::IssueSlot bus_;
  std::uint64_t upstream_ = 0;
  Wake wake_{simulation_.agenda, wakes<&Writeback::advance>(*this)};

  machine::StatisticsGroup& statistics_;
  machine::WritebackStatistics counts_;
  ChannelId channel_;
};

}  // namespace texpipe::timing
