// Stimulus and reference of a texture cache of somebody else's: the lines of its footprints, whatever it holds and
// when.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "rtl_cosim/scoreboard/cache_stimulus.h"
#include "rtl_cosim/scoreboard/own_rtl.h"

namespace texpipe::rtl_cosim {

inline constexpr std::array<Port, 2> kTextureCacheInputs{{
    {"in_count", 5},
    {"in_keys", verilated_texture_cache::kLines* verilated_texture_cache::kKeyBits, verilated_texture_cache::kKeyBits},
}};
inline constexpr std::array<Port, 2> kTextureCacheOutputs{{
    {"out_count", 5},
    {"out_lines", verilated_texture_cache::kLines * 8 * verilated_texture_cache::kLineBytes,
     8 * verilated_texture_cache::kLineBytes},
}};

class OwnCacheBlock final : public CustomBlock {
 public:
  /// @param patterns  of footprints, to draw from; empty: all
  OwnCacheBlock(MakeLinesRtl make, std::vector<CachePattern> patterns)
      : make_{std::move(make)}, patterns_{std::move(patterns)} {}

  std::string_view unit() const override { return "footprints"; }
  std::span<const Port> inputs() const override { return kTextureCacheInputs; }
  std::span<const Port> outputs() const override { return kTextureCacheOutputs; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override;
  PortValues request(std::uint64_t seed, std::uint64_t index) const override;
  std::vector<PortValues> results(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                                  const PortValues* before) const override;
  std::vector<PortValues> results_after(std::uint64_t resets, std::uint64_t seed, std::uint64_t index,
                                        const PortValues& request, const PortValues* before) const override;
  std::string difference(std::uint64_t resets, const PortValues& request, const PortValues& expected,
                         const PortValues& result) const override;
  std::string explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const override;
  void declare(CoverBins& bins) const override;
  void cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const override;
  /// Lines beyond the count say nothing.
  bool counts(const PortValues& request, std::size_t output, unsigned part) const override {
    return output == 0 || part < request[0].get(0, 5);
  }

 private:
  CacheStimulus stimulus(std::uint64_t seed) const { return CacheStimulus{{.seed = seed, .patterns = patterns_}}; }

  MakeLinesRtl make_;
  std::vector<CachePattern> patterns_;
};

}  // namespace texpipe::rtl_cosim
