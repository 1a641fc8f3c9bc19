#include "machine/graph/machine_graph.h"

#include <utility>

#include "machine/graph/cache_surroundings.h"

namespace texpipe::machine {
namespace {

std::string indexed(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

constexpr std::uint32_t number_of(SharedFunctionSocket socket) {
  return static_cast<std::uint32_t>(socket);
}

/// Blocks that all subslices share.
struct Shared {
  std::size_t dispatch;
  L3Requesters of_l3;
  std::size_t l3 = 0;
  std::size_t behind_samplers = 0;  // first cache that samplers share: L3, or one before it
};

void add_subslice(MachineGraph& graph, const SubsliceParameters& subslice, const std::string& path,
                  std::uint32_t number, const Shared& shared) {
  const std::size_t interconnect = graph.add({path + ".interconnect", BlockKind::kInterconnect, number});
  for (std::uint32_t i = 0; i < subslice.eu.size(); ++i) {
    const std::size_t eu = graph.add({indexed(path + ".eu", i), BlockKind::kEu, number, i});
    graph.connect(shared.dispatch, eu, Travels::kThread);
    graph.connect(eu, interconnect, Travels::kMessage, 0, i);
  }
  const std::size_t data_port = graph.add({path + ".data_port", BlockKind::kDataPort, number});
  const std::size_t coverage = graph.add({path + ".pixel_coverage", BlockKind::kPixelCoverage, number});
  const std::size_t gateway = graph.add({path + ".gateway", BlockKind::kGateway, number});
  const SamplerEnds sampler = add_sampler(graph, subslice.sampler, path + ".sampler", number);
  graph.connect(interconnect, sampler.front_end, Travels::kMessage, number_of(SharedFunctionSocket::kSampler));
  graph.connect(sampler.writeback, interconnect, Travels::kResponse);
  graph.connect(interconnect, data_port, Travels::kMessage, number_of(SharedFunctionSocket::kDataPort));
  graph.connect(interconnect, coverage, Travels::kMessage, number_of(SharedFunctionSocket::kPixelCoverage));
  graph.connect(interconnect, gateway, Travels::kMessage, number_of(SharedFunctionSocket::kGateway));
  graph.connect(interconnect, shared.dispatch, Travels::kThreadEnd, number_of(SharedFunctionSocket::kThreadSpawner),
                number);
  graph.connect(sampler.fills, shared.behind_samplers, Travels::kLine, 0, requester_of_sampler(shared.of_l3, number));
  graph.connect(data_port, shared.l3, Travels::kLine, 0, shared.of_l3.data_port(number));
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
                        std::uint32_t subslice) {
  SamplerEnds ends{};
  std::size_t last = 0;
  for (const StageFacts& stage : kSamplerStages) {
    const std::size_t block = graph.add({path + "." + std::string{stage.name}, stage.kind, subslice});
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
    const std::size_t level = graph.add({path + "." + std::string{cache.facts.name()}, cache.facts.kind, subslice});
    graph.connect(ends.fills, level, Travels::kLine);
    ends.fills = level;
  }
  return ends;
}

MachineGraph graph_of(const MachineParameters& machine) {
  MachineGraph graph;
  const std::size_t raster = graph.add({"slice.raster", BlockKind::kRaster});
  const std::size_t dispatch = graph.add({"slice.dispatch", BlockKind::kDispatch});
  Shared shared{dispatch, L3Requesters{machine}};
  std::vector<std::size_t> levels;  // caches that samplers share, from them to memory
  for (const LineCacheOf& cache : shared_caches(machine)) {
    levels.push_back(graph.add({std::string{cache.facts.path}, cache.facts.kind}));
    if (cache.facts.kind == BlockKind::kL3) shared.l3 = levels.back();
  }
  shared.behind_samplers = levels.front();
  const std::size_t memory = graph.add({"memory", BlockKind::kMemory});
  graph.connect(raster, shared.dispatch, Travels::kThread);
  for (std::uint32_t i = 0; i < machine.slice.subslice.size(); ++i)
    add_subslice(graph, machine.slice.subslice[i], indexed("slice.subslice", i), i, shared);
  levels.push_back(memory);
  for (std::size_t i = 0; i + 1 < levels.size(); ++i) graph.connect(levels[i], levels[i + 1], Travels::kLine);
  return graph;
}

}  // namespace texpipe::machine
