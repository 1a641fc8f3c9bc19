#include "machine/graph/grouped_graph.h"

#include <catch2/catch.hpp>

namespace texpipe::machine {
namespace {

std::vector<std::string> paths_of(const GroupedGraph& groups) {
  std::vector<std::string> paths;
  for (const BlockGroup& group : groups.groups) paths.push_back(group.path);
  return paths;
}

/// A source with a chain of two blocks for each of four lanes.
MachineGraph four_chains() {
  MachineGraph graph;
  graph.add({"source", BlockKind::kDispatch});
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    const std::string path = "lane[" + std::to_string(lane) + "].";
    const std::size_t first = graph.add({path + "a", BlockKind::kEu, lane});
    const std::size_t second = graph.add({path + "b", BlockKind::kDataPort, lane});
    graph.connect(0, first, Travels::kThread);
    graph.connect(first, second, Travels::kMessage);
  }
  return graph;
}

}  // namespace

TEST_CASE("blocks alike are one group, and their edges one", "[graph]") {
  const GroupedGraph groups = grouped(four_chains(), std::vector<std::string>(9));
  CHECK(paths_of(groups) == std::vector<std::string>{"source", "lane[0-3].a", "lane[0-3].b"});
  CHECK(groups.edges.size() == 2);
  CHECK(groups.groups[1].members == std::vector<std::size_t>{1, 3, 5, 7});
}

TEST_CASE("what is linked to something else is not alike, however far away that is", "[graph]") {
  std::vector<std::string> facts(9);
  facts[6] = "larger";  // lane[2].b
  const GroupedGraph groups = grouped(four_chains(), facts);
  CHECK(paths_of(groups) ==
        std::vector<std::string>{"source", "lane[0-1,3].a", "lane[0-1,3].b", "lane[2].a", "lane[2].b"});
}

TEST_CASE("groups whose indices are no product of ranges are divided, so that names stay apart", "[graph]") {
  MachineGraph graph;
  for (const char* path : {"a[0].b[0]", "a[0].b[1]", "a[1].b[0]", "a[1].b[1]"}) graph.add({path, BlockKind::kEu});
  const GroupedGraph groups = grouped(graph, {"x", "y", "y", "x"});
  CHECK(paths_of(groups) == std::vector<std::string>{"a[0].b[0]", "a[0].b[1]", "a[1].b[0]", "a[1].b[1]"});
}

}  // namespace texpipe::machine
