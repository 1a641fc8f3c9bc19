// Order and numbers of a frame's threads as on a machine, for runs without time that look for what one with time does.
#pragma once

#include "functional/device/workload.h"
#include "study/definition/study.h"

namespace texpipe::study {

/// Has a frame's threads be those of a timed run: with the machine's reuse of vertices, and several draws at a time.
/// Nothing for other workloads, and for studies without time. Before the workload runs, and before it is followed.
void number_as_timed(const Configuration& configuration, functional::Workload& workload);

}  // namespace texpipe::study
