// Load of the units that limit threads of a frame most.
#pragma once

#include <algorithm>

#include "machine/graph/machine_parameters.h"

namespace texpipe::study {

struct FrameLoad {
  double threads = 0;
  double footprints = 0;    // of samples
  double memory_bytes = 0;  // over the data bus

  FrameLoad& operator+=(const FrameLoad& other) {
    threads += other.threads;
    footprints += other.footprints;
    memory_bytes += other.memory_bytes;
    return *this;
  }
};

/// Cycles that units work for groups. The units are three: the dispatcher, which starts threads; samplers' filters,
/// which take a footprint each in a cycle; the memory's bus, where all blocks are the model's. Caches of the fixed
/// functions are not among them, as these are ahead of the threads or behind them.
struct FrameBusy {
  double inside = 0;  // of dispatcher and filters, the busier one, of whatever counts together
  double memory = 0;

  double busiest() const { return std::max(inside, memory); }

  FrameBusy& operator+=(const FrameBusy& other) {
    inside += other.inside;
    memory += other.memory;
    return *this;
  }
};

/// Time that units take for what they are asked.
class FrameRates {
 public:
  explicit FrameRates(const machine::MachineParameters& machine);

  FrameBusy busy(const FrameLoad& load) const;

 private:
  double thread_ = 0, footprint_ = 0, byte_ = 0;  // cycles of each
};

}  // namespace texpipe::study
