// Source and sink of footprints around the model's texture cache, and the memory behind it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "rtl_cosim/scoreboard/cache_stimulus.h"
#include "rtl_cosim/scoreboard/cache_trace.h"
#include "timing/protocol/footprint_protocol.h"
#include "timing/protocol/memory_protocol.h"
#include "timing/simulation/simulation.h"

namespace texpipe::rtl_cosim {

/// Offers works in order, each in the first cycle from its turn on in which `offers` says so; one per cycle. Each is
/// offered as its first subspan, with that one's first footprint.
class CacheSource final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(CacheSource);
  timing::FootprintInitiator<CacheSource> out{"out"};

  CacheSource(sc_core::sc_module_name name, timing::Simulation& simulation, std::uint64_t count,
              std::function<timing::SamplerWork*(std::uint64_t)> make,
              std::function<bool(std::uint64_t, Cycles)> offers);

 private:
  void act();
  void next_offer(Cycles from);
  tlm::tlm_sync_enum backward(timing::Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  timing::Simulation& simulation_;
  std::uint64_t count_;
  std::function<timing::SamplerWork*(std::uint64_t)> make_;
  std::function<bool(std::uint64_t, Cycles)> offers_;
  std::uint64_t next_ = 0;
  timing::PayloadRef offered_;
  sc_core::sc_event wake_;
};

/// Takes at most one footprint per cycle, in the cycles in which `ready` says so.
class CacheSink final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(CacheSink);
  timing::FootprintTarget<CacheSink> in{"in"};

  using Ready = std::function<bool(const timing::FootprintExtension&, Cycles)>;
  CacheSink(sc_core::sc_module_name name, timing::Simulation& simulation, Ready ready);

 private:
  bool try_take(timing::Payload& payload);
  void act();
  tlm::tlm_sync_enum forward(timing::Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  timing::Simulation& simulation_;
  Ready ready_;
  timing::Payload* waiting_ = nullptr;
  Cycles free_from_;
  sc_core::sc_event wake_;
};

/// The memory behind the cache: takes one request a cycle and answers one, as the stimulus says.
class CacheMemoryModule final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(CacheMemoryModule);
  timing::MemoryTarget<CacheMemoryModule> socket{"socket"};

  /// @param begin  of the stretch in whose cycles the stimulus counts
  /// @param trace  gets the requests
  CacheMemoryModule(sc_core::sc_module_name name, timing::Simulation& simulation, const CacheStimulus& stimulus,
                    std::uint64_t begin, CacheTrace& trace);

 private:
  std::uint64_t cycle() const { return begin_ + simulation_.clock.now().value(); }
  tlm::tlm_sync_enum forward(timing::Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  bool take(timing::Payload& payload);
  void act();

  timing::Simulation& simulation_;
  const CacheStimulus& stimulus_;
  std::uint64_t begin_;
  CacheTrace& trace_;
  CacheMemory memory_;
  std::vector<timing::PayloadRef> held_;  // by tag
  timing::PayloadRef offered_;
  std::uint64_t next_take_ = 0;
  sc_core::sc_event wake_;
};

}  // namespace texpipe::rtl_cosim
