// Whether the steps before the filter keep up with it when everything hits: their costs alone, no clock.
#include <catch2/catch.hpp>

#include "machine/sampler/rate_walk.h"

using namespace texpipe;
using namespace texpipe::machine;
using namespace texpipe::machine::test;

namespace {

constexpr RateStep kSteps[] = {{1.0, false}, {1.414, true}, {1.9, true}};

void check_rates(DecompressionPlace place, double degrees) {
  SamplerParameters sampler;
  sampler.l1.decompression.place = place;
  for (const Format format : kRateFormats) {
    for (const Tiling tiling : kRateTilings) {
      for (const RateSize size : kRateSizes) {
        for (const RateStep& step : kSteps) {
          RateCosts costs{sampler};
          walk_patch(format, tiling, size, step, degrees, costs);
          const Work& work = costs.work();
          INFO(name_of(format) << ' ' << name_of(tiling) << ' ' << size.width << 'x' << size.height << " step "
                               << step.texels << " lookups " << work.lookups.value() << " data " << work.data.value()
                               << " filter " << work.filter.value());
          REQUIRE(work.filter.value() > 0);
          CHECK(static_cast<double>(work.slowest().value()) <= 1.01 * static_cast<double>(work.filter.value()));
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("no step before the filter slows it for any format, tiling, size or orientation when everything hits",
          "[rates]") {
  const double degrees = GENERATE(0.0, 45.0, 90.0);
  const DecompressionPlace place = GENERATE(DecompressionPlace::kBeforeL1, DecompressionPlace::kAfterL1);
  CAPTURE(degrees, static_cast<int>(place));
  check_rates(place, degrees);
}

TEST_CASE("a table's rate is what a stream of footprints runs at, fractions too", "[rates]") {
  FilterRates rates = kKabyLakeRates;
  rates.trilinear.bits32 = Fraction{3, 2};
  rates.bilinear.bits128 = Fraction{1, 3};
  using functional::FilterClass;
  using functional::FormatClass;
  CHECK(filter_interval(rates, FilterClass::kTrilinear, FormatClass::k32Bits) == work_at_rate(4, 3));  // two a subspan
  CHECK(filter_interval(rates, FilterClass::kBilinear, FormatClass::k128Bits) == subcycles(Cycles{12}));
  CHECK(published_rate(rates, FilterClass::kTrilinear, FormatClass::k32Bits, 1) == 1.5);
  CHECK(published_rate(rates, FilterClass::kAnisotropic, FormatClass::k32Bits, 16) == 0.125);
  CHECK_FALSE(rates == kKabyLakeRates);
}

TEST_CASE("a linear filter takes a clock for each 32-bit float channel where the machine says so", "[rates]") {
  using functional::FilterClass;
  using functional::FormatClass;
  const auto cycles = [](const FilterRates& rates, FilterClass filter, FormatClass format, unsigned channels) {
    return filter_interval(rates, filter, format, channels).value() / static_cast<double>(kSubcyclesPerCycle);
  };
  const FilterRates& chip = kKabyLakeMeasuredRates;
  CHECK(cycles(chip, FilterClass::kBilinear, FormatClass::k32Bits, 1) == 1);  // R32F
  CHECK(cycles(chip, FilterClass::kBilinear, FormatClass::k64Bits, 0) == 1);  // RGBA16F
  CHECK(cycles(chip, FilterClass::kBilinear, FormatClass::k64Bits, 2) == 2);  // RG32F
  CHECK(cycles(chip, FilterClass::kBilinear, FormatClass::k128Bits, 4) == 4);
  CHECK(cycles(chip, FilterClass::kPoint, FormatClass::k64Bits, 2) == 1);
  CHECK(cycles(kKabyLakeRates, FilterClass::kBilinear, FormatClass::k64Bits, 2) == 1);
}

TEST_CASE("pixels of a buffer take turns of the address generator at a rate of their own", "[rates]") {
  AddressGeneratorParameters parameters;
  parameters.footprints_per_cycle = 2;
  parameters.buffer_texels_per_cycle = {8, 5};
  const AddressIntervals intervals{parameters};
  functional::Footprint footprint;
  footprint.pixels = 0xF;
  CHECK(intervals(footprint) == work_at_rate(1, 2));
  footprint.buffer = true;
  CHECK(intervals(footprint) == work_at_rate(4, {8, 5}));
  footprint.pixels = 0;
  CHECK(intervals(footprint) == work_at_rate(1, 2));
}
