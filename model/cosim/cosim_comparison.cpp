#include "cosim/cosim_comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "cosim/cosim_own_rtl.h"
#include "cosim/sampler_comparison.h"
#include "rtl_cosim/scoreboard/own_cache_block.h"
#include "rtl_cosim/scoreboard/own_sampler_block.h"

namespace texpipe::cosim {

namespace {

template <class Enumerator>
std::string list_text(const std::vector<Enumerator>& values) {
  std::vector<std::string_view> names;
  for (const Enumerator value : values) names.push_back(name_of(value));
  return fmt::format("[{}]", fmt::join(names, ", "));
}

CosimOutcome compare_cache(const CosimAsked& asked, const rtl_cosim::CacheCosimParameters& parameters) {
  const rtl_cosim::CacheCosimResult result = rtl_cosim::run_cache_cosim(parameters);
  CosimOutcome outcome{.unit = "footprints",
                       .compared = result.compared,
                       .mismatches = result.mismatches,
                       .late = result.late,
                       .dropped = result.dropped,
                       .cycles = result.cycles,
                       .bins = result.bins,
                       .numbers = {result.latency}};
  if (!result.first) {
    if (asked.waves) rtl_cosim::run_cache_cosim(parameters, &outcome.waves);
    return outcome;
  }
  rtl_cosim::CacheCosimParameters shortest = parameters;
  if (asked.as_found) {
    outcome.first_mismatch = fmt::format("{}\n{}", result.first->what, result.first->details);
  } else {
    shortest = rtl_cosim::shrink(parameters);
    const rtl_cosim::CacheMismatch mismatch = *rtl_cosim::run_cache_cosim(shortest, &outcome.waves).first;
    outcome.first_mismatch =
        fmt::format("{}\nof the shortest stimulus that differs, {} of {} footprints: {}\n{}", result.first->what,
                    shortest.stimulus.only.size(), parameters.stimulus.requests, mismatch.what, mismatch.details);
  }
  const rtl_cosim::CacheStimulusParameters& left = shortest.stimulus;
  outcome.rerun = fmt::format(
      "texpipe cosim {} -p seed={} -p requests={} -p 'only=[{}]' -p 'patterns={}' -p 'answers={}' -p most_lines={} -p "
      "latency={} -p offered_percent={} -p ready_percent={} -p asked_percent={} -p reset_every={} -p rtl={}",
      asked.file, left.seed, left.requests, fmt::join(left.only, ", "), list_text(left.patterns),
      list_text(left.answers), left.most_lines, left.latency, left.offered_percent, left.ready_percent,
      left.asked_percent, left.reset_every, name_of(shortest.rtl));
  return outcome;
}

/// @param own  assignments of what only this block has, as ` -p rtl=repository`
CosimOutcome compare_stream(const CosimAsked& asked, const rtl_cosim::StreamBlock& block,
                            const rtl_cosim::StreamCosimParameters& parameters, const std::string& own) {
  const rtl_cosim::StreamCosimResult result = rtl_cosim::run_stream_cosim(block, parameters);
  CosimOutcome outcome{.unit = std::string{block.unit()},
                       .compared = result.compared,
                       .mismatches = result.mismatches,
                       .dropped = result.dropped,
                       .cycles = result.cycles,
                       .bins = result.bins};
  if (!result.first) {
    if (asked.waves) rtl_cosim::run_stream_cosim(block, parameters, &outcome.waves);
    return outcome;
  }
  rtl_cosim::StreamCosimParameters shortest = parameters;
  if (asked.as_found) {
    outcome.first_mismatch = fmt::format("{}\n{}", result.first->what, result.first->details);
  } else {
    shortest = rtl_cosim::shrink(block, parameters);
    const rtl_cosim::StreamMismatch mismatch = *rtl_cosim::run_stream_cosim(block, shortest, &outcome.waves).first;
    outcome.first_mismatch =
        fmt::format("{}\nof the shortest stimulus that differs, {} of {} {}: {}\n{}", result.first->what,
                    shortest.only.size(), parameters.requests, block.unit(), mismatch.what, mismatch.details);
  }
  outcome.rerun = fmt::format(
      "texpipe cosim {} -p seed={} -p requests={} -p 'only=[{}]' -p offered_percent={} -p ready_percent={} -p "
      "reset_every={}{}",
      asked.file, shortest.seed, shortest.requests, fmt::join(shortest.only, ", "), shortest.offered_percent,
      shortest.ready_percent, shortest.reset_every, own);
  return outcome;
}

/// The repository's RTL. @tparam Block  of the choices
template <class Block, class Drawn>
CosimOutcome compare_drawn(const CosimAsked& asked, const Drawn& drawn) {
  return compare_stream(asked, Block{drawn.rtl, drawn.choices}, drawn.stream,
                        fmt::format(" -p '{}={}' -p rtl={}", drawn.key, list_text(drawn.choices), name_of(drawn.rtl)));
}

std::string implementation_text(const CosimParameters& parameters) {
  return fmt::format(" -p implementation={}", parameters.implementation);
}

/// RTL of somebody else's. @param numbers  outputs of the kind that hold numbers
template <class Block, class Drawn>
CosimOutcome compare_own_drawn(const CosimAsked& asked, const CosimParameters& parameters, const Drawn& drawn,
                               std::vector<std::string_view> numbers) {
  const Block block{{}, drawn.choices};
  const rtl_cosim::OwnStreamBlock own{block, own_stream_rtl(name_of(parameters.block), parameters.implementation),
                                      std::move(numbers)};
  return compare_own(
      asked, own, parameters.own,
      fmt::format(" -p '{}={}'{}", drawn.key, list_text(drawn.choices), implementation_text(parameters)));
}

CosimOutcome compare_own_block(const CosimAsked& asked, const CosimParameters& parameters) {
  switch (parameters.block) {
    case CosimBlock::kFilter:
      return compare_own_drawn<rtl_cosim::TextureFilterBlock>(asked, parameters, parameters.filter,
                                                              {"out_sums", "out_border_weights"});
    case CosimBlock::kDecoder:
      return compare_own_drawn<rtl_cosim::TexelDecoderBlock>(asked, parameters, parameters.decoder, {"out_codes"});
    case CosimBlock::kAddress:
      return compare_own_drawn<rtl_cosim::AddressGeneratorBlock>(asked, parameters, parameters.address,
                                                                 {"out_weights"});
    case CosimBlock::kCoverage:
      return compare_own_drawn<rtl_cosim::CoverageUnitBlock>(asked, parameters, parameters.coverage, {});
    case CosimBlock::kCache: {
      const std::vector<rtl_cosim::CachePattern>& patterns = parameters.cache.stimulus.patterns;
      const rtl_cosim::OwnCacheBlock block{own_lines_rtl("cache", parameters.implementation), patterns};
      return compare_own(asked, block, parameters.own,
                         fmt::format(" -p 'patterns={}'{}", list_text(patterns), implementation_text(parameters)));
    }
    case CosimBlock::kSampler: {
      const std::vector<rtl_cosim::SamplerWorkload>& workloads = parameters.sampler.stimulus.workloads;
      const rtl_cosim::OwnSamplerBlock block{own_lines_rtl("sampler", parameters.implementation), workloads};
      return compare_own(asked, block, parameters.own,
                         fmt::format(" -p 'workloads={}'{}", list_text(workloads), implementation_text(parameters)));
    }
    case CosimBlock::kCustom:
      break;
  }
  const rtl_cosim::CustomEntry& entry = own_custom_rtl(parameters.implementation);
  return compare_own(asked, *entry.make(parameters.own.own), parameters.own, implementation_text(parameters));
}

CosimOutcome compare_repository_block(const CosimAsked& asked, const CosimParameters& parameters) {
  switch (parameters.block) {
    case CosimBlock::kFilter:
      return compare_drawn<rtl_cosim::TextureFilterBlock>(asked, parameters.filter);
    case CosimBlock::kDecoder:
      return compare_drawn<rtl_cosim::TexelDecoderBlock>(asked, parameters.decoder);
    case CosimBlock::kAddress:
      return compare_drawn<rtl_cosim::AddressGeneratorBlock>(asked, parameters.address);
    case CosimBlock::kCoverage:
      return compare_drawn<rtl_cosim::CoverageUnitBlock>(asked, parameters.coverage);
    case CosimBlock::kCache:
      return compare_cache(asked, parameters.cache);
    case CosimBlock::kSampler:
      return compare_sampler(asked, parameters.sampler);
    case CosimBlock::kCustom:
      break;
  }
  throw Error{ExitCode::kInternalError, "the repository has no RTL of this kind"};
}

}  // namespace

void check_own(const CosimParameters& parameters) {
  if (parameters.is_custom()) {
    own_custom_rtl(parameters.implementation);
  } else if (parameters.block == CosimBlock::kCache || parameters.block == CosimBlock::kSampler) {
    own_lines_rtl(name_of(parameters.block), parameters.implementation);
  } else {
    own_stream_rtl(name_of(parameters.block), parameters.implementation);
  }
}

CosimOutcome compare_block(const CosimAsked& asked, const CosimParameters& parameters) {
  CosimOutcome outcome =
      parameters.is_own() ? compare_own_block(asked, parameters) : compare_repository_block(asked, parameters);
  if (outcome.compared != 0 || outcome.mismatches != 0) return outcome;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = "reset_every",
                         .problem = fmt::format("resets dropped every one of the {} {}: nothing was compared",
                                                outcome.dropped, outcome.unit),
                         .hint = "leave more cycles between resets"}};
}

}  // namespace texpipe::cosim
