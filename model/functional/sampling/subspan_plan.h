// Plan of the sampler's reads for a subspan, for callers that ask for it.
#pragma once

#include <cstdint>
#include <vector>

#include "functional/sampling/footprint.h"

namespace texpipe::functional {

/// Plan of one subspan: its footprints in the order in which the address generator makes them. May be empty (null
/// surface, query).
struct SubspanPlan {
  std::vector<Footprint> footprints;
  std::vector<FootprintOperands> operands;                 // one per footprint, or empty when not asked for
  std::vector<FootprintAddresses> addresses = {};          // likewise, with operands
  std::vector<FootprintIntermediates> intermediates = {};  // likewise; of samples and gathers
  std::vector<PixelLevels> levels = {};                    // of the pixels of samples, gathers and LOD, with them
  std::uint8_t pixels = 0;                                 // enabled pixels
  std::uint8_t anisotropy = 1;                             // taps per level, the largest of the pixels
};

enum class PlanDetail : std::uint8_t {
  kNone,           // response only: untimed runs
  kFootprints,     // and footprints: timed runs
  kOperands,       // and operands: RTL, checkers, recorders
  kIntermediates,  // and what the plan knew: the C interface
};

/// Which words of 8 bytes a plan notes.
enum class PlannedWords : std::uint8_t {
  kNone,
  kAll,          // those that texels lie in
  kRowsForWide,  // and for elements larger than a word the rows of 32 bytes, each once
};

/// Shape of a cache line in a plan.
struct LineShape {
  std::uint8_t bits = 6;  // of the line's size in bytes
  bool decoded = true;    // of decoded texels where a format has blocks; else of stored bytes
  PlannedWords words = PlannedWords::kNone;

  bool operator==(const LineShape&) const = default;
};

/// Request for a plan: its detail, and the shape of its lines.
struct PlanRequest {
  PlanRequest(PlanDetail wanted, LineShape shape = {}) : detail{wanted}, lines{shape} {}  // NOLINT: a detail is one
  PlanDetail detail;
  LineShape lines;
};

constexpr bool wants_operands(PlanDetail detail) {
  return detail >= PlanDetail::kOperands;
}

}  // namespace texpipe::functional
