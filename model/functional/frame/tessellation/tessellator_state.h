// State of the tessellator, and the factors by which it divides a patch.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "functional/frame/state/pipeline_state.h"

namespace texpipe::functional {

enum class TessellatorDomain : std::uint8_t { kQuad, kTriangle, kIsoline };
enum class TessellatorPartitioning : std::uint8_t { kInteger, kOddFractional, kEvenFractional };
enum class TessellatorOutput : std::uint8_t { kPoint, kLine, kClockwise, kCounterClockwise };

/// 3DSTATE_TE.
struct TessellatorState {
  TessellatorDomain domain = TessellatorDomain::kQuad;
  TessellatorPartitioning partitioning = TessellatorPartitioning::kInteger;
  TessellatorOutput output = TessellatorOutput::kClockwise;
  float most_odd = 63;  // limit of odd fractional factors
  float most_other = 64;

  /// Errors: kMalformedInput for values that do not exist, lines of another domain than isolines, and triangles of
  /// isolines; kUnsupported for another mode than HW_TESS.
  static TessellatorState of(const PipelineState& state);
};

/// Factors of a patch. Outer ones: of a quad those of the edges u = 0, v = 0, u = 1, v = 1; of a triangle u = 0, v = 0,
/// w = 0; of isolines their number, then the segments of each. Inner ones: along u and v; of a triangle the first.
struct TessellationFactors {
  std::array<float, 4> outer{};
  std::array<float, 2> inner{};

  bool operator==(const TessellationFactors&) const = default;
};

/// Factors as a patch entry's header holds them: its first eight DWords (resolution R54).
TessellationFactors factors_of_header(TessellatorDomain domain, std::span<const std::uint32_t, 8> header);

/// A factor between limits; NaN becomes the lower one.
float limited_factor(float factor, float low, float high);

}  // namespace texpipe::functional
