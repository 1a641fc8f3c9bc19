#include "machine/graph/machine_graph.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "machine/graph/cache_surroundings.h"
#include "machine/graph/machine_rules.h"
#include "machine/graph/places.h"

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
  CHECK(CommonRequesters{machine}.count() == 1 + machine.slice.subslice.size());
}

TEST_CASE("samplers of a subslice have indices where there are several and each has its way to L3",
          "[machine][graph][topology]") {
  MachineParameters machine;
  machine.slice.subslice[1].sampler.resize(2);
  const MachineGraph graph = graph_of(machine);
  const std::string second = "slice.subslice[1].";
  for (const std::string& sampler : {second + "sampler[0]", second + "sampler[1]"}) {
    CHECK(edges_between(graph, second + "interconnect", sampler + ".front_end") == 1);
    CHECK(edges_between(graph, sampler + ".writeback", second + "interconnect") == 1);
    CHECK(edges_between(graph, sampler + ".l2", "slice.l3") == 1);
  }
  CHECK(edges_between(graph, "slice.subslice[0].sampler.l2", "slice.l3") == 1);
  CHECK(CommonRequesters{machine}.count() == 2 * machine.slice.subslice.size() + 1);
}

TEST_CASE("subslices that share samplers send over the link of the first of them", "[machine][graph][topology]") {
  MachineParameters machine;
  machine.slice.subslices_per_sampler = 2;
  machine.slice.subslice[0].sampler.resize(2);
  const MachineGraph graph = graph_of(machine);
  const std::string link = "slice.subslice[0].sampler_link";
  CHECK(edges_between(graph, "slice.subslice[0].interconnect", link) == 2);
  CHECK(edges_between(graph, "slice.subslice[1].interconnect", link) == 2);
  CHECK(edges_between(graph, link, "slice.subslice[0].sampler[1].front_end") == 1);
  // The last one shares with nobody.
  CHECK(edges_between(graph, "slice.subslice[2].interconnect", "slice.subslice[2].sampler.front_end") == 1);
  CHECK(samplers_of(machine).size() == 3);
}

TEST_CASE("slices have indices where there are several and meet in the last-level cache, or at memory",
          "[machine][graph][topology]") {
  MachineParameters machine;
  machine.slice.resize(2);
  CHECK(broken_rules(machine).empty());
  CHECK(edges_between(graph_of(machine), "slice[1].l3", "memory") == 1);
  CHECK(memory_requesters(machine) == 2);
  machine.llc.enabled = true;
  CHECK(broken_rules(machine).empty());
  CHECK(memory_requesters(machine) == 1);
  machine.slice[1].l3.enabled = false;
  const MachineGraph graph = graph_of(machine);
  CHECK(edges_between(graph, "slice[0].l3", "llc") == 1);
  CHECK(edges_between(graph, "slice[0].subslice[0].sampler.l2", "slice[0].l3") == 1);
  CHECK(edges_between(graph, "slice[1].subslice[2].sampler.l2", "llc") == 1);
  CHECK(edges_between(graph, "slice[0].dispatch", "slice[1].subslice[2].eu[0]") == 1);
  CHECK(first_requester(machine, 2) == 1 + 2 * 3);
  CHECK(subslices_of(machine)[4].path == "slice[1].subslice[1]");
}

TEST_CASE("without L3 samplers and data ports ask the last-level cache, or memory", "[machine][graph][topology]") {
  MachineParameters machine;
  machine.slice.l3.enabled = false;
  CHECK(broken_rules(machine).empty());
  CHECK(edges_between(graph_of(machine), "slice.subslice[0].sampler.l2", "memory") == 1);
  CHECK(edges_between(graph_of(machine), "slice.subslice[0].data_port", "memory") == 1);
  CHECK(memory_requesters(machine) == 2 * 3);
  machine.slice.tlb.enabled = true;
  CHECK_FALSE(broken_rules(machine).empty());
  machine.llc.enabled = true;
  CHECK(broken_rules(machine).empty());
  const MachineGraph graph = graph_of(machine);
  CHECK(edges_between(graph, "slice.subslice[0].sampler.l2", "llc") == 1);
  CHECK(edges_between(graph, "slice.subslice[0].data_port", "llc") == 1);
}

TEST_CASE("each slice of an L3 has a way of its own to the next level", "[machine][graph][topology]") {
  MachineParameters machine;
  machine.slice.l3.slices = 4;
  CHECK(broken_rules(machine).empty());
  CHECK(edges_between(graph_of(machine), "slice.l3", "memory") == 4);
  machine.llc.enabled = true;
  CHECK(edges_between(graph_of(machine), "slice.l3", "llc") == 4);
  CHECK(edges_between(graph_of(machine), "llc", "memory") == 1);
  machine.slice.l3.slices = 5;  // 768 KiB are no multiple
  CHECK_FALSE(broken_rules(machine).empty());
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
  machine.slice.l3.enabled = GENERATE(false, true);
  machine.llc.enabled = true;
  machine.slice.subslices_per_sampler = GENERATE(1, 2);
  machine.slice.subslice[0].sampler.resize(2);
  machine.slice.resize(GENERATE(1, 2));
  const MachineGraph graph = graph_of(machine);
  std::set<std::tuple<std::size_t, Travels, std::uint32_t>> taken;
  for (const GraphEdge& edge : graph.edges()) {
    if (edge.what == Travels::kThread || edge.what == Travels::kResponse) continue;  // no sockets
    INFO(graph.blocks()[edge.from].path << " to " << graph.blocks()[edge.to].path);
    CHECK(taken.insert({edge.to, edge.what, edge.in}).second);
  }
}
