// Microbenchmarks of the data port.
#pragma once

#include "functional/device/workload.h"
#include "workload/microbenchmark/microbenchmark_parameters.h"

namespace texpipe::study {

functional::Workload data_port_chain(const DataPortChainParameters& parameters);
functional::Workload data_port_rate(const DataPortRateParameters& parameters);

/// Bytes from the first to behind the last that a lane reaches.
ByteSize reach_of(const DataPortRateParameters& parameters);

}  // namespace texpipe::study
