// Blocks of a machine that are alike, together: 64 equal subslices are drawn as one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "machine/graph/machine_graph.h"

namespace texpipe::machine {

/// Blocks that have equal facts and equal neighbours, all around.
struct BlockGroup {
  std::string path;                  // indices of all members: `slice.subslice[0-2].eu[0-7]`
  std::vector<std::size_t> members;  // numbers of blocks of the graph, at least one
};

/// The edges between two groups that carry the same.
struct EdgeGroup {
  std::size_t from;  // numbers of groups
  std::size_t to;
  std::size_t first;  // number of an edge of the graph
};

struct GroupedGraph {
  std::vector<BlockGroup> groups;  // in the order of their first members in the graph
  std::vector<EdgeGroup> edges;    // in the order of their first edges
};

/// @param facts  what else tells blocks apart, one for each block, as their sizes
GroupedGraph grouped(const MachineGraph& graph, const std::vector<std::string>& facts);

}  // namespace texpipe::machine
