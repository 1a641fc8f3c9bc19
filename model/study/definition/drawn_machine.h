// Machine of a timed run as pictures show it.
#pragma once

#include "study/definition/study.h"

namespace texpipe::study {

/// The machine of a configuration with its fixed functions where the workload is a frame that passes them in time.
inline machine::MachineParameters drawn_machine(const Configuration& configuration) {
  machine::MachineParameters machine = configuration.machine;
  machine.draws = configuration.study.workload.kind == WorkloadKind::kFrame && machine.slice.frame.enabled;
  return machine;
}

}  // namespace texpipe::study
