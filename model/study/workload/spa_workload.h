// A warp file as a workload.
#pragma once

#include "functional/device/spa_warps.h"
#include "functional/device/workload.h"
#include "study/workload/warp_file.h"

namespace texpipe::study {

struct SpaWorkload {
  functional::Workload workload;
  const functional::SpaWarps* warps = nullptr;  // the workload's threads
};

/// Puts texture headers and constant banks into memory and the warps' environment together. With a scene, its subspans
/// become warps of eight quads; a scene that covers nothing has none.
SpaWorkload make_spa_workload(const WarpFile& file);

}  // namespace texpipe::study
