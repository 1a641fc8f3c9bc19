// A machine as a tree: the same paths name its parameters, its blocks and their statistics.
#pragma once

#include <cstdint>
#include <vector>

#include "base/parameter.h"
#include "base/quantity.h"
#include "base/units.h"
#include "machine/cache/last_level_parameters.h"
#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/tlb.h"
#include "machine/data_port/data_port_parameters.h"
#include "machine/dispatch/dispatch_parameters.h"
#include "machine/eu/eu_parameters.h"
#include "machine/frame/pipeline_parameters.h"
#include "machine/gateway/gateway_parameters.h"
#include "machine/interconnect/interconnect_parameters.h"
#include "machine/interconnect/sampler_link_parameters.h"
#include "machine/memory/memory_parameters.h"
#include "machine/pixel_coverage/pixel_coverage_parameters.h"
#include "machine/sampler/sampler_parameters.h"

namespace texpipe::machine {

inline constexpr ParameterSource kSkylakeConfigurations{"SKL PRM vol. 4, Configurations"};

struct SubsliceParameters {
  std::uint32_t eus{8};
  std::vector<EuParameters> eu{eus};
  InterconnectParameters interconnect;
  std::uint32_t samplers{1};
  Units<SamplerParameters> sampler;
  SamplerLinkParameters sampler_link;
  DataPortParameters data_port;
  PixelCoverageParameters pixel_coverage;
  GatewayParameters gateway;

  template <class Visitor>
  void describe(Visitor& v) {
    v("eus", eus, {.range = {{1u, 64u}}, .help = "execution units", .source = kSkylakeConfigurations});
    v.list("eu", eu, eus, "an execution unit");
    v.group("interconnect", interconnect, "interconnect between EUs and shared functions");
    v("samplers", samplers,
      {.range = {{1u, 8u}},
       .help = "samplers, of which interconnect.sampler_choice takes one for each message",
       .source = kSkylakeConfigurations});
    v.units("sampler", sampler, samplers, "texture sampler");
    v.group("sampler_link", sampler_link,
            "way from the interconnects of subslices that share samplers to these, in the first of them");
    v.group("data_port", data_port, "data port: reads and writes buffers, images and local memory");
    v.group("pixel_coverage", pixel_coverage,
            "pixel coverage unit: answers queries of coverage and of places inside a pixel");
    v.group("gateway", gateway, "message gateway: barriers of work groups");
  }
};

/// A texture cache that the samplers of a slice share, as studied by Cox, Bhandari and Shantz.
struct SharedSecondLevelParameters {
  bool enabled = false;
  LineCacheParameters cache{
      .size = ByteSize{384 * 1024}, .ways = 8, .banks = 4, .hit_latency = Cycles{20}, .data_latency = Cycles{12}};

  template <class Visitor>
  void describe(Visitor& v) {
    v("enabled", enabled, {.help = "a texture cache that the samplers of the slice share", .source = kAssumed});
    cache.describe_read_only(v);
  }
};

struct SliceParameters {
  std::uint32_t subslices{3};
  std::uint32_t subslices_per_sampler{1};
  DispatchParameters dispatch;
  RasterFrontEndParameters raster;
  FrameParameters frame;
  std::vector<SubsliceParameters> subslice{subslices};
  SharedSecondLevelParameters shared_l2;
  LineCacheParameters l3;
  TlbParameters tlb;

  template <class Visitor>
  void describe(Visitor& v) {
    v("subslices", subslices, {.range = {{1u, 64u}}, .help = "subslices", .source = kSkylakeConfigurations});
    v("subslices_per_sampler", subslices_per_sampler,
      {.range = {{1u, 8u}},
       .help = "so many neighbouring subslices share the samplers of the first of them; the others have none",
       .source = kSkylakeConfigurations});
    v.group("dispatch", dispatch, "thread dispatcher and spawner");
    v.group("raster", raster, "rasteriser: makes subspans of triangles, for workloads with a scene");
    v.group("frame", frame, "fixed functions of the 3D pipeline, for workloads that are frames");
    v.list("subslice", subslice, subslices, "a subslice");
    v.group("shared_l2", shared_l2, "texture cache between the samplers of all subslices and L3");
    v.group("l3", l3, "last cache of the slice");
    v.group("tlb", tlb, "TLB: translates addresses of what L3 asks for");
  }
};

struct MachineParameters {
  Frequency clock{1'050'000'000};
  std::uint32_t slices{1};
  Units<SliceParameters> slice;
  LastLevelCacheParameters llc;
  MemoryParameters memory;
  bool draws = false;  // no parameter: whether the workload is a frame, so that the fixed functions are there

  template <class Visitor>
  void describe(Visitor& v) {
    v("clock", clock,
      {.range = {{Frequency{1'000'000}, Frequency{10'000'000'000}}},
       .help = "the one clock of the GPU",
       .source = kAssumed});
    v("slices", slices,
      {.range = {{1u, 8u}},
       .help = "slices, which meet in the last-level cache, or at memory; the dispatcher and the rasteriser of the "
               "first serve all",
       .source = kSkylakeConfigurations});
    v.units("slice", slice, slices, "a slice");
    v.group("llc", llc, "last-level cache between L3 and memory");
    v.group("memory", memory, "memory behind the caches");
  }
};

/// Calls visit(kind, enabled, parameters) for each cache of lines in a slice that its samplers share, from them on.
template <class Slice, class Visit>
void for_each_slice_cache(Slice& slice, Visit&& visit) {
  visit(BlockKind::kSharedL2, slice.shared_l2.enabled, slice.shared_l2.cache);
  visit(BlockKind::kL3, slice.l3.enabled, slice.l3);
}

/// Calls visit(kind, enabled, parameters) for each cache of lines behind the slices, from these to memory.
template <class Machine, class Visit>
void for_each_cache_behind_slices(Machine& machine, Visit&& visit) {
  visit(BlockKind::kLlc, machine.llc.enabled, machine.llc.cache);
}

/// Calls visit(kind, enabled, parameters) for each cache of lines that samplers of a slice share, from them to memory.
template <class Machine, class Visit>
void for_each_shared_cache(Machine& machine, Visit&& visit, std::size_t slice = 0) {
  for_each_slice_cache(machine.slice[slice], visit);
  for_each_cache_behind_slices(machine, visit);
}

}  // namespace texpipe::machine
