// Source and sink of footprints around one sampler stage.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <vector>

#include "rtl_cosim/scoreboard/random_stream.h"
#include "timing/observe/simulation.h"
#include "timing/transaction/footprint_protocol.h"

namespace texpipe::rtl_cosim {

/// Offers works in order, each in the first cycle from its turn on in which `offers` says so; one per cycle.
class FootprintSource final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(FootprintSource);
  timing::FootprintInitiator<FootprintSource> out{"out"};

  FootprintSource(sc_core::sc_module_name name, timing::Simulation& simulation, std::uint64_t count,
                  std::function<timing::SamplerWork*(std::uint64_t)> make, std::function<bool(Cycles)> offers);

 private:
  void act();
  void next_offer(Cycles from);
  tlm::tlm_sync_enum backward(timing::Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  timing::Simulation& simulation_;
  std::uint64_t count_;
  std::function<timing::SamplerWork*(std::uint64_t)> make_;
  std::function<bool(Cycles)> offers_;
  std::uint64_t next_ = 0;
  timing::PayloadRef offered_;
  sc_core::sc_event wake_;
};

/// Takes at most one footprint per cycle, in the cycles in which `ready` says so.
class FootprintSink final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(FootprintSink);
  timing::FootprintTarget<FootprintSink> in{"in"};

  FootprintSink(sc_core::sc_module_name name, timing::Simulation& simulation, std::function<bool(Cycles)> ready,
                std::function<void(timing::SamplerWork&, Cycles)> take);

 private:
  bool try_take(timing::Payload& payload);
  void act();
  tlm::tlm_sync_enum forward(timing::Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  timing::Simulation& simulation_;
  std::function<bool(Cycles)> ready_;
  std::function<void(timing::SamplerWork&, Cycles)> take_;
  timing::Payload* waiting_ = nullptr;
  Cycles free_from_;
  sc_core::sc_event wake_;
};

}  // namespace texpipe::rtl_cosim
