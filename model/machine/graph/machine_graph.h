// The blocks of a machine and what travels between them: the one list that binding and topology read.
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
  std::string path;  // of its parameters, its statistics and its module
  BlockKind kind;
  std::uint32_t subslice = 0;  // that it is part of
  std::uint32_t index = 0;     // of EUs, in the subslice
};

/// What travels along an edge. Messages, footprints and lines go through sockets: the start asks, and what is answered
/// comes back along the same edge.
enum class Travels : std::uint8_t {
  kThread,     // a thread to execute
  kMessage,    // a request; from EUs and to all shared functions but samplers with the response on the way back
  kResponse,   // of a sampler, whose messages leave where they did not enter
  kThreadEnd,  // the message that ends a thread
  kFootprint,
  kLine,  // a request for a line of a cache or for bytes of one, or a write
};

struct GraphEdge {
  std::size_t from;  // blocks
  std::size_t to;
  Travels what;
  std::uint32_t out = 0;  // number among the start's sockets for it
  std::uint32_t in = 0;   // among the end's
};

/// Sockets of an interconnect for shared functions, by number.
enum class SharedFunctionSocket : std::uint8_t { kSampler, kDataPort, kThreadSpawner, kPixelCoverage, kGateway };

class MachineGraph {
 public:
  const std::vector<GraphBlock>& blocks() const { return blocks_; }
  const std::vector<GraphEdge>& edges() const { return edges_; }

  /// @return number of the block. The path must be a new one.
  std::size_t add(GraphBlock block);
  void connect(std::size_t from, std::size_t to, Travels what, std::uint32_t out = 0, std::uint32_t in = 0);

 private:
  std::vector<GraphBlock> blocks_;
  std::vector<GraphEdge> edges_;
};

/// Blocks of a sampler, ends of what leads into and out of it.
struct SamplerEnds {
  std::size_t front_end;
  std::size_t writeback;
  std::size_t fills;  // asks for lines
};

/// Adds a sampler: its stages in the order in which footprints pass them, and the caches that it has to itself.
SamplerEnds add_sampler(MachineGraph& graph, const SamplerParameters& sampler, const std::string& path,
                        std::uint32_t subslice = 0);

MachineGraph graph_of(const MachineParameters& machine);

}  // namespace texpipe::machine
