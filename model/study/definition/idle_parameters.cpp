#include "study/definition/idle_parameters.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "machine/graph/implementations.h"
#include "machine/graph/places.h"
#include "machine/graph/watchdog_limit.h"
#include "parameters/layers/given_values.h"
#include "study/definition/idle_blocks.h"

namespace texpipe::study {

namespace {

using Reason = std::string (*)(const Configuration&);

WorkloadKind kind_of(const Configuration& c) {
  return c.study.workload.kind;
}

const TextureWalkParameters& walk_of(const Configuration& c) {
  return c.study.workload.texture_walk;
}

std::string kind_text(const Configuration& c) {
  return "the workload is a " + std::string{name_of(kind_of(c))};
}

/// Reason why a walk's own group is idle: only one walk runs.
template <Walk walk>
std::string other_walk(const Configuration& c) {
  if (kind_of(c) != WorkloadKind::kTextureWalk || walk_of(c).walk == walk) return "";
  return "the walk is " + std::string{name_of(walk_of(c).walk)};
}

template <gen9::MapFilter filter>
std::string no_such_filter(const Configuration& c) {
  const WalkSamplerParameters& sampler = walk_of(c).sampler;
  if (kind_of(c) != WorkloadKind::kTextureWalk || sampler.min_filter == filter || sampler.mag_filter == filter)
    return "";
  return "no filter is " + std::string{name_of(filter)};
}

std::string no_level_in_message(const Configuration& c) {
  if (kind_of(c) != WorkloadKind::kTextureWalk) return "";
  const WalkMessage message = walk_of(c).message;
  if (message == WalkMessage::kSampleB || message == WalkMessage::kSampleL) return "";
  return "the message " + std::string{name_of(message)} + " takes neither bias nor level";
}

template <InterpolateAt place>
std::string other_place(const Configuration& c) {
  const InterpolateAt at = c.study.workload.pixel_interpolator.place;
  if (kind_of(c) != WorkloadKind::kPixelInterpolator || at == place) return "";
  return "the place is " + std::string{name_of(at)};
}

std::string no_queries(const Configuration& c) {
  return kind_of(c) == WorkloadKind::kVisa || kind_of(c) == WorkloadKind::kSpaProgram ? "" : kind_text(c);
}

std::string no_warps(const Configuration& c) {
  return kind_of(c) == WorkloadKind::kSpaProgram ? "" : kind_text(c);
}

std::string no_scene(const Configuration& c) {
  const bool scene = kind_of(c) == WorkloadKind::kSpaProgram || kind_of(c) == WorkloadKind::kPixelInterpolator ||
                     kind_of(c) == WorkloadKind::kMessages;
  return scene ? "" : kind_text(c) + ", which has no scene";
}

std::string no_frame(const Configuration& c) {
  return kind_of(c) == WorkloadKind::kFrame ? "" : kind_text(c) + ", which draws no frame";
}

std::string no_time_of_frames(const Configuration& c) {
  return c.machine.slice.frame.enabled ? "" : "slice.frame.enabled is false";
}

std::string one_slice(const Configuration& c) {
  return c.machine.slice.size() > 1 ? "" : "the machine has one slice";
}

/// Reason why a microbenchmark's own group is idle: only one of them runs.
template <Microbenchmark benchmark>
std::string other_benchmark(const Configuration& c) {
  const Microbenchmark chosen = c.study.workload.microbenchmark.benchmark;
  if (kind_of(c) != WorkloadKind::kMicrobenchmark || chosen == benchmark) return "";
  return "the benchmark is " + std::string{name_of(chosen)};
}

std::string no_texture(const Configuration& c) {
  const bool instructions = kind_of(c) == WorkloadKind::kMicrobenchmark &&
                            c.study.workload.microbenchmark.benchmark == Microbenchmark::kInstructions;
  if (instructions) return "the benchmark is instructions, which samples nothing";
  return kind_of(c) == WorkloadKind::kPixelInterpolator ? kind_text(c) + ", which samples nothing" : "";
}

template <class Holds>
bool any_sampler(const Configuration& c, Holds holds) {
  const std::vector<machine::SamplerPlace> samplers = machine::samplers_of(c.machine);
  return std::any_of(samplers.begin(), samplers.end(), [&](const auto& s) { return holds(*s.parameters); });
}

std::string no_shared_samplers(const Configuration& c) {
  for (std::size_t i = 0; i < c.machine.slice.size(); ++i) {
    const machine::SliceParameters& slice = c.machine.slice[i];
    if (slice.subslices_per_sampler > 1 && slice.subslice.size() > 1) return "";
  }
  return "no subslices share samplers";
}

std::string one_sampler(const Configuration& c) {
  const std::vector<machine::SubslicePlace> subslices = machine::subslices_of(c.machine);
  const bool one =
      std::all_of(subslices.begin(), subslices.end(), [](const auto& s) { return s.parameters->sampler.size() == 1; });
  return one ? "every subslice has one sampler" : "";
}

/// Its tags alone; a cache_table walks over them all the same.
std::string no_first_level(const Configuration& c) {
  if (kind_of(c) == WorkloadKind::kCacheTable) return "";
  return any_sampler(c, [](const auto& s) { return s.l1.enabled; }) ? "" : "no sampler has its l1 enabled";
}

std::string l1_prefetches_nothing(const Configuration& c) {
  const bool any = any_sampler(c, [](const auto& s) { return s.l1.prefetch != machine::Prefetch::kNone; });
  return any ? "" : "no sampler's l1 prefetches anything";
}

std::string one_channel(const Configuration& c) {
  return c.machine.memory.channels > 1 ? "" : "memory has one channel";
}

std::string l3_has_one_slice(const Configuration& c) {
  for (std::size_t i = 0; i < c.machine.slice.size(); ++i)
    if (c.machine.slice[i].l3.slices > 1) return "";
  return "L3 has one slice";
}

std::string sizes_of_its_own(const Configuration& c) {
  const bool own = kind_of(c) == WorkloadKind::kCacheTable && !c.study.workload.cache_table.sizes.empty();
  return own ? "the cache_table has sizes of its own" : "";
}

std::string l1_not_random(const Configuration& c) {
  return any_sampler(c, [](const auto& s) { return draws_numbers(s.l1.replacement); }) ? "" : kNotRandom;
}

/// Reason for parameters of a cache that only samplers use, in a study without textures.
std::string cache_of_samplers(const Configuration& c, std::string_view path) {
  const machine::CacheFacts* cache = cache_of(path);
  return cache != nullptr && cache->use != machine::CacheUse::kAll ? no_texture(c) : "";
}

struct IdleRule {
  std::string_view path;  // of a parameter or a group
  Reason reason;
};

constexpr IdleRule kRules[] = {
    {"resinfo", no_queries},
    {"sampleinfo", no_queries},
    {"sample_d", no_queries},
    {"pixld", no_warps},
    {"workload.floor", other_walk<Walk::kPerspectiveFloor>},
    {"workload.zoom", other_walk<Walk::kRotatingZoom>},
    {"workload.gather", other_walk<Walk::kRandomGather>},
    {"workload.steady", other_walk<Walk::kSteady>},
    {"workload.lod", no_level_in_message},
    {"workload.sampler.max_anisotropy", no_such_filter<gen9::MapFilter::kAnisotropic>},
    {"workload.sampler.mono_filter", no_such_filter<gen9::MapFilter::kMono>},
    {"workload.x_offset", other_place<InterpolateAt::kSharedOffset>},
    {"workload.y_offset", other_place<InterpolateAt::kSharedOffset>},
    {"workload.sample", other_place<InterpolateAt::kSample>},
    {"workload.sampler_chain", other_benchmark<Microbenchmark::kSamplerChain>},
    {"workload.sampler_rate", other_benchmark<Microbenchmark::kSamplerRate>},
    {"workload.random_samples", other_benchmark<Microbenchmark::kRandomSamples>},
    {"workload.instructions", other_benchmark<Microbenchmark::kInstructions>},
    {"workload.data_port_chain", other_benchmark<Microbenchmark::kDataPortChain>},
    {"workload.data_port_rate", other_benchmark<Microbenchmark::kDataPortRate>},
    {"slice.raster", no_scene},
    {"slice.frame", no_frame},
    {"slice.frame.command_streamer", no_time_of_frames},
    {"slice.frame.vertex_fetch", no_time_of_frames},
    {"slice.frame.urb", no_time_of_frames},
    {"slice.frame.geometry", no_time_of_frames},
    {"slice.frame.rasterizer", no_time_of_frames},
    {"slice.frame.hiz", no_time_of_frames},
    {"slice.frame.depth", no_time_of_frames},
    {"slice.frame.opened_threads", no_time_of_frames},
    {"slice.frame.pixel_hash", no_time_of_frames},
    {"slice.frame.pixel_hash.slices", one_slice},
    {"slice.frame.pixel_backend", no_time_of_frames},
    {"slice.subslice.pixel_coverage", no_scene},
    {"slice.subslice.sampler", no_texture},
    {"slice.subslice.sampler_link", no_texture},
    {"slice.subslice.sampler_link", no_shared_samplers},
    {"slice.subslice.interconnect.sampler_choice", one_sampler},
    {"slice.subslice.sampler.l1.size", no_first_level},
    {"slice.subslice.sampler.l1.size", sizes_of_its_own},
    {"slice.subslice.sampler.l1.ways", no_first_level},
    {"slice.subslice.sampler.l1.set_hash", no_first_level},
    {"slice.subslice.sampler.l1.replacement", no_first_level},
    {"slice.subslice.sampler.l1.prefetch", no_first_level},
    {"slice.subslice.sampler.l1.prefetch_degree", no_first_level},
    {"slice.subslice.sampler.l1.prefetch_degree", l1_prefetches_nothing},
    {"slice.l3.slice_hash", l3_has_one_slice},
    {"slice.l3.crossbar", l3_has_one_slice},
    {"memory.interleave", one_channel},
    {"memory.channel_hash", one_channel},
    {"slice.subslice.sampler.l1.seed", no_first_level},
    {"slice.subslice.sampler.l1.seed", l1_not_random},
};

/// Parameters that a cache_table reads beside its own keys: the tags of one L1.
constexpr std::string_view kCacheTableReads[] = {
    "schema_version",
    "study",
    "machine",
    "workload",
    "slice.subslice.sampler.l1.size",
    "slice.subslice.sampler.l1.ways",
    "slice.subslice.sampler.l1.line",
    "slice.subslice.sampler.l1.set_hash",
    "slice.subslice.sampler.l1.replacement",
    "slice.subslice.sampler.l1.seed",
};

/// Parameters that an untimed run leaves out, besides those of caches.
constexpr std::string_view kTimedOnly[] = {"clock", "slice", "memory", "watchdog"};

bool any_tlb(const Configuration& c) {
  for (std::size_t i = 0; i < c.machine.slice.size(); ++i)
    if (c.machine.slice[i].tlb.enabled) return true;
  return false;
}

/// Reason for a parameter of one unit that does nothing for others' sake: a dispatcher or rasteriser behind the first
/// slice, and samplers of a subslice that uses others'. @param path  by its indices
std::string unit_is_not_used(const Configuration& c, std::string_view path) {
  for (std::uint32_t slice = 1; slice < c.machine.slice.size(); ++slice) {
    for (const std::string_view unit : {"dispatch", "raster"})
      if (is_below(path, machine::slice_path(c.machine, slice) + "." + std::string{unit}))
        return std::string{unit == "dispatch" ? "the dispatcher" : "the rasteriser"} + " of the first slice serves all";
  }
  const std::vector<machine::SubslicePlace> subslices = machine::subslices_of(c.machine);
  for (std::uint32_t i = 0; i < subslices.size(); ++i) {
    const std::uint32_t holder = machine::sampler_holder(c.machine, i);
    if (holder == i || !path.starts_with(subslices[i].path + ".sampler")) continue;
    return "the subslice uses the samplers of " + subslices[holder].path;
  }
  return "";
}

/// Reason for a parameter of another L1 than the one over whose tags a cache_table walks. @param path  by its indices
std::string not_the_table_s_cache(const Configuration& c, std::string_view path) {
  const std::vector<machine::SamplerPlace> samplers = machine::samplers_of(c.machine);
  for (std::size_t i = 1; i < samplers.size(); ++i)
    if (is_below(path, samplers[i].path)) return kind_text(c) + ", which walks over the tags of the first L1";
  return "";
}

template <class List>
bool any_group(const List& groups, std::string_view path) {
  return std::any_of(std::begin(groups), std::end(groups), [&](std::string_view g) { return is_below(path, g); });
}

}  // namespace

std::string idle_reason(const Configuration& configuration, std::string_view with_indices) {
  const std::string path = without_indices(with_indices);
  if (std::string reason = block_is_rtl(configuration, with_indices); !reason.empty()) return reason;
  if (kind_of(configuration) == WorkloadKind::kCacheTable && !any_group(kCacheTableReads, path)) {
    return kind_text(configuration) + ", which walks over the tags of one L1 alone";
  }
  if (kind_of(configuration) == WorkloadKind::kCacheTable)
    if (std::string reason = not_the_table_s_cache(configuration, with_indices); !reason.empty()) return reason;
  if (configuration.study.timing == Timing::kUntimed && (any_group(kTimedOnly, path) || cache_of(path) != nullptr))
    return "the run is untimed";
  if (std::string reason = unit_is_not_used(configuration, with_indices); !reason.empty()) return reason;
  if (std::string reason = cache_not_enabled(configuration, path); !reason.empty()) return reason;
  if (is_below(path, "slice.tlb") && path != "slice.tlb.enabled" && !any_tlb(configuration))
    return "slice.tlb is not enabled";
  for (const IdleRule& rule : kRules) {
    if (!is_below(path, rule.path)) continue;
    if (std::string reason = rule.reason(configuration); !reason.empty()) return reason;
  }
  if (std::string reason = cache_of_samplers(configuration, path); !reason.empty()) return reason;
  return cache_not_used(configuration, path);
}

namespace {

/// Study and machine of this kind of workload, with these blocks, as they are when nobody sets anything.
std::vector<ParameterNode> defaults_beside(const Configuration& configuration) {
  Configuration untouched;
  untouched.study.workload.kind = kind_of(configuration);
  untouched.study.watchdog = machine::default_watchdog_limit(configuration.machine);
  std::map<machine::BlockKind, const Implementation*> first;
  machine::for_each_implementation(std::as_const(configuration.machine),
                                   [&](const std::string&, machine::BlockKind kind, const Implementation& known) {
                                     first.try_emplace(kind, &known);
                                   });
  machine::for_each_implementation(untouched.machine,
                                   [&](const std::string&, machine::BlockKind kind, Implementation& implementation) {
                                     implementation.brought = first.at(kind)->brought;
                                   });
  return untouched.values();
}

}  // namespace

std::vector<Diagnostic> set_but_idle(const Configuration& configuration, const std::vector<ParameterNode>& settings) {
  std::optional<std::vector<ParameterNode>> defaults;  // once they are asked for: few studies set what is idle
  std::vector<Diagnostic> found = configuration.superseded;
  // A value that is given to several units has an effect if it has one in any of them.
  std::set<std::pair<std::string, std::string>> acts;
  const auto given_as = [](const ParameterNode& node, const Origin& origin) {
    return std::pair{origin.text(), without_indices(node.path)};
  };
  const auto for_each_of_study = [&](const auto& take) {
    for (const ParameterNode& tree : settings) {
      for_each_given(tree, configuration.reader, [&](const ParameterNode& node, const Origin& origin) {
        if (origin.layer != kMachineFile || configuration.machine_is_inline) take(node, origin);
      });
    }
  };
  for_each_of_study([&](const ParameterNode& node, const Origin& origin) {
    if (idle_reason(configuration, node.path).empty()) acts.insert(given_as(node, origin));
  });
  for_each_of_study([&](const ParameterNode& node, const Origin& origin) {
    std::string reason = idle_reason(configuration, node.path);
    if (reason.empty() || acts.count(given_as(node, origin)) > 0) return;
    const std::string value_path = without_indices(node.path);
    const std::string path = without_indices(configuration.reader.given_path(node.path));
    if (origin.layer == "study file" || origin.layer == kMachineFile) {
      if (!defaults) defaults = defaults_beside(configuration);
      for (const ParameterNode& known : *defaults) {
        const ParameterNode* value = find_parameter(known, value_path);
        if (value != nullptr && value->text == node.text) return;
      }
    }
    Diagnostic warning{
        .position = origin.position, .path = path, .problem = "has no effect in this study", .hint = std::move(reason)};
    const bool told = std::any_of(found.begin(), found.end(), [&](const Diagnostic& d) {
      return d.path == warning.path && d.position == warning.position;
    });
    if (!told) found.push_back(std::move(warning));
  });
  return found;
}

}  // namespace texpipe::study
