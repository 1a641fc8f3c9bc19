// How fast the filter is: the documents' texels per clock, per format and filter.
#pragma once

#include <cstdint>

#include "base/enum_table.h"
#include "functional/sampling/footprint.h"
#include "machine/stage/issue_slot.h"

namespace texpipe::machine {

enum class RateTable : std::uint8_t { kKabyLake, kSkylake };
EnumRows enum_rows(RateTable);

/// What one footprint costs the filter's issue slot, so that a stream of one kind runs at the table's rate:
/// 4 / (texels per clock) / (footprints of a subspan).
Subcycles filter_interval(RateTable table, functional::FilterClass filter, functional::FormatClass format);

/// The table's rate in texels per clock for one sampler; `taps` is the anisotropic ratio (2 to 16, mip filter linear)
/// and ignored for other filters. Combinations that the documents do not publish follow from the cost of a trilinear
/// footprint (assumed).
double published_rate(RateTable table, functional::FilterClass filter, functional::FormatClass format, unsigned taps);

}  // namespace texpipe::machine
