#include "study/sampled_run/frame_load.h"

#include <algorithm>
#include <string>

#include "machine/graph/implementations.h"
#include "machine/graph/places.h"

namespace texpipe::study {

namespace {

/// Whether caches and memory count the bytes that threads with and without time ask for: those of somebody else's need
/// not.
bool counts_bytes(const machine::MachineParameters& machine) {
  bool all_are_models = true;
  machine::for_each_implementation(machine, [&](const std::string&, machine::BlockKind, const Implementation& chosen) {
    all_are_models = all_are_models && chosen.is_model();
  });
  return all_are_models;
}

}  // namespace

FrameRates::FrameRates(const machine::MachineParameters& machine)
    : thread_{static_cast<double>(machine.slice.dispatch.thread_interval.value())},
      footprint_{1.0 / static_cast<double>(machine::subslices_of(machine).size())},
      byte_{counts_bytes(machine)
                ? static_cast<double>(machine.clock.value()) / static_cast<double>(machine.memory.bandwidth.value())
                : 0} {}

FrameBusy FrameRates::busy(const FrameLoad& load) const {
  return {.inside = std::max(thread_ * load.threads, footprint_ * load.footprints),
          .memory = byte_ * load.memory_bytes};
}

}  // namespace texpipe::study
