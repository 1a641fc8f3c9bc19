// Interface of a sampler stage: footprints in, footprints out. Anything with these sockets can stand in the pipeline,
// RTL too.
#pragma once

#include <cstdint>

#include <systemc>

#include "timing/protocol/footprint_protocol.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/block.h"

namespace texpipe::timing {

/// Speaks the footprint protocol on both sides, so that a stage has only decisions to make.
class FootprintBlock : public sc_core::sc_module, public Block {
 public:
  FootprintTarget<FootprintBlock> in{"in"};
  FootprintInitiator<FootprintBlock> out{"out"};

  void offer_sockets(Sockets& sockets, const std::string& path) override {
    sockets.offer(path, 0, in);
    sockets.offer(path, 0, out);
  }

  /// Whether this block makes values: its stage's results for a footprint go into the message's SamplerWork::staged.
  virtual bool makes_values() const { return false; }

  /// Whether this block is a cache's tags that read their data themselves: they offer the `out` of the data read, which
  /// is not made.
  virtual bool reads_data() const { return false; }

  /// Expects `footprints` more, which entered the sampler and will arrive at this block: they tell a starved stage from
  /// an idle one.
  virtual void expect(std::uint32_t footprints) = 0;

 protected:
  FootprintBlock(sc_core::sc_module_name name, Simulation& simulation);

  Simulation& simulation() const { return simulation_; }
  Cycles now() const { return simulation_.clock.now(); }

  /// Called when a footprint is offered at `in`. Returns whether it is taken now; if not, it stays waiting() until
  /// take_waiting().
  virtual bool offered(Payload& footprint) = 0;

  /// The footprint that is offered at `in` and not taken yet; null when there is none.
  Payload* waiting() const { return waiting_; }

  /// Takes the waiting footprint (END_REQ). The neighbour may offer the next one before this returns.
  void take_waiting();

  /// Offers a footprint at `out`. Returns whether it was taken at once; if not, taken() follows and nothing may be
  /// offered till then.
  bool offer(Payload& footprint);

  /// Called when the footprint that offer() left waiting downstream is taken.
  virtual void taken() = 0;

 private:
  void start_of_simulation() override;
  tlm::tlm_sync_enum transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum transport_backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  Simulation& simulation_;
  Payload* waiting_ = nullptr;
  // Neighbours whose sockets are bound to this block's own, with nothing between them that listens: they are called
  // directly in place of the protocol's phases. Null: there is no such neighbour.
  FootprintBlock* next_ = nullptr;
  FootprintBlock* previous_ = nullptr;
};

}  // namespace texpipe::timing
