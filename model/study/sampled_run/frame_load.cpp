#include "study/sampled_run/frame_load.h"

#include <algorithm>

#include "machine/graph/places.h"

namespace texpipe::study {

FrameRates::FrameRates(const machine::MachineParameters& machine)
    : thread_{static_cast<double>(machine.slice.dispatch.thread_interval.value())},
      footprint_{1.0 / static_cast<double>(machine::subslices_of(machine).size())},
      byte_{static_cast<double>(machine.clock.value()) / static_cast<double>(machine.memory.bandwidth.value())} {}

double FrameRates::busiest(const FrameLoad& load) const {
  return std::max({thread_ * load.threads, footprint_ * load.footprints, byte_ * load.memory_bytes});
}

}  // namespace texpipe::study
