#include "machine/sampler/rates.h"

#include <algorithm>

namespace texpipe::machine {
namespace {

using functional::FilterClass;
using functional::FormatClass;

const FilterRateRow& row_of(const FilterRates& rates, FilterClass filter) {
  switch (filter) {
    case FilterClass::kPoint:
      return rates.point;
    case FilterClass::kBilinear:
      return rates.bilinear;
    case FilterClass::kTrilinear:
      return rates.trilinear;
    case FilterClass::kAnisotropic:
      break;
  }
  return rates.anisotropic;
}

Fraction rate_of(const FilterRates& rates, FilterClass filter, FormatClass format) {
  const FilterRateRow& row = row_of(rates, filter);
  return format == FormatClass::k32Bits ? row.bits32 : format == FormatClass::k64Bits ? row.bits64 : row.bits128;
}

/// Footprints of a subspan: one for each level that the filter reads.
std::uint32_t levels_of(FilterClass filter) {
  return filter == FilterClass::kTrilinear || filter == FilterClass::kAnisotropic ? 2 : 1;
}

}  // namespace

Subcycles filter_interval(const FilterRates& rates, FilterClass filter, FormatClass format, unsigned float_channels) {
  const Subcycles published =
      work_at_rate(functional::kPixelsPerSubspan / levels_of(filter), rate_of(rates, filter, format));
  if (filter == FilterClass::kPoint || float_channels == 0) return published;
  return std::max(published, work_at_rate(float_channels, rates.float_channels));
}

double published_rate(const FilterRates& rates, FilterClass filter, FormatClass format, unsigned taps) {
  const Fraction exact = rate_of(rates, filter, format);
  const double rate = static_cast<double>(exact.numerator()) / exact.denominator();
  return filter == FilterClass::kAnisotropic ? rate / taps : rate;
}

}  // namespace texpipe::machine
