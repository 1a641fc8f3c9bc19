// Whether the steps before the filter keep up with it when everything hits: their costs alone, no clock.
#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "base/diagnostic.h"
#include "functional/sampling/sampler_bench.h"
#include "machine/cache/bank_hash.h"
#include "machine/cache/bank_ports.h"
#include "machine/cache/footprint_lines.h"
#include "machine/sampler/address_intervals.h"
#include "machine/sampler/sampler_parameters.h"

using namespace texpipe;
using namespace texpipe::machine;
using functional::Tiling;
using Format = gen9::SurfaceFormat;

namespace {

constexpr Format kFormats[] = {
    Format::kR8Unorm,     Format::kR8G8Unorm,         Format::kR8G8B8A8Unorm,     Format::kR32Float,
    Format::kR32G32Float, Format::kR16G16B16A16Float, Format::kR32G32B32A32Float, Format::kBc1Unorm,
    Format::kBc2Unorm,    Format::kBc3Unorm,          Format::kBc4Unorm,          Format::kBc5Unorm,
    Format::kBc6hUf16,    Format::kBc7Unorm,          Format::kEtc2Rgb8,
};
constexpr Tiling kTilings[] = {Tiling::kLinear, Tiling::kX, Tiling::kY, Tiling::kYf, Tiling::kYs};

struct Size {
  std::uint32_t width, height;
};
constexpr Size kSizes[] = {{64, 64}, {200, 104}, {1000, 600}};  // the last two: pitches that are no power of two

struct Step {
  double texels;  // from pixel to pixel
  bool two_levels;
};
constexpr Step kSteps[] = {{1.0, false}, {1.414, true}, {1.9, true}};

gen9::SamplerState linear(bool two_levels) {
  gen9::SamplerState sampler;
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kLinear;
  sampler.mip_filter = two_levels ? gen9::MipFilter::kLinear : gen9::MipFilter::kNone;
  sampler.max_lod = gen9::U4_8::nearest(14.0);
  sampler.round_u_min = sampler.round_v_min = sampler.round_u_mag = sampler.round_v_mag = true;
  return sampler;
}

/// Time that each step needs for the same footprints.
struct Work {
  Subcycles filter, lookups, decoder, addresses;
  Subcycles data;  // of banks and, behind L1, of decompression
};

class Costs {
 public:
  Costs(const SamplerParameters& parameters, DecompressionPlace place)
      : parameters_{parameters},
        place_{place},
        bank_{parameters.l1.bank_hash, parameters.l1.banks},
        ports_{parameters.l1.banks, parameters.l1.ports} {}

  void add(const functional::Footprint& footprint) {
    std::vector<std::uint8_t> banks;
    for (unsigned line = 0; line < footprint.line_count; ++line)
      banks.push_back(static_cast<std::uint8_t>(bank_(footprint.lines[line])));
    now_ = ports_.earliest(banks, now_);
    if (place_ == DecompressionPlace::kAfterL1 && footprint.blocks > 0) now_ = decompressor_.earliest(now_);
    work_.data = std::max(work_.data, ports_.claim(banks, now_));
    if (place_ == DecompressionPlace::kAfterL1) {
      decompressor_.claim(now_, work_at_rate(footprint.blocks, parameters_.l1.decompression.blocks_per_cycle));
      work_.data = std::max(work_.data, decompressor_.free_at());
    }
    work_.filter += filter_interval(parameters_.filter.rates, footprint.filter, footprint.format_class);
    work_.lookups += work_at_rate(footprint.line_count, parameters_.l1.lookups_per_cycle);
    work_.addresses += work_at_rate(1, parameters_.address_generator.footprints_per_cycle);
    work_.decoder +=
        work_at_rate(static_cast<std::uint64_t>(std::popcount(footprint.texels)), parameters_.decoder.texels_per_cycle);
  }

  functional::LineShape lines() const {
    TextureCacheParameters cache = parameters_.l1;
    cache.decompression.place = place_;
    return line_shape(cache);
  }
  const Work& work() const { return work_; }

 private:
  SamplerParameters parameters_;
  DecompressionPlace place_;
  BankSelector bank_;
  BankPorts ports_;
  IssueSlot decompressor_;
  Cycles now_;
  Work work_;
};

/// Footprints of a patch of 32x16 pixels, turned; `place` is added up.
void walk(Format format, Tiling tiling, Size size, Step step, double degrees, Costs& costs) {
  functional::test::SamplerBench bench{{.format = format, .width = size.width, .height = size.height, .levels = 6},
                                       {},
                                       linear(step.two_levels),
                                       {},
                                       {.tiling = tiling}};
  const double cosine = std::cos(degrees * M_PI / 180) * step.texels;
  const double sine = std::sin(degrees * M_PI / 180) * step.texels;
  for (unsigned top = 0; top < 16; top += 2) {
    for (unsigned left = 0; left < 32; left += 4) {
      std::vector<float> u, v;
      for (unsigned lane = 0; lane < 8; ++lane) {
        const double x = left + lane / 4 * 2 + lane % 2 + 0.5, y = top + lane % 4 / 2 + 0.5;
        u.push_back(static_cast<float>((x * cosine - y * sine) / size.width + 0.3));
        v.push_back(static_cast<float>((x * sine + y * cosine) / size.height + 0.3));
      }
      const auto outcome =
          bench.send(functional::test::Op::kSample, {u, v}, {}, {functional::PlanDetail::kFootprints, costs.lines()});
      for (const auto& subspan : outcome.subspans) {
        for (const auto& footprint : subspan.footprints) costs.add(footprint);
      }
    }
  }
}

void check_rates(DecompressionPlace place, double degrees) {
  for (const Format format : kFormats) {
    for (const Tiling tiling : kTilings) {
      for (const Size size : kSizes) {
        for (const Step step : kSteps) {
          Costs costs{SamplerParameters{}, place};
          walk(format, tiling, size, step, degrees, costs);
          const Work& work = costs.work();
          const auto slowest = std::max({work.lookups, work.data, work.decoder, work.addresses});
          INFO(name_of(format) << ' ' << name_of(tiling) << ' ' << size.width << 'x' << size.height << " step "
                               << step.texels << " lookups " << work.lookups.value() << " data " << work.data.value()
                               << " filter " << work.filter.value());
          REQUIRE(work.filter.value() > 0);
          CHECK(static_cast<double>(slowest.value()) <= 1.01 * static_cast<double>(work.filter.value()));
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
