// SFID and Shared Function ID: one table of message targets with two name columns (resolution R10). SFID_DP_DC3 has no
// encoding.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class SharedFunction : std::uint8_t {
  kNull = 0x0,
  kSampler = 0x2,
  kGateway = 0x3,
  kDataPort2 = 0x4,
  kRenderCache = 0x5,
  kUrb = 0x6,
  kThreadSpawner = 0x7,
  kVideoMotionEstimation = 0x8,
  kReadOnlyDataPort = 0x9,
  kDataPort0 = 0xA,
  kPixelInterpolator = 0xB,
  kDataPort1 = 0xC,
  kCheckAndRefinement = 0xD,
};

/// The column SFID: SFID_SAMPLER, ...
EnumRows enum_rows(SharedFunction);

/// The column Shared Function ID: Sampler, ...
EnumRows shared_function_id_rows();

}  // namespace texpipe::gen9
