// Enumerations of SAMPLER_STATE (specification/state 3).
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class BorderColorMode : std::uint8_t { kDx10Ogl, kDx9 };
EnumRows enum_rows(BorderColorMode);

enum class LodPreclamp : std::uint8_t { kNone = 0, kOgl = 2 };
EnumRows enum_rows(LodPreclamp);

enum class MipFilter : std::uint8_t { kNone = 0, kNearest = 1, kLinear = 3 };
EnumRows enum_rows(MipFilter);

enum class MapFilter : std::uint8_t { kNearest = 0, kLinear = 1, kAnisotropic = 2, kMono = 6 };
EnumRows enum_rows(MapFilter);

enum class LodAlgorithm : std::uint8_t { kLegacy, kEwaApproximation };
EnumRows enum_rows(LodAlgorithm);

enum class ChromaKeyMode : std::uint8_t { kKillOnAnyMatch, kReplaceBlack };
EnumRows enum_rows(ChromaKeyMode);

enum class CubeSurfaceControl : std::uint8_t { kProgrammed, kOverride };
EnumRows enum_rows(CubeSurfaceControl);

enum class LodClampMagnificationMode : std::uint8_t { kMipNone, kMipFilter };
EnumRows enum_rows(LodClampMagnificationMode);

enum class ReductionType : std::uint8_t { kStandard, kComparison, kMinimum, kMaximum };
EnumRows enum_rows(ReductionType);

enum class TrilinearQuality : std::uint8_t { kFull, kHigh, kMedium, kLow };
EnumRows enum_rows(TrilinearQuality);

}  // namespace texpipe::gen9
