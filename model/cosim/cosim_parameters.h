// Parameters of texpipe cosim, as its file gives them: the block, whose RTL it is, and what the block's bench takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/enum_table.h"
#include "cosim/cosim_own_rtl.h"
#include "rtl_cosim/scoreboard/address_generator_block.h"
#include "rtl_cosim/scoreboard/cache_cosim.h"
#include "rtl_cosim/scoreboard/coverage_unit_block.h"
#include "rtl_cosim/scoreboard/sampler_cosim.h"
#include "rtl_cosim/scoreboard/stream_cosim.h"
#include "rtl_cosim/scoreboard/texel_decoder_block.h"
#include "rtl_cosim/scoreboard/texture_filter_block.h"

namespace texpipe::cosim {

enum class CosimBlock : std::uint32_t { kFilter, kDecoder, kAddress, kCoverage, kCustom, kCache, kSampler };
inline constexpr EnumRow kCosimBlocks[] = {{0, "filter", "texture filter of the sampler"},
                                           {1, "decoder", "texel decoder of the sampler"},
                                           {2, "address", "address generator of the sampler"},
                                           {3, "coverage", "edges, samples and queries of the pixel coverage unit"},
                                           {4, "custom", "a unit with a contract of its own"},
                                           {5, "cache", "texture cache of the sampler: tags, latency FIFO, data"},
                                           {6, "sampler", "address generator to filter, joined"}};
inline EnumRows enum_rows(CosimBlock) {
  return {"co-simulated block", kCosimBlocks};
}

/// Parameters of a block whose requests are drawn one by one. @tparam Choice  set that they are drawn from
template <class Choice, class Rtl>
struct DrawnStreamParameters {
  std::string_view key;  // of the choices
  std::string_view help;
  rtl_cosim::StreamCosimParameters stream{};
  std::vector<Choice> choices{};
  Rtl rtl = Rtl::kRepository;

  template <class Visitor>
  void describe(Visitor& v) {
    stream.describe(v);
    describe_choices(v);
    v("rtl", rtl, {.help = "the RTL under test; `repository` is the shipped one, the others have a planted bug"});
  }

  template <class Visitor>
  void describe_choices(Visitor& v) {
    v(key, choices, {.help = help});
  }
};

/// Coverage that a regression is to reach, in percent.
struct CoverageGoals {
  double bins = 0, lines = 0, toggles = 0;

  template <class Visitor>
  void describe(Visitor& v) {
    v("bins", bins,
      {.range = {{0.0, 100.0}}, .help = "percent of the declared cases that are to be met (run with --goals)"});
    v("lines", lines,
      {.range = {{0.0, 100.0}},
       .help = "percent of the RTL's lines and branches that are to run (scripts/rtl_regression.py)"});
    v("toggles", toggles,
      {.range = {{0.0, 100.0}},
       .help = "percent of the RTL's bits that are to change both ways (scripts/rtl_regression.py)"});
  }
};

/// Block and implementation come first: they decide on the other parameters.
struct CosimParameters {
  CosimBlock block = CosimBlock::kFilter;
  std::string implementation{kRepositoryRtl};
  std::vector<std::string> plugins;
  CoverageGoals goals;
  OwnRtlParameters own;
  DrawnStreamParameters<rtl_cosim::FilterStimulus, rtl_cosim::TextureFilterVariant> filter{
      "filters", "filters whose footprints to draw from; empty: all"};
  DrawnStreamParameters<gen9::SurfaceFormat, rtl_cosim::TexelDecoderVariant> decoder{
      "formats", "surface formats to draw from; empty: all that the RTL decodes"};
  DrawnStreamParameters<gen9::TextureCoordinateMode, rtl_cosim::AddressGeneratorVariant> address{
      "modes", "address modes to draw from; empty: all"};
  DrawnStreamParameters<spa::PixelMode, rtl_cosim::CoverageUnitVariant> coverage{
      "modes", "modes of PIXLD to draw from; empty: all"};
  rtl_cosim::CacheCosimParameters cache;
  rtl_cosim::SamplerCosimParameters sampler;

  template <class Visitor>
  void describe(Visitor& v) {
    v("cosim", block, {.help = "which block is compared", .required = true});
    v("implementation", implementation,
      {.help = "rtl: the repository's; else the name of RTL that a plug-in brings", .required = is_custom()});
    v("plugins", plugins,
      {.help = "shared libraries that bring RTL of their own (docs/how-to/plug-ins.md)", .is_path = true});
    v.group("goals", goals, "coverage to reach");
    if (is_custom()) {
      if (const auto* entry = rtl_cosim::own_rtl().find_custom(implementation)) own.own = entry->parameters;
    }
    if (is_own()) {
      own.describe(v);
      if (block == CosimBlock::kFilter) filter.describe_choices(v);
      if (block == CosimBlock::kDecoder) decoder.describe_choices(v);
      if (block == CosimBlock::kAddress) address.describe_choices(v);
      if (block == CosimBlock::kCoverage) coverage.describe_choices(v);
      if (block == CosimBlock::kCache)
        v("patterns", cache.stimulus.patterns,
          {.help = "patterns of how lines lie to each other, to draw from; empty: all"});
      if (block == CosimBlock::kSampler)
        v("workloads", sampler.stimulus.workloads,
          {.help = "workloads of subspans to draw from; empty: mixed and compare"});
      return;
    }
    if (block == CosimBlock::kFilter) filter.describe(v);
    if (block == CosimBlock::kDecoder) decoder.describe(v);
    if (block == CosimBlock::kAddress) address.describe(v);
    if (block == CosimBlock::kCoverage) coverage.describe(v);
    if (block == CosimBlock::kCache) cache.describe(v);
    if (block == CosimBlock::kSampler) sampler.describe(v);
  }

  bool is_custom() const { return block == CosimBlock::kCustom; }
  bool is_own() const { return is_custom() || implementation != kRepositoryRtl; }
};

}  // namespace texpipe::cosim
