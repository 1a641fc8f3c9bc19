// A warp file as a workload.
#pragma once

#include "functional/device/spa_warps.h"
#include "functional/device/workload.h"
#include "workload/scene/warp_file.h"
#include "workload/scene/warp_scene.h"

namespace texpipe::study {

struct SpaWorkload {
  functional::Workload workload;
  const functional::SpaWarps* warps = nullptr;  // the workload's threads
};

/// Limits of warps. Their programs have no branches, so that both are known before they run.
struct WarpLimits {
  ByteSize bytes = kMostSceneBytes;         // registers of all warps, and the subspans that they shade
  std::uint64_t instructions = 1ull << 26;  // of all warps
};

/// Puts texture headers and constant banks into memory and the warps' environment together. With a scene, its subspans
/// become warps of eight quads; a scene that covers nothing has none. Errors: kInvalidConfiguration when that takes
/// more than the limits, before it is made.
SpaWorkload make_spa_workload(const WarpFile& file, WarpLimits limits = {});

}  // namespace texpipe::study
