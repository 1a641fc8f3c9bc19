// Cost of a sampler's steps for walks over textures when everything hits, without a clock.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "functional/sampling/sampler_bench.h"
#include "machine/cache/data_banks.h"
#include "machine/cache/footprint_lines.h"
#include "machine/sampler/address_intervals.h"
#include "machine/sampler/decode_intervals.h"
#include "machine/sampler/filter_intervals.h"
#include "machine/sampler/sampler_parameters.h"

namespace texpipe::machine::test {

using functional::Tiling;
using Format = gen9::SurfaceFormat;

inline constexpr Format kRateFormats[] = {
    Format::kR8Unorm,     Format::kR8G8Unorm,         Format::kR8G8B8A8Unorm,     Format::kR32Float,
    Format::kR32G32Float, Format::kR16G16B16A16Float, Format::kR32G32B32A32Float, Format::kBc1Unorm,
    Format::kBc2Unorm,    Format::kBc3Unorm,          Format::kBc4Unorm,          Format::kBc5Unorm,
    Format::kBc6hUf16,    Format::kBc7Unorm,          Format::kEtc2Rgb8,
};
inline constexpr Tiling kRateTilings[] = {Tiling::kLinear, Tiling::kX, Tiling::kY, Tiling::kYf, Tiling::kYs};

struct RateSize {
  std::uint32_t width, height;
};
/// The last two have pitches that are no power of two.
inline constexpr RateSize kRateSizes[] = {{64, 64}, {200, 104}, {1000, 600}};

struct RateStep {
  double texels;  // from pixel to pixel, along v
  bool two_levels;
  unsigned taps = 1;  // as many times as far along u
};

inline gen9::SamplerState sampler_of(const RateStep& step) {
  gen9::SamplerState sampler;
  sampler.min_filter = step.taps > 1 ? gen9::MapFilter::kAnisotropic : gen9::MapFilter::kLinear;
  sampler.mag_filter = gen9::MapFilter::kLinear;
  sampler.mip_filter = step.two_levels ? gen9::MipFilter::kLinear : gen9::MipFilter::kNone;
  sampler.max_anisotropy = std::max(2u, step.taps);
  sampler.max_lod = gen9::U4_8::nearest(14.0);
  sampler.round_u_min = sampler.round_v_min = sampler.round_u_mag = sampler.round_v_mag = true;
  return sampler;
}

/// Time that each step needs for the same footprints.
struct Work {
  Subcycles filter, lookups, decoder, addresses;
  Subcycles data;  // of banks and, behind L1, of decompression

  Subcycles slowest() const { return std::max({lookups, data, decoder, addresses}); }
};

class RateCosts {
 public:
  explicit RateCosts(const SamplerParameters& parameters)
      : parameters_{parameters},
        banks_{parameters.l1},
        ports_{data_ports(parameters.l1)},
        addresses_{parameters.address_generator},
        decoder_{decode_intervals(parameters.decoder)},
        filter_{parameters.filter.rates} {}

  void add(const functional::Footprint& footprint) {
    DataBanks::Reads reads;
    const std::span<const std::uint8_t> banks{reads.data(), banks_.collect(footprint, reads)};
    const DecompressionParameters& decompression = parameters_.l1.decompression;
    const bool decompresses = decompression.place == DecompressionPlace::kAfterL1 && footprint.blocks > 0;
    now_ = ports_.earliest(banks, now_);
    if (decompresses) now_ = decompressor_.earliest(now_);
    work_.data = std::max(work_.data, ports_.claim(banks, now_));
    if (decompresses) {
      decompressor_.claim(now_, work_at_rate(footprint.blocks, decompression.blocks_per_cycle));
      work_.data = std::max(work_.data, decompressor_.free_at());
    }
    work_.filter += filter_(footprint);
    work_.lookups += work_at_rate(footprint.line_count, parameters_.l1.lookups_per_cycle);
    work_.addresses += addresses_(footprint);
    work_.decoder += decoder_[static_cast<unsigned>(std::popcount(footprint.texels))];
  }

  functional::LineShape lines() const { return line_shape(parameters_.l1); }
  const Work& work() const { return work_; }

 private:
  SamplerParameters parameters_;
  DataBanks banks_;
  BankPorts ports_;
  AddressIntervals addresses_;
  DecodeIntervals decoder_;
  FilterIntervals filter_;
  IssueSlot decompressor_;
  Cycles now_;
  Work work_;
};

/// Adds the footprints of a patch of 32x16 pixels, turned.
inline void walk_patch(Format format, Tiling tiling, RateSize size, const RateStep& step, double degrees,
                       RateCosts& costs) {
  functional::test::SamplerBench bench{{.format = format, .width = size.width, .height = size.height, .levels = 6},
                                       {},
                                       sampler_of(step),
                                       {},
                                       {.tiling = tiling}};
  const double cosine = std::cos(degrees * M_PI / 180) * step.texels;
  const double sine = std::sin(degrees * M_PI / 180) * step.texels;
  for (unsigned top = 0; top < 16; top += 2) {
    for (unsigned left = 0; left < 32; left += 4) {
      std::vector<float> u, v;
      for (unsigned lane = 0; lane < 8; ++lane) {
        const double x = (left + lane / 4 * 2 + lane % 2 + 0.5) * step.taps, y = top + lane % 4 / 2 + 0.5;
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

}  // namespace texpipe::machine::test
