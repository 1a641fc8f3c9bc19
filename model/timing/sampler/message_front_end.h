// Where messages enter the sampler and become footprints.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "machine/sampler/sampler_parameters.h"
#include "timing/observe/simulation.h"
#include "timing/sampler/semantics.h"
#include "timing/sampler/writeback.h"
#include "timing/stage/footprint_block.h"
#include "timing/stage/message_port.h"

namespace texpipe::timing {

/// Takes messages in order, has their values and plans computed, and passes their footprints to the address generator
/// one by one. A message occupies the intake for its payload and keeps its slot until its last footprint is taken.
class MessageFrontEnd : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(MessageFrontEnd);

  FootprintInitiator<MessageFrontEnd> out{"out"};

  MessageFrontEnd(sc_core::sc_module_name name, Simulation& simulation,
                  const machine::MessageFrontEndParameters& parameters, SamplerSemantics semantics);

  /// Binds the rest of the sampler: the stages that footprints will pass, in order, and the writeback that answers at
  /// `port`. `detail`: what a listener asks for beyond the stages' own needs.
  /// `rates`: the filter's documented ones.
  void attach(std::vector<FootprintBlock*> stages, Writeback& writeback, functional::PlanDetail detail,
              machine::RateTable rates);

  /// Subcycles that the messages' footprints cost the filter at its documented rates.
  const machine::Counter& filter_work() const { return filter_work_; }

  MessagePort port;

 private:
  struct Entry {
    SamplerWork* work;
    Cycles ready;
    machine::CausePath begun;  // when it was accepted: the sender may still look at the message's own
    machine::CausePath path;   // up to `ready`
  };

  bool offered(Payload& message);
  void push(Payload& message);
  void count(const SamplerWork& work);
  void advance();
  bool emit();
  PayloadRef next_footprint(SamplerWork& work);
  tlm::tlm_sync_enum transport_backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  void account();
  std::string describe_head() const;
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  machine::MessageFrontEndParameters parameters_;
  SamplerSemantics semantics_;
  functional::PlanDetail detail_ = functional::PlanDetail::kFootprints;
  machine::RateTable rates_{};
  std::vector<FootprintBlock*> stages_;
  Writeback* writeback_ = nullptr;

  std::deque<Entry> queue_;
  std::uint32_t subspan_ = 0;  // of the head: next footprint to emit
  std::uint32_t footprint_ = 0;
  std::uint32_t emitted_ = 0;  // footprints of the head
  PayloadRef offered_;         // downstream, not taken yet
  machine::IssueSlot intake_;
  machine::CausePath intake_path_;     // of the message that was taken in last
  machine::CausePath emitted_path_;    // of the footprint that was taken last
  machine::CausePath departed_begun_;  // of the message that left last
  bool emission_blocked_ = false;      // a footprint of the head waited for the address generator
  std::uint64_t sequence_ = 0;
  bool advancing_ = false;
  bool again_ = false;
  sc_core::sc_event wake_;

  machine::CycleAccount& cycles_;
  machine::Counter& messages_;
  machine::Counter& subspans_;
  machine::Counter& footprints_;
  machine::Counter& texels_;
  machine::Counter& pixels_;
  machine::Counter& filter_work_;
  machine::Histogram& occupancy_;
  machine::Histogram& anisotropy_;
  machine::Histogram& footprints_per_subspan_;
  ChannelId channel_;
};

}  // namespace texpipe::timing
