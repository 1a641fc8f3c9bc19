// Rates of the filter: texels per clock, by filter and bits of a decoded texel.
#pragma once

#include <array>
#include <cstdint>

#include "base/fraction.h"
#include "base/parameter.h"
#include "functional/sampling/footprint.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

inline constexpr ParameterSource kPublishedRates{"Kaby Lake PRM vol. 4; Skylake PRM vol. 4, Configurations"};

/// Texels per clock of one filter, by bits of a decoded texel.
struct FilterRateRow {
  Fraction bits32{4};
  Fraction bits64{4};
  Fraction bits128{4};

  bool operator==(const FilterRateRow&) const = default;

  template <class Visitor>
  void describe(Visitor& v) {
    const ParameterRange<Fraction> range{kSlowestRate, Fraction{64}};
    v("32", bits32, {.range = range, .help = "up to 32 bits a texel", .source = kPublishedRates});
    v("64", bits64, {.range = range, .help = "64 bits a texel", .source = kPublishedRates});
    v("128", bits128, {.range = range, .help = "more than 64 bits a texel", .source = kPublishedRates});
  }
};

/// Rates of all filters. The anisotropic row is that of one tap, which reads two levels: n taps run at 1/n of it.
struct FilterRates {
  FilterRateRow point;
  FilterRateRow bilinear;
  FilterRateRow trilinear;
  FilterRateRow anisotropic;
  Fraction float_channels{4};

  bool operator==(const FilterRates&) const = default;

  template <class Visitor>
  void describe(Visitor& v) {
    v.group("point", point, "nearest texel");
    v.group("bilinear", bilinear, "linear in one level");
    v.group("trilinear", trilinear, "linear in two levels and between them");
    v.group("anisotropic", anisotropic,
            "one tap of an anisotropic filter with a linear mip filter; n taps run at 1/n of this rate");
    v("float_channels", float_channels,
      {.range = {{kSlowestRate, Fraction{64}}},
       .help = "32-bit float channels of four pixels that linear filters sum per clock, whatever the table says",
       .source = kAssumed});
  }
};

// specification/sampling 14. The 32-bit rates of anisotropic taps are equal in both
// documents; a tap costs what a Skylake trilinear sample costs, which is assumed for 64 and 128 bits.
inline constexpr FilterRates kKabyLakeRates{
    .point = {4, 4, 4}, .bilinear = {4, 4, 1}, .trilinear = {4, 2, {1, 2}}, .anisotropic = {2, 1, {1, 2}}};
inline constexpr FilterRates kSkylakeRates{
    .point = {4, 4, 4}, .bilinear = {4, 4, 1}, .trilinear = {2, 1, {1, 2}}, .anisotropic = {2, 1, {1, 2}}};

// Rates of a sampler that sums one 32-bit float channel of four pixels per clock: two such channels take 2 clk per
// quad, four take 4, and four channels of 16 bits 1 (specification/measured 5, PERFTEST on Gen11).
inline constexpr FilterRates kKabyLakeMeasuredRates{.point = kKabyLakeRates.point,
                                                    .bilinear = kKabyLakeRates.bilinear,
                                                    .trilinear = kKabyLakeRates.trilinear,
                                                    .anisotropic = kKabyLakeRates.anisotropic,
                                                    .float_channels = 1};

inline constexpr std::array<ParameterPreset<FilterRates>, 3> kFilterRatePresets{{
    {"kaby_lake", kKabyLakeRates, "Kaby Lake PRM vol. 4 (docs/specification/sampling.md, section 14)"},
    {"skylake", kSkylakeRates, "Skylake PRM vol. 4, Configurations"},
    {"kaby_lake_measured", kKabyLakeMeasuredRates,
     "those of kaby_lake, and a 32-bit float channel of four pixels per clock (sebbbi/perftest, Gen11)"},
}};

/// Subcycles of one footprint in the filter's issue slot, so that a stream of footprints of one kind runs at the
/// table's rate: 4 / (texels per clock) / (footprints of a subspan), rounded up to a subcycle; longer where its 32-bit
/// float channels take longer.
/// @param float_channels  number of 32-bit float channels; a point filter sums none
Subcycles filter_interval(const FilterRates& rates, functional::FilterClass filter, functional::FormatClass format,
                          unsigned float_channels = 0);

/// Rate of the table, in texels per clock, for one sampler; `taps` is the anisotropic ratio (2 to 16, mip filter
/// linear) and ignored for other filters. Combinations that the documents do not publish follow from the cost of a
/// trilinear footprint (assumed).
double published_rate(const FilterRates& rates, functional::FilterClass filter, functional::FormatClass format,
                      unsigned taps);

}  // namespace texpipe::machine
