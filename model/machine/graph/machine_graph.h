// The blocks of a machine and the edges between them: the one list that binding and topology read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "machine/blocks/block_facts.h"
#include "machine/graph/machine_parameters.h"

namespace texpipe::machine {

struct GraphBlock {
  std::string path;  // path of its parameters, its statistics and its module
  BlockKind kind;
  std::uint32_t subslice = 0;  // number of the subslice that it is part of, over all slices
  std::uint32_t index = 0;     // number of an EU, or of a sampler that it is part of, in its subslice
  std::uint32_t slice = 0;     // number of the slice that a cache of it is part of
};

/// Traffic along an edge. Messages, footprints and lines go through sockets: the start of the edge asks, and answers
/// come back along the same edge.
enum class Travels : std::uint8_t {
  kThread,     // a thread to execute
  kMessage,    // a request; its response comes back along the edge, except from samplers
  kResponse,   // a sampler's response, which leaves by another block than the message came to
  kThreadEnd,  // the message that ends a thread
  kFootprint,
  kLine,  // a request for a line of a cache or for bytes of one, or a write
};

struct GraphEdge {
  std::size_t from;  // numbers of the blocks at start and end
  std::size_t to;
  Travels what;
  std::uint32_t out = 0;  // number among the start's sockets for this traffic
  std::uint32_t in = 0;   // number among the end's sockets for it
};

/// Sockets of an interconnect for shared functions, by number. Where there are several samplers, those behind the first
/// have the numbers from kMoreSamplers on.
enum class SharedFunctionSocket : std::uint8_t {
  kSampler,
  kDataPort,
  kThreadSpawner,
  kPixelCoverage,
  kGateway,
  kMoreSamplers
};

/// Socket of an interconnect for one of the samplers that its subslice uses.
constexpr std::uint32_t sampler_socket(std::uint32_t index) {
  return index == 0 ? static_cast<std::uint32_t>(SharedFunctionSocket::kSampler)
                    : static_cast<std::uint32_t>(SharedFunctionSocket::kMoreSamplers) + index - 1;
}

class MachineGraph {
 public:
  const std::vector<GraphBlock>& blocks() const { return blocks_; }
  const std::vector<GraphEdge>& edges() const { return edges_; }

  /// Adds a block, whose path must be new. @return number of the block
  std::size_t add(GraphBlock block);
  void connect(std::size_t from, std::size_t to, Travels what, std::uint32_t out = 0, std::uint32_t in = 0);

 private:
  std::vector<GraphBlock> blocks_;
  std::vector<GraphEdge> edges_;
};

/// Blocks of a sampler at which edges to and from other blocks begin or end.
struct SamplerEnds {
  std::size_t front_end;
  std::size_t writeback;
  std::size_t fills;  // the block that asks for lines
};

/// Adds a sampler: its stages in the order in which footprints pass them, and the caches that it has to itself.
SamplerEnds add_sampler(MachineGraph& graph, const SamplerParameters& sampler, const std::string& path,
                        std::uint32_t subslice = 0, std::uint32_t index = 0);

MachineGraph graph_of(const MachineParameters& machine);

/// Parameters of a cache of lines of the graph.
const LineCacheParameters& cache_parameters(const MachineParameters& machine, const GraphBlock& cache);

}  // namespace texpipe::machine
