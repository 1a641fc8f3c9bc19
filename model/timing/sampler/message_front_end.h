// Message front end: messages enter the sampler and become subspans.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ring.h"
#include "machine/sampler/sampler_parameters.h"
#include "machine/sampler/sampler_statistics.h"
#include "timing/sampler/sampler_ends.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// Takes messages in order, has their values and plans computed, and passes their subspans to the address generator
/// one by one. A message occupies the intake for its payload and keeps its slot until its last subspan is taken.
class MessageFrontEnd : public sc_core::sc_module, public FrontEndBlock {
 public:
  FootprintInitiator<MessageFrontEnd> out{"out"};  // subspans

  MessageFrontEnd(sc_core::sc_module_name name, Simulation& simulation,
                  const machine::MessageFrontEndParameters& parameters, SamplerSemantics semantics);

  void offer_sockets(Sockets& sockets, const std::string& path) override {
    sockets.offer(path, 0, port.socket);
    sockets.offer(path, 0, out);
  }
  void attach(std::vector<FootprintBlock*> stages, WritebackBlock& writeback, const functional::PlanRequest& plan,
              const machine::FilterRates& rates) override;

  MessagePort port;

 private:
  struct Entry {
    SamplerWork* work = nullptr;
    Cycles ready;
  };

  bool offered(Payload& message);
  void push(Payload& message);
  void advance();
  bool emit();
  PayloadRef next_subspan(SamplerWork& work);
  tlm::tlm_sync_enum transport_backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void account();
  std::string describe_head() const;
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  machine::MessageFrontEndParameters parameters_;
  SamplerSemantics semantics_;
  functional::PlanRequest plan_{functional::PlanDetail::kFootprints};
  machine::FilterIntervals intervals_{machine::kKabyLakeRates};
  std::vector<FootprintBlock*> stages_;
  bool stages_make_values_ = false;
  WritebackBlock* writeback_ = nullptr;

  Ring<Entry> queue_;
  std::uint32_t emitted_ = 0;  // subspans of the oldest message that were passed on
  PayloadRef offered_;         // offered to the address generator and not taken yet
  machine::IssueSlot intake_;
  std::uint64_t sequence_ = 0;
  bool advancing_ = false;
  bool again_ = false;
  Wake wake_{simulation_.agenda, wakes<&MessageFrontEnd::advance>(*this)};

  machine::FrontEndStatistics counts_;
  ChannelId channel_;
};

}  // namespace texpipe::timing
