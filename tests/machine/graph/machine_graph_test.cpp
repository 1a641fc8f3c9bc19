#include "machine/graph/machine_graph.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "machine/graph/cache_surroundings.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

std::size_t edges_between(const MachineGraph& graph, const std::string& from, const std::string& to) {
  const auto path = [&](std::size_t block) { return graph.blocks()[block].path; };
  return static_cast<std::size_t>(std::count_if(graph.edges().begin(), graph.edges().end(), [&](const GraphEdge& edge) {
    return path(edge.from) == from && path(edge.to) == to;
  }));
}

}  // namespace

TEST_CASE("every block of a machine stands in its graph once", "[machine][graph]") {
  MachineParameters machine;
  const MachineGraph graph = graph_of(machine);
  std::set<std::string> paths;
  for (const GraphBlock& block : graph.blocks()) paths.insert(block.path);
  CHECK(paths.size() == graph.blocks().size());
  const std::size_t eus = machine.slice.subslice[0].eu.size();
  const std::size_t l2 = machine.slice.subslice[0].sampler.l2.enabled ? 1 : 0;
  // raster, dispatch, L3, memory; interconnect, data port, pixel coverage, gateway and a sampler's stages in each
  // subslice
  CHECK(graph.blocks().size() == 4 + machine.slice.subslice.size() * (4 + kSamplerStages.size() + l2 + eus));
}

TEST_CASE("fills of a sampler come from its second level where there is one and else from L3", "[machine][graph]") {
  MachineParameters machine;
  machine.slice.subslice[0].sampler.l2.enabled = true;
  machine.slice.subslice[1].sampler.l2.enabled = false;
  const MachineGraph graph = graph_of(machine);
  const std::string first = "slice.subslice[0].sampler.", second = "slice.subslice[1].sampler.";
  CHECK(edges_between(graph, first + "l1", first + "l2") == 1);
  CHECK(edges_between(graph, first + "l2", "slice.l3") == 1);
  CHECK(edges_between(graph, first + "l1", "slice.l3") == 0);
  CHECK(edges_between(graph, second + "l1", "slice.l3") == 1);
}

TEST_CASE("an L2 that samplers share stands between all of them and L3 and data ports go past it", "[machine][graph]") {
  MachineParameters machine;
  machine.slice.subslice[1].sampler.l2.enabled = false;
  machine.slice.shared_l2.enabled = true;
  const MachineGraph graph = graph_of(machine);
  CHECK(edges_between(graph, "slice.subslice[0].sampler.l2", "slice.shared_l2") == 1);
  CHECK(edges_between(graph, "slice.subslice[1].sampler.l1", "slice.shared_l2") == 1);
  CHECK(edges_between(graph, "slice.shared_l2", "slice.l3") == 1);
  CHECK(edges_between(graph, "slice.subslice[0].sampler.l2", "slice.l3") == 0);
  CHECK(edges_between(graph, "slice.subslice[2].data_port", "slice.l3") == 1);
  CHECK(L3Requesters{machine}.count() == 1 + machine.slice.subslice.size());
}

TEST_CASE("a last-level cache stands between L3 and memory where there is one", "[machine][graph]") {
  MachineParameters machine;
  CHECK(edges_between(graph_of(machine), "slice.l3", "memory") == 1);
  machine.llc.enabled = true;
  const MachineGraph graph = graph_of(machine);
  CHECK(edges_between(graph, "slice.l3", "llc") == 1);
  CHECK(edges_between(graph, "llc", "memory") == 1);
  CHECK(edges_between(graph, "slice.l3", "memory") == 0);
}

TEST_CASE("no two edges of a machine end in one socket", "[machine][graph]") {
  const bool shared = GENERATE(false, true);
  MachineParameters machine;
  machine.slice.shared_l2.enabled = shared;
  const MachineGraph graph = graph_of(machine);
  std::set<std::tuple<std::size_t, Travels, std::uint32_t>> taken;
  for (const GraphEdge& edge : graph.edges()) {
    if (edge.what == Travels::kThread || edge.what == Travels::kResponse) continue;  // no sockets
    INFO(graph.blocks()[edge.from].path << " to " << graph.blocks()[edge.to].path);
    CHECK(taken.insert({edge.to, edge.what, edge.in}).second);
  }
}
