// Where messages enter the sampler and become footprints.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/parameter.h"
#include "timing/observe/simulation.h"
#include "timing/sampler/semantics.h"
#include "timing/sampler/writeback.h"
#include "timing/stage/footprint_block.h"
#include "timing/stage/message_port.h"

namespace texpipe::timing {

struct MessageFrontEndParameters {
  std::uint32_t slots = 8;
  Cycles latency{4};
  std::uint32_t bytes_per_cycle = 64;

  template <class Visitor>
  void describe(Visitor& v) {
    v("slots", slots,
      {.range = {{1, 1024}}, .help = "messages that wait for the address generator", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}}, .help = "last payload register to first footprint", .source = kAssumed});
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = {{1, 1024}}, .help = "payload bytes taken in per cycle", .source = kAssumed});
  }
};

/// Takes messages in order, has their values and plans computed, and passes their footprints to the address generator
/// one by one. A message occupies the intake for its payload and keeps its slot until its last footprint is taken.
class MessageFrontEnd : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(MessageFrontEnd);

  FootprintInitiator<MessageFrontEnd> out{"out"};

  MessageFrontEnd(sc_core::sc_module_name name, Simulation& simulation, const MessageFrontEndParameters& parameters,
                  SamplerSemantics semantics);

  /// Binds the rest of the sampler: the stages that footprints will pass, in order, and the writeback that answers at
  /// `port`. `detail`: what a listener asks for beyond the stages' own needs.
  void attach(std::vector<FootprintBlock*> stages, Writeback& writeback, functional::PlanDetail detail);

  MessagePort port;

 private:
  struct Entry {
    SamplerWork* work;
    Cycles ready;
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
  MessageFrontEndParameters parameters_;
  SamplerSemantics semantics_;
  functional::PlanDetail detail_ = functional::PlanDetail::kFootprints;
  std::vector<FootprintBlock*> stages_;
  Writeback* writeback_ = nullptr;

  std::deque<Entry> queue_;
  std::uint32_t subspan_ = 0;  // of the head: next footprint to emit
  std::uint32_t footprint_ = 0;
  std::uint32_t emitted_ = 0;  // footprints of the head
  PayloadRef offered_;         // downstream, not taken yet
  IssueSlot intake_;
  std::uint64_t sequence_ = 0;
  bool advancing_ = false;
  bool again_ = false;
  sc_core::sc_event wake_;

  CycleAccount& cycles_;
  Counter& messages_;
  Counter& subspans_;
  Counter& footprints_;
  Counter& texels_;
  Counter& pixels_;
  Histogram& occupancy_;
  Histogram& anisotropy_;
  Histogram& footprints_per_subspan_;
  ChannelId channel_;
};

}  // namespace texpipe::timing
