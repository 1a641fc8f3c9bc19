// texpipe cosim FILE: model and RTL of a block side by side.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/verb.h"
#include "study/config/load_configuration.h"

#ifdef TEXPIPE_WITH_RTL
#include "cli/cosim_outcome.h"
#include "cli/cosim_own_rtl.h"
#include "cli/cosim_sampler.h"
#include "cli/cosim_wave_files.h"
#include "rtl_cosim/scoreboard/address_generator_block.h"
#include "rtl_cosim/scoreboard/cache_cosim.h"
#include "rtl_cosim/scoreboard/coverage_unit_block.h"
#include "rtl_cosim/scoreboard/own_cache_block.h"
#include "rtl_cosim/scoreboard/own_sampler_block.h"
#include "rtl_cosim/scoreboard/stream_cosim.h"
#include "rtl_cosim/scoreboard/texel_decoder_block.h"
#include "rtl_cosim/scoreboard/texture_filter_block.h"
#endif

extern char** environ;

namespace texpipe::cli {

namespace {

struct CosimOptions {
  std::string file;
  std::vector<std::string> assignments;
  std::string waves;   // empty: not given
  bool force = false;  // of waves
  bool goals = false;
};

#ifdef TEXPIPE_WITH_RTL

enum class CosimBlock : std::uint32_t { kFilter, kDecoder, kAddress, kCoverage, kCustom, kCache, kSampler };
constexpr EnumRow kCosimBlocks[] = {{0, "filter", "texture filter of the sampler"},
                                    {1, "decoder", "texel decoder of the sampler"},
                                    {2, "address", "address generator of the sampler"},
                                    {3, "coverage", "edges, samples and queries of the pixel coverage unit"},
                                    {4, "custom", "a unit with a contract of its own"},
                                    {5, "cache", "texture cache of the sampler: tags, latency FIFO, data"},
                                    {6, "sampler", "address generator to filter, joined"}};
EnumRows enum_rows(CosimBlock) {
  return {"co-simulated block", kCosimBlocks};
}

struct FilterParameters {
  rtl_cosim::StreamCosimParameters stream;
  std::vector<rtl_cosim::FilterStimulus> filters;
  rtl_cosim::TextureFilterRtl rtl = rtl_cosim::TextureFilterRtl::kRepository;

  template <class Visitor>
  void describe(Visitor& v) {
    stream.describe(v);
    describe_choice(v);
    v("rtl", rtl, {.help = "the RTL under test; others than repository have a planted bug"});
  }

  template <class Visitor>
  void describe_choice(Visitor& v) {
    v("filters", filters, {.help = "filters whose footprints to draw from; empty: all"});
  }
};

struct DecoderParameters {
  rtl_cosim::StreamCosimParameters stream;
  std::vector<gen9::SurfaceFormat> formats;
  rtl_cosim::TexelDecoderRtl rtl = rtl_cosim::TexelDecoderRtl::kRepository;

  template <class Visitor>
  void describe(Visitor& v) {
    stream.describe(v);
    describe_choice(v);
    v("rtl", rtl, {.help = "the RTL under test; others than repository have a planted bug"});
  }

  template <class Visitor>
  void describe_choice(Visitor& v) {
    v("formats", formats, {.help = "surface formats to draw from; empty: all that the RTL decodes"});
  }
};

struct AddressParameters {
  rtl_cosim::StreamCosimParameters stream;
  std::vector<gen9::TextureCoordinateMode> modes;
  rtl_cosim::AddressGeneratorRtl rtl = rtl_cosim::AddressGeneratorRtl::kRepository;

  template <class Visitor>
  void describe(Visitor& v) {
    stream.describe(v);
    describe_choice(v);
    v("rtl", rtl, {.help = "the RTL under test; others than repository have a planted bug"});
  }

  template <class Visitor>
  void describe_choice(Visitor& v) {
    v("modes", modes, {.help = "address modes to draw from; empty: all"});
  }
};

struct CoverageParameters {
  rtl_cosim::StreamCosimParameters stream;
  std::vector<spa::PixelMode> modes;
  rtl_cosim::CoverageUnitRtl rtl = rtl_cosim::CoverageUnitRtl::kRepository;

  template <class Visitor>
  void describe(Visitor& v) {
    stream.describe(v);
    describe_choice(v);
    v("rtl", rtl, {.help = "the RTL under test; others than repository have a planted bug"});
  }

  template <class Visitor>
  void describe_choice(Visitor& v) {
    v("modes", modes, {.help = "modes of PIXLD to draw from; empty: all"});
  }
};

/// What a regression is to reach, in percent.
struct CoverageGoals {
  double bins = 0, lines = 0, toggles = 0;

  template <class Visitor>
  void describe(Visitor& v) {
    v("bins", bins, {.range = {{0.0, 100.0}}, .help = "of the declared cases (--goals)"});
    v("lines", lines, {.range = {{0.0, 100.0}}, .help = "of the RTL's lines and branches (scripts/rtl_regression.py)"});
    v("toggles", toggles,
      {.range = {{0.0, 100.0}}, .help = "of the RTL's bits, both ways (scripts/rtl_regression.py)"});
  }
};

/// Block and implementation come first: they decide on the other parameters.
struct CosimParameters {
  CosimBlock block = CosimBlock::kFilter;
  std::string implementation{kRepositoryRtl};
  CoverageGoals goals;
  OwnRtlParameters own;
  FilterParameters filter;
  DecoderParameters decoder;
  AddressParameters address;
  CoverageParameters coverage;
  rtl_cosim::CacheCosimParameters cache;
  rtl_cosim::SamplerCosimParameters sampler;

  template <class Visitor>
  void describe(Visitor& v) {
    v("cosim", block, {.help = "which block is compared", .required = true});
    v("implementation", implementation,
      {.help = "rtl: the repository's; else the name of RTL that this command was built with",
       .required = is_custom()});
    v.group("goals", goals, "coverage to reach");
    if (is_custom()) {
      if (const auto* entry = rtl_cosim::own_rtl().find_custom(implementation)) own.own = entry->parameters;
    }
    if (is_own()) {
      own.describe(v);
      if (block == CosimBlock::kFilter) filter.describe_choice(v);
      if (block == CosimBlock::kDecoder) decoder.describe_choice(v);
      if (block == CosimBlock::kAddress) address.describe_choice(v);
      if (block == CosimBlock::kCoverage) coverage.describe_choice(v);
      if (block == CosimBlock::kCache)
        v("patterns", cache.stimulus.patterns, {.help = "how lines lie to each other, to draw from; empty: all"});
      if (block == CosimBlock::kSampler)
        v("workloads", sampler.stimulus.workloads, {.help = "of subspans, to draw from; empty: mixed and compare"});
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

/// What resets leave nothing of compares nothing.
void refuse_nothing(const CosimOutcome& outcome) {
  if (outcome.compared != 0 || outcome.mismatches != 0) return;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = "reset_every",
                         .problem = fmt::format("resets dropped every one of the {} {}: nothing was compared",
                                                outcome.dropped, outcome.unit),
                         .hint = "leave more cycles between resets"}};
}

template <class Enumerator>
std::string list_text(const std::vector<Enumerator>& values) {
  std::vector<std::string_view> names;
  for (const Enumerator value : values) names.push_back(name_of(value));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

CosimOutcome compare_cache(const CosimOptions& options, const rtl_cosim::CacheCosimParameters& parameters) {
  const rtl_cosim::CacheCosimResult result = rtl_cosim::run_cache_cosim(parameters);
  CosimOutcome outcome{.unit = "footprints",
                       .compared = result.compared,
                       .mismatches = result.mismatches,
                       .dropped = result.dropped,
                       .cycles = result.cycles,
                       .bins = result.bins};
  if (!result.first) return outcome;
  const rtl_cosim::CacheCosimParameters shortest = rtl_cosim::shrink(parameters);
  const rtl_cosim::CacheMismatch mismatch = *rtl_cosim::run_cache_cosim(shortest, &outcome.waves).first;
  const rtl_cosim::CacheStimulusParameters& left = shortest.stimulus;
  outcome.first_mismatch =
      fmt::format("{}\nof the shortest stimulus that differs, {} of {} footprints: {}\n{}", result.first->what,
                  left.only.size(), parameters.stimulus.requests, mismatch.what, mismatch.details);
  outcome.rerun = fmt::format(
      "texpipe cosim {} -p seed={} -p 'only=[{}]' -p 'patterns={}' -p 'answers={}' -p most_lines={} -p latency={} "
      "-p offered_percent={} -p ready_percent={} -p asked_percent={} -p reset_every={} -p rtl={}",
      options.file, left.seed, fmt::join(left.only, ", "), list_text(left.patterns), list_text(left.answers),
      left.most_lines, left.latency, left.offered_percent, left.ready_percent, left.asked_percent, left.reset_every,
      name_of(shortest.rtl));
  return outcome;
}

/// @param own  assignments of what only this block has, as ` -p rtl=repository`
CosimOutcome compare_stream(const CosimOptions& options, const rtl_cosim::StreamBlock& block,
                            const rtl_cosim::StreamCosimParameters& parameters, const std::string& own) {
  const rtl_cosim::StreamCosimResult result = rtl_cosim::run_stream_cosim(block, parameters);
  CosimOutcome outcome{.unit = std::string{block.unit()},
                       .compared = result.compared,
                       .mismatches = result.mismatches,
                       .dropped = result.dropped,
                       .cycles = result.cycles,
                       .bins = result.bins};
  if (!result.first) return outcome;
  const rtl_cosim::StreamCosimParameters shortest = rtl_cosim::shrink(block, parameters);
  const rtl_cosim::StreamMismatch mismatch = *rtl_cosim::run_stream_cosim(block, shortest, &outcome.waves).first;
  outcome.first_mismatch =
      fmt::format("{}\nof the shortest stimulus that differs, {} of {} {}: {}\n{}", result.first->what,
                  shortest.only.size(), parameters.requests, block.unit(), mismatch.what, mismatch.details);
  outcome.rerun = fmt::format(
      "texpipe cosim {} -p seed={} -p 'only=[{}]' -p offered_percent={} -p ready_percent={} -p reset_every={}{}",
      options.file, shortest.seed, fmt::join(shortest.only, ", "), shortest.offered_percent, shortest.ready_percent,
      shortest.reset_every, own);
  return outcome;
}

/// RTL of somebody else's. @param numbers  outputs of the kind that hold numbers
CosimOutcome compare_own_stream(const CosimOptions& options, const CosimParameters& parameters,
                                const rtl_cosim::StreamBlock& block, std::vector<std::string_view> numbers,
                                const std::string& choice) {
  const rtl_cosim::OwnStreamBlock own{block, own_stream_rtl(name_of(parameters.block), parameters.implementation),
                                      std::move(numbers)};
  return compare_own(options.file, own, parameters.own,
                     fmt::format("{} -p implementation={}", choice, parameters.implementation));
}

/// Errors: those of own_custom_rtl(), own_lines_rtl() and own_stream_rtl().
void check_own(const CosimParameters& parameters) {
  if (parameters.is_custom()) {
    own_custom_rtl(parameters.implementation);
  } else if (parameters.block == CosimBlock::kCache || parameters.block == CosimBlock::kSampler) {
    own_lines_rtl(name_of(parameters.block), parameters.implementation);
  } else {
    own_stream_rtl(name_of(parameters.block), parameters.implementation);
  }
}

CosimOutcome compare_own_block(const CosimOptions& options, const CosimParameters& parameters) {
  const std::string name = fmt::format(" -p implementation={}", parameters.implementation);
  if (parameters.block == CosimBlock::kCustom) {
    const rtl_cosim::CustomEntry& entry = own_custom_rtl(parameters.implementation);
    return compare_own(options.file, *entry.make(parameters.own.own), parameters.own, name);
  }
  if (parameters.block == CosimBlock::kCache) {
    const std::vector<rtl_cosim::CachePattern>& patterns = parameters.cache.stimulus.patterns;
    const rtl_cosim::OwnCacheBlock block{own_lines_rtl("cache", parameters.implementation), patterns};
    return compare_own(options.file, block, parameters.own,
                       fmt::format(" -p 'patterns={}'{}", list_text(patterns), name));
  }
  if (parameters.block == CosimBlock::kSampler) {
    const std::vector<rtl_cosim::SamplerWorkload>& workloads = parameters.sampler.stimulus.workloads;
    const rtl_cosim::OwnSamplerBlock block{own_lines_rtl("sampler", parameters.implementation), workloads};
    return compare_own(options.file, block, parameters.own,
                       fmt::format(" -p 'workloads={}'{}", list_text(workloads), name));
  }
  if (parameters.block == CosimBlock::kFilter) {
    const rtl_cosim::TextureFilterBlock block{{}, parameters.filter.filters};
    return compare_own_stream(options, parameters, block, {"out_sums", "out_border_weights"},
                              fmt::format(" -p 'filters={}'", list_text(parameters.filter.filters)));
  }
  if (parameters.block == CosimBlock::kAddress) {
    const rtl_cosim::AddressGeneratorBlock block{{}, parameters.address.modes};
    return compare_own_stream(options, parameters, block, {"out_weights"},
                              fmt::format(" -p 'modes={}'", list_text(parameters.address.modes)));
  }
  if (parameters.block == CosimBlock::kCoverage) {
    const rtl_cosim::CoverageUnitBlock block{{}, parameters.coverage.modes};
    return compare_own_stream(options, parameters, block, {},
                              fmt::format(" -p 'modes={}'", list_text(parameters.coverage.modes)));
  }
  const rtl_cosim::TexelDecoderBlock block{{}, parameters.decoder.formats};
  return compare_own_stream(options, parameters, block, {"out_codes"},
                            fmt::format(" -p 'formats={}'", list_text(parameters.decoder.formats)));
}

CosimOutcome compare_block(const CosimOptions& options, const CosimParameters& parameters) {
  if (parameters.is_own()) return compare_own_block(options, parameters);
  if (parameters.block == CosimBlock::kCache) return compare_cache(options, parameters.cache);
  if (parameters.block == CosimBlock::kSampler) return compare_sampler(options.file, parameters.sampler);
  if (parameters.block == CosimBlock::kFilter) {
    const FilterParameters& filter = parameters.filter;
    const rtl_cosim::TextureFilterBlock block{filter.rtl, filter.filters};
    return compare_stream(options, block, filter.stream,
                          fmt::format(" -p 'filters={}' -p rtl={}", list_text(filter.filters), name_of(filter.rtl)));
  }
  if (parameters.block == CosimBlock::kAddress) {
    const AddressParameters& address = parameters.address;
    const rtl_cosim::AddressGeneratorBlock block{address.rtl, address.modes};
    return compare_stream(options, block, address.stream,
                          fmt::format(" -p 'modes={}' -p rtl={}", list_text(address.modes), name_of(address.rtl)));
  }
  if (parameters.block == CosimBlock::kCoverage) {
    const CoverageParameters& coverage = parameters.coverage;
    const rtl_cosim::CoverageUnitBlock block{coverage.rtl, coverage.modes};
    return compare_stream(options, block, coverage.stream,
                          fmt::format(" -p 'modes={}' -p rtl={}", list_text(coverage.modes), name_of(coverage.rtl)));
  }
  const DecoderParameters& decoder = parameters.decoder;
  const rtl_cosim::TexelDecoderBlock block{decoder.rtl, decoder.formats};
  return compare_stream(options, block, decoder.stream,
                        fmt::format(" -p 'formats={}' -p rtl={}", list_text(decoder.formats), name_of(decoder.rtl)));
}

void print(const CosimParameters& parameters, const CosimOutcome& outcome, const std::string& waves) {
  if (parameters.is_own()) {
    std::cout << fmt::format("{} {}: {} results of {} in {} cycles, {} of them differ by more than {}\n",
                             name_of(parameters.block), parameters.implementation, outcome.compared, outcome.unit,
                             outcome.cycles, outcome.mismatches, parameters.own.bench.tolerance);
    for (const rtl_cosim::NumberDifferences& numbers : outcome.numbers) std::cout << numbers.text() << '\n';
  } else {
    std::cout << fmt::format("{}: {} {} in {} cycles, {} of them differ between model and RTL in a result{}\n",
                             name_of(parameters.block), outcome.compared, outcome.unit, outcome.cycles,
                             outcome.mismatches, outcome.timings.empty() ? " or its cycle" : "");
  }
  if (!outcome.timings.empty()) std::cout << rtl_cosim::timing_table(outcome.timings);
  if (outcome.latency && outcome.latency->count != 0) {
    std::cout << fmt::format("a first result came {} to {} cycles after its request, {:.1f} on average\n",
                             outcome.latency->least, outcome.latency->most, outcome.latency->mean());
  }
  if (outcome.dropped != 0) std::cout << fmt::format("resets dropped {} more\n", outcome.dropped);
  const std::vector<std::string> missed = outcome.bins.missed();
  std::cout << fmt::format("coverage: {} of {} bins", outcome.bins.size() - missed.size(), outcome.bins.size());
  constexpr std::size_t kMost = 5;
  for (std::size_t i = 0; i < std::min(missed.size(), kMost); ++i) std::cout << "\n  missed " << missed[i];
  if (missed.size() > kMost) std::cout << fmt::format("\n  and {} more (--json)", missed.size() - kMost);
  std::cout << '\n';
  if (!outcome.first_mismatch.empty())
    std::cout << "first mismatch, " << outcome.first_mismatch << "reproduce with: " << outcome.rerun << '\n';
  if (!waves.empty()) std::cout << how_to_open(waves) << '\n';
}

void print_json(const CosimParameters& parameters, const CosimOutcome& outcome, const std::string& waves) {
  nlohmann::ordered_json json{
      {"block", name_of(parameters.block)},
      {"compared", outcome.compared},
      {"mismatches", outcome.mismatches},
      {"dropped", outcome.dropped},
      {"cycles", outcome.cycles},
      {"first_mismatch", outcome.first_mismatch},
      {"rerun", outcome.rerun},
      {"waves", waves},
      {"goals",
       {{"bins", parameters.goals.bins}, {"lines", parameters.goals.lines}, {"toggles", parameters.goals.toggles}}},
      {"coverage", outcome.bins.hits()}};
  for (const rtl_cosim::NumberDifferences& numbers : outcome.numbers) {
    nlohmann::ordered_json& field = json["numbers"][numbers.field];
    field["compared"] = numbers.compared;
    field["equal"] = numbers.equal();
    for (const auto& [difference, times] : numbers.differing) field["differing"][std::to_string(difference)] = times;
  }
  if (outcome.latency && outcome.latency->count != 0) {
    json["latency"] = {
        {"least", outcome.latency->least}, {"most", outcome.latency->most}, {"mean", outcome.latency->mean()}};
  }
  if (!outcome.timings.empty()) json["workloads"] = timing_json(outcome.timings);
  std::cout << json.dump(2) << '\n';
}

ExitCode compare(const CosimOptions& options, const GlobalOptions& globals) {
  check_waves({options.waves, options.force});
  const study::ConfigurationLayers layers = study::load_layers(
      {.file = options.file, .assignments = options.assignments, .environment = environ}, study::FileKind::kStudy);
  CosimParameters parameters;
  study::ParameterReader reader;
  for (const Diagnostic& problem : layers.problems) reader.add_problem(problem);
  reader.read(parameters, {&layers.study, &layers.environment, &layers.command_line});
  if (parameters.implementation != kRepositoryRtl) check_own(parameters);  // it says which other keys there are
  reader.finish();

  const CosimOutcome outcome = compare_block(options, parameters);
  refuse_nothing(outcome);
  const std::string preset =
      fmt::format("out/cosim/{}.fst",
                  parameters.is_own() ? std::string_view{parameters.implementation} : name_of(parameters.block));
  const std::string waves = store_waves(outcome.waves, {options.waves, options.force}, preset, globals);
  if (globals.json) {
    print_json(parameters, outcome, waves);
  } else {
    print(parameters, outcome, waves);
  }
  for (const std::string& line : outcome.beyond_limits) std::cerr << line << '\n';
  if (options.goals && outcome.bins.percent() < parameters.goals.bins) {
    std::cerr << fmt::format("coverage of {:.1f} % is below the goal of {} % of the bins\n", outcome.bins.percent(),
                             parameters.goals.bins);
    return ExitCode::kMismatch;
  }
  return outcome.mismatches == 0 && outcome.beyond_limits.empty() ? ExitCode::kSuccess : ExitCode::kMismatch;
}

#else

ExitCode compare(const CosimOptions&, const GlobalOptions&) {
  unsupported("RTL: this texpipe was built without Verilator");
}

#endif

}  // namespace

Action declare_cosim(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<CosimOptions>();
  app.add_option("FILE", options->file, "what to compare, as configs/cosim/filter.yaml")->required();
  app.add_option("-p", options->assignments, "path=value: changes one parameter")->allow_extra_args(false);
  app.add_option(
      "--waves", options->waves,
      "FILE.vcd or FILE.fst: where waves of a mismatch go, with save files of GTKWave and Surfer beside them; "
      "without it out/cosim/BLOCK.fst");
  app.add_flag("--force", options->force, "replace waves that exist");
  app.add_flag("--goals", options->goals, "exit code 5 when fewer bins are met than goals.bins asks for");
  return [options, &globals] { return compare(*options, globals); };
}

}  // namespace texpipe::cli
