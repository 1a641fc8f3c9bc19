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

/// Bytes that the registers of all warps, and the subspans that they shade, may take.
inline constexpr ByteSize kMostWarpBytes{std::uint64_t{4} << 30};

/// Puts texture headers and constant banks into memory and the warps' environment together. With a scene, its subspans
/// become warps of eight quads; a scene that covers nothing has none. Errors: kInvalidConfiguration when that takes
/// more than `most` bytes, before they are taken.
SpaWorkload make_spa_workload(const WarpFile& file, ByteSize most = kMostWarpBytes);

}  // namespace texpipe::study
