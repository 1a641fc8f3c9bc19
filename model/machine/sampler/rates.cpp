#include "machine/sampler/rates.h"

#include <array>

namespace texpipe::machine {
namespace {

using functional::FilterClass;
using functional::FormatClass;

constexpr std::array<EnumRow, 2> kTableRows{{
    {0, "kaby_lake", "Kaby Lake PRM vol. 4 (gen9-sampling.md section 14)"},
    {1, "skylake", "Skylake PRM vol. 4, Configurations"},
}};

/// Texels per clock in eighths, for 32, 64 and 128 bits per texel, and the footprints of a subspan.
struct RateRow {
  FilterClass filter;
  std::array<std::uint32_t, 3> eighths;
  std::uint32_t footprints;
};

// An anisotropic row holds one tap: two levels. Its 32-bit rates are equal in both documents; a tap costs what a
// Skylake trilinear sample costs, which is assumed for 64 and 128 bits.
constexpr std::array<RateRow, 4> kKabyLake{{
    {FilterClass::kPoint, {32, 32, 32}, 1},
    {FilterClass::kBilinear, {32, 32, 8}, 1},
    {FilterClass::kTrilinear, {32, 16, 4}, 2},
    {FilterClass::kAnisotropic, {16, 8, 4}, 2},
}};
constexpr std::array<RateRow, 4> kSkylake{{
    {FilterClass::kPoint, {32, 32, 32}, 1},
    {FilterClass::kBilinear, {32, 32, 8}, 1},
    {FilterClass::kTrilinear, {16, 8, 4}, 2},
    {FilterClass::kAnisotropic, {16, 8, 4}, 2},
}};

const RateRow& row_of(RateTable table, FilterClass filter) {
  return (table == RateTable::kSkylake ? kSkylake : kKabyLake)[static_cast<std::size_t>(filter)];
}

}  // namespace

EnumRows enum_rows(RateTable) {
  return {"filter rate table", kTableRows};
}

Subcycles filter_interval(RateTable table, FilterClass filter, FormatClass format) {
  const RateRow& row = row_of(table, filter);
  const std::uint32_t eighths = row.eighths[static_cast<std::size_t>(format)];
  return Subcycles{functional::kPixelsPerSubspan * 8 * kSubcyclesPerCycle / eighths / row.footprints};
}

double published_rate(RateTable table, FilterClass filter, FormatClass format, unsigned taps) {
  const double rate = row_of(table, filter).eighths[static_cast<std::size_t>(format)] / 8.0;
  return filter == FilterClass::kAnisotropic ? rate / taps : rate;
}

}  // namespace texpipe::machine
