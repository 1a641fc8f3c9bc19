// Picture of a machine as a graph of its blocks, those that are alike together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machine/graph/machine_parameters.h"

namespace texpipe::timing {

/// Blocks of one box.
struct DrawnBlock {
  std::string path;                  // with the indices of all: `slice.subslice[0-2].eu[0-7]`
  std::vector<std::string> sizes;    // lines of each block
  std::vector<std::string> members;  // paths of the blocks
  std::uint32_t parts = 1;           // equal parts of each block: slices of L3

  std::size_t count() const { return members.size() * parts; }
};

struct DrawnEdge {
  std::size_t from;  // numbers of boxes
  std::size_t to;
  std::string label;
  std::string back = {};     // label of the dashed edge against it; empty: nothing comes back
  bool is_way_back = false;  // whether the edge itself leads back to where work comes from
};

struct Topology {
  std::vector<DrawnBlock> blocks;
  std::vector<DrawnEdge> edges;
};

/// Blocks and edges in the order of the machine's graph.
Topology topology_of(const machine::MachineParameters& machine);

/// The topology as a DOT graph: a box per slice, subslice and sampler, a node per kind of block with its sizes, an edge
/// per kind of socket and a dashed edge for the traffic that comes back through it.
std::string topology_dot(const machine::MachineParameters& machine);

/// Last part of a path, and what it is part of.
std::string_view leaf_of(std::string_view path);
std::string_view parent_of(std::string_view path);

}  // namespace texpipe::timing
