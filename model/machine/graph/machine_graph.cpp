#include "machine/graph/machine_graph.h"

#include <optional>
#include <utility>

#include "machine/graph/cache_surroundings.h"
#include "machine/graph/places.h"

namespace texpipe::machine {
namespace {

std::string indexed(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

constexpr std::uint32_t number_of(SharedFunctionSocket socket) {
  return static_cast<std::uint32_t>(socket);
}

/// Blocks that the subslices of a slice share, and the numbers of the common cache's sockets.
struct Shared {
  std::size_t dispatch;  // of the machine
  CommonRequesters of_common;
  std::vector<SamplerPlace> samplers;  // of the slice
  std::size_t common = 0;              // the cache that samplers and data ports share
  std::size_t behind_samplers = 0;     // first cache that samplers share: this one, or one before it
};

/// Samplers that neighbouring subslices use.
struct SamplerGroup {
  std::vector<SamplerEnds> samplers;
  std::optional<std::size_t> link;  // before the samplers, where several subslices use them
};

/// Adds the samplers that a subslice holds, and the link before them if others use them, too.
SamplerGroup add_samplers(MachineGraph& graph, std::uint32_t holder, std::uint32_t users, const std::string& path,
                          const Shared& shared) {
  SamplerGroup group;
  for (const SamplerPlace& place : shared.samplers) {
    if (place.subslice == holder)
      group.samplers.push_back(add_sampler(graph, *place.parameters, place.path, holder, place.index));
  }
  if (users == 1) return group;
  group.link = graph.add({path + ".sampler_link", BlockKind::kSamplerLink, holder});
  for (std::uint32_t s = 0; s < group.samplers.size(); ++s) {
    graph.connect(*group.link, group.samplers[s].front_end, Travels::kMessage, s);
    graph.connect(group.samplers[s].writeback, *group.link, Travels::kResponse);
  }
  return group;
}

/// Connects an interconnect with the samplers that it uses. @param user  its number among the users
void connect_samplers(MachineGraph& graph, std::size_t interconnect, std::uint32_t user, const SamplerGroup& group) {
  const auto count = static_cast<std::uint32_t>(group.samplers.size());
  for (std::uint32_t s = 0; s < count; ++s) {
    if (group.link) {
      graph.connect(interconnect, *group.link, Travels::kMessage, sampler_socket(s), user * count + s);
      continue;
    }
    graph.connect(interconnect, group.samplers[s].front_end, Travels::kMessage, sampler_socket(s));
    graph.connect(group.samplers[s].writeback, interconnect, Travels::kResponse);
  }
}

/// Connects the samplers that a subslice holds with the cache behind them.
void connect_fills(MachineGraph& graph, std::uint32_t holder, const SamplerGroup& group, const Shared& shared) {
  for (std::uint32_t number = 0; number < shared.samplers.size(); ++number) {
    const SamplerPlace& place = shared.samplers[number];
    if (place.subslice == holder)
      graph.connect(group.samplers[place.index].fills, shared.behind_samplers, Travels::kLine, 0,
                    shared.of_common.behind_sampler(number));
  }
}

/// Adds a subslice. @param samplers  those that it uses; made anew by a subslice that holds them
void add_subslice(MachineGraph& graph, const MachineParameters& machine, const SubslicePlace& place,
                  std::uint32_t number, const Shared& shared, SamplerGroup& samplers) {
  const std::string& path = place.path;
  const std::size_t interconnect = graph.add({path + ".interconnect", BlockKind::kInterconnect, number});
  for (std::uint32_t i = 0; i < place.parameters->eu.size(); ++i) {
    const std::size_t eu = graph.add({indexed(path + ".eu", i), BlockKind::kEu, number, i});
    graph.connect(shared.dispatch, eu, Travels::kThread);
    graph.connect(eu, interconnect, Travels::kMessage, 0, i);
  }
  const std::size_t data_port = graph.add({path + ".data_port", BlockKind::kDataPort, number});
  const std::size_t coverage = graph.add({path + ".pixel_coverage", BlockKind::kPixelCoverage, number});
  const std::size_t gateway = graph.add({path + ".gateway", BlockKind::kGateway, number});
  const std::uint32_t holder = sampler_holder(machine, number);
  if (holder == number) samplers = add_samplers(graph, number, sampler_users(machine, number), path, shared);
  connect_samplers(graph, interconnect, number - holder, samplers);
  graph.connect(interconnect, data_port, Travels::kMessage, number_of(SharedFunctionSocket::kDataPort));
  graph.connect(interconnect, coverage, Travels::kMessage, number_of(SharedFunctionSocket::kPixelCoverage));
  graph.connect(interconnect, gateway, Travels::kMessage, number_of(SharedFunctionSocket::kGateway));
  graph.connect(interconnect, shared.dispatch, Travels::kThreadEnd, number_of(SharedFunctionSocket::kThreadSpawner),
                number);
  if (holder == number) connect_fills(graph, number, samplers, shared);
  graph.connect(data_port, shared.common, Travels::kLine, 0, shared.of_common.data_port(place.within));
}

}  // namespace

std::size_t MachineGraph::add(GraphBlock block) {
  blocks_.push_back(std::move(block));
  return blocks_.size() - 1;
}

void MachineGraph::connect(std::size_t from, std::size_t to, Travels what, std::uint32_t out, std::uint32_t in) {
  edges_.push_back({from, to, what, out, in});
}

SamplerEnds add_sampler(MachineGraph& graph, const SamplerParameters& sampler, const std::string& path,
                        std::uint32_t subslice, std::uint32_t index) {
  SamplerEnds ends{};
  std::size_t last = 0;
  for (const StageFacts& stage : kSamplerStages) {
    const std::size_t block = graph.add({path + "." + std::string{stage.name}, stage.kind, subslice, index});
    if (stage.kind == BlockKind::kFrontEnd) {
      ends.front_end = block;
    } else {
      graph.connect(last, block, Travels::kFootprint);
    }
    if (stage.kind == BlockKind::kTags) ends.fills = block;
    last = block;
  }
  ends.writeback = last;
  for (const LineCacheOf& cache : own_caches(sampler)) {
    const std::size_t level =
        graph.add({path + "." + std::string{cache.facts.name()}, cache.facts.kind, subslice, index});
    graph.connect(ends.fills, level, Travels::kLine);
    ends.fills = level;
  }
  return ends;
}

namespace {

/// Caches of a slice and those behind the slices, from samplers to memory, and blocks that its subslices share.
struct SliceCaches {
  std::vector<std::size_t> levels;
  Shared shared;
};

SliceCaches add_caches(MachineGraph& graph, const MachineParameters& machine, std::uint32_t slice, std::size_t dispatch,
                       const std::vector<std::size_t>& behind) {
  SliceCaches caches{{}, {dispatch, CommonRequesters{machine, slice}, samplers_of(machine)}};
  std::erase_if(caches.shared.samplers, [slice](const SamplerPlace& sampler) { return sampler.slice != slice; });
  const std::optional<LineCacheOf> common = common_cache(machine, slice);
  auto next = behind.begin();
  for (const LineCacheOf& cache : shared_caches(machine, slice)) {
    caches.levels.push_back(cache.facts.in_slice()
                                ? graph.add({path_of(machine, cache.facts, slice), cache.facts.kind, 0, 0, slice})
                                : *next++);
    if (common && cache.facts.kind == common->facts.kind) caches.shared.common = caches.levels.back();
  }
  return caches;
}

/// Connects the caches of a slice with each other and with the block where slices meet. @param meet  number of this
void connect_levels(MachineGraph& graph, const MachineParameters& machine, std::uint32_t slice,
                    const SliceCaches& caches, std::size_t meet) {
  for (std::size_t i = 0; i < caches.levels.size(); ++i) {
    const std::size_t from = caches.levels[i];
    if (!cache_facts(graph.blocks()[from].kind).in_slice()) return;
    const std::size_t next = i + 1 < caches.levels.size() ? caches.levels[i + 1] : meet;
    const std::uint32_t first = next == meet ? first_requester(machine, slice) : 0;
    const bool sliced = graph.blocks()[from].kind == BlockKind::kL3;
    for (std::uint32_t way = 0; way < (sliced ? machine.slice[slice].l3.slices : 1); ++way)
      graph.connect(from, next, Travels::kLine, way, first + way);
  }
}

}  // namespace

MachineGraph graph_of(const MachineParameters& machine) {
  MachineGraph graph;
  const std::string first = slice_path(machine, 0);
  const std::size_t raster = graph.add({first + ".raster", BlockKind::kRaster});
  const std::size_t dispatch = graph.add({first + ".dispatch", BlockKind::kDispatch});
  std::vector<std::size_t> behind;  // the slices, from these to memory
  for (const LineCacheOf& cache : caches_behind_slices(machine))
    behind.push_back(graph.add({std::string{cache.facts.path}, cache.facts.kind}));
  std::vector<SliceCaches> slices;
  for (std::uint32_t slice = 0; slice < machine.slice.size(); ++slice)
    slices.push_back(add_caches(graph, machine, slice, dispatch, behind));
  const std::size_t memory = graph.add({"memory", BlockKind::kMemory});
  for (std::uint32_t slice = 0; slice < slices.size(); ++slice) {
    SliceCaches& caches = slices[slice];
    if (!common_cache(machine, slice)) caches.shared.common = memory;
    caches.shared.behind_samplers = caches.levels.empty() ? memory : caches.levels.front();
  }
  graph.connect(raster, dispatch, Travels::kThread);
  const std::vector<SubslicePlace> subslices = subslices_of(machine);
  SamplerGroup samplers;
  for (std::uint32_t i = 0; i < subslices.size(); ++i)
    add_subslice(graph, machine, subslices[i], i, slices[subslices[i].slice].shared, samplers);
  const std::size_t meet = behind.empty() ? memory : behind.front();
  for (std::uint32_t slice = 0; slice < slices.size(); ++slice)
    connect_levels(graph, machine, slice, slices[slice], meet);
  for (std::size_t i = 0; i < behind.size(); ++i)
    graph.connect(behind[i], i + 1 < behind.size() ? behind[i + 1] : memory, Travels::kLine);
  return graph;
}

const LineCacheParameters& cache_parameters(const MachineParameters& machine, const GraphBlock& cache) {
  const SubslicePlace subslice = subslices_of(machine)[cache.subslice];
  const bool own = cache_facts(cache.kind).use == CacheUse::kOneSampler;
  return cache_parameters(machine, cache.kind, own ? subslice.within : 0, own ? cache.index : 0,
                          own ? subslice.slice : cache.slice);
}

}  // namespace texpipe::machine
