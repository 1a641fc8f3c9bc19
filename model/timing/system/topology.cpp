#include "timing/system/topology.h"

// The machine as a DOT graph: a box per slice, subslice and sampler, a node per block with its sizes, an edge per
// socket and a dashed edge for the traffic that comes back through it.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/fraction.h"
#include "base/unit_text.h"
#include "machine/graph/line_caches.h"
#include "machine/graph/machine_graph.h"

namespace texpipe::timing {

namespace {

struct Edge {
  std::string from;
  std::string to;
  std::string label;
  std::string back = {};     // label of the dashed edge against it; empty: nothing comes back
  bool is_way_back = false;  // whether the edge itself leads back to where work comes from
};

/// Attributes of an edge that leads back: dashed, and not pulling blocks apart.
constexpr const char* kWayBack = ", style=dashed, color=gray40, fontcolor=gray40, constraint=false";

std::string_view parent_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

std::string_view leaf_of(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

std::string count(Fraction number, std::string_view what) {
  return value_text(number) + " " + std::string{what} + (number == Fraction{1} ? "" : "s");
}

std::string per_cycle(Fraction bytes) {
  return value_text(bytes) + " B/clk";
}

std::string lines(std::initializer_list<std::string> texts) {
  std::string text;
  for (const std::string& line : texts) {
    if (!line.empty()) text += "\\n" + line;
  }
  return text;
}

std::string cache_shape(ByteSize size, std::uint32_t ways, ByteSize line) {
  return value_text(size) + ", " + count(ways, "way") + ", lines of " + value_text(line);
}

std::string cache_sizes(const machine::LineCacheParameters& cache) {
  return lines({cache_shape(cache.capacity(), cache.ways, cache.line), count(cache.banks, "bank"),
                count(cache.mshrs, "miss register") + " each"});
}

/// Collects blocks with the sizes that their labels show, and edges, in the order in which they are added; text() draws
/// them.
class Drawing {
 public:
  void block(const std::string& path, const std::string& sizes) { blocks_[path] = sizes; }
  void edge(Edge edge) { edges_.push_back(std::move(edge)); }

  std::string text() const {
    std::string text =
        "digraph machine {\n  rankdir=LR;\n  nodesep=0.15;\n  node [shape=box, fontsize=11];\n"
        "  edge [fontsize=9];\n";
    text += content("", by_parent(), 0);
    for (const Edge& edge : edges_) {
      text += arrow(edge.from, edge.to, edge.label, edge.is_way_back);
      if (!edge.back.empty()) text += arrow(edge.to, edge.from, edge.back, true);
    }
    return text + "}\n";
  }

 private:
  /// Content of a path: other paths that hold blocks, and blocks.
  struct Content {
    std::set<std::string_view> clusters;
    std::vector<std::string_view> blocks;
  };
  using Contents = std::map<std::string_view, Content>;

  Contents by_parent() const {
    Contents contents;
    for (const auto& [path, sizes] : blocks_) {
      contents[parent_of(path)].blocks.push_back(path);
      for (std::string_view up = parent_of(path); !up.empty(); up = parent_of(up)) {
        if (!contents[parent_of(up)].clusters.insert(up).second) break;
      }
    }
    return contents;
  }

  static std::string arrow(const std::string& from, const std::string& to, const std::string& label, bool is_way_back) {
    return "  \"" + from + "\" -> \"" + to + "\" [label=\"" + label + "\"" + (is_way_back ? kWayBack : "") + "];\n";
  }

  static std::string node_text(const std::string& path, const std::string& sizes, unsigned depth) {
    return std::string(2 * depth, ' ') + "\"" + path + "\" [label=\"" + std::string{leaf_of(path)} + sizes + "\"];\n";
  }

  std::string content(std::string_view path, const Contents& contents, unsigned depth) const {
    const auto found = contents.find(path);
    if (found == contents.end()) return "";
    std::string text;
    for (const std::string_view inner : found->second.clusters) text += cluster(inner, contents, depth + 1);
    for (const std::string_view block : found->second.blocks) {
      const std::string name{block};
      text += node_text(name, blocks_.at(name), depth + 1);
    }
    return text;
  }

  std::string cluster(std::string_view path, const Contents& contents, unsigned depth) const {
    const std::string indent(2 * depth, ' ');
    return indent + "subgraph \"cluster_" + std::string{path} + "\" {\n" + indent + "  label=\"" +
           std::string{leaf_of(path)} + "\"; style=rounded; color=gray60;\n" + content(path, contents, depth) + indent +
           "}\n";
  }

  std::map<std::string, std::string> blocks_;  // path to sizes: lines of the label below the block's name
  std::vector<Edge> edges_;
};

std::string sizes_of(const machine::MachineParameters& machine, const machine::GraphBlock& block) {
  using Kind = machine::BlockKind;
  const machine::SubsliceParameters& subslice = machine.slice.subslice[block.subslice];
  const machine::SamplerParameters& sampler = subslice.sampler;
  const machine::TextureCacheParameters& l1 = sampler.l1;
  switch (block.kind) {
    case Kind::kEu:
      return lines({count(subslice.eu[block.index].threads, "thread")});
    case Kind::kFrontEnd:
      return lines({count(sampler.front_end.slots, "message"), per_cycle(sampler.front_end.bytes_per_cycle)});
    case Kind::kAddressGenerator:
      return lines({count(sampler.address_generator.slots, "footprint")});
    case Kind::kTags:
      return lines({l1.enabled ? "tags of " + cache_shape(l1.size, l1.ways, l1.line)
                               : "no cache, lines of " + value_text(l1.line),
                    count(l1.mshrs, "miss register"),
                    "latency FIFO of " + count(sampler.latency_fifo.slots, "footprint")});
    case Kind::kData:
      return lines(
          {count(l1.banks, "bank") + ", " + count(l1.ports, "port") + " each", count(l1.data_slots, "footprint")});
    case Kind::kDecoder:
      return lines(
          {count(sampler.decoder.slots, "footprint"), count(sampler.decoder.texels_per_cycle, "texel") + "/clk"});
    case Kind::kFilter:
      return lines({count(sampler.filter.slots, "footprint")});
    case Kind::kWriteback:
      return lines({count(sampler.writeback.slots, "message"), per_cycle(sampler.writeback.bytes_per_cycle)});
    case Kind::kDataPort:
      return lines({count(subslice.data_port.message_slots, "message"),
                    count(subslice.data_port.outstanding_lines, "line") + " on their way"});
    case Kind::kMemory:
      return lines({value_text(machine.memory.bandwidth), count(machine.memory.banks, "bank"),
                    "rows of " + value_text(machine.memory.row)});
    default:
      break;
  }
  if (!machine::is_line_cache(block.kind)) return "";
  const bool translates = block.kind == Kind::kL3 && machine.slice.tlb.enabled;
  return cache_sizes(machine::cache_parameters(machine, block.kind, block.subslice)) +
         lines({translates ? "TLB of " + count(machine.slice.tlb.entries, "page") : ""});
}

/// Label of the traffic that comes back for a request for a line. L3 has a port of its own for each requester.
std::string answers_of(const machine::MachineParameters& machine, const machine::GraphBlock& block) {
  if (block.kind == machine::BlockKind::kMemory) return "lines, " + value_text(machine.memory.bandwidth);
  if (!machine::is_line_cache(block.kind) || block.kind == machine::BlockKind::kL3) return "lines";
  return "lines, " + per_cycle(machine::cache_parameters(machine, block.kind, block.subslice).bytes_per_cycle);
}

Edge edge_of(const machine::MachineParameters& machine, const machine::MachineGraph& graph,
             const machine::GraphEdge& edge) {
  using machine::BlockKind;
  using machine::Travels;
  const machine::GraphBlock &from = graph.blocks()[edge.from], &to = graph.blocks()[edge.to];
  const machine::SubsliceParameters& subslice = machine.slice.subslice[from.subslice];
  const std::string responses = "response, " + per_cycle(subslice.interconnect.response_bytes_per_cycle);
  Edge drawn{from.path, to.path, ""};
  switch (edge.what) {
    case Travels::kThread:
      drawn.label = "thread";
      break;
    case Travels::kMessage:
      drawn.label = "message, " + per_cycle(subslice.interconnect.request_bytes_per_cycle);
      if (to.kind != BlockKind::kFrontEnd) drawn.back = responses;
      break;
    case Travels::kResponse:
      drawn.label = responses;
      drawn.is_way_back = true;
      break;
    case Travels::kThreadEnd:
      drawn.label = "end of thread";
      drawn.is_way_back = true;
      break;
    case Travels::kFootprint:
      drawn.label = "footprint";
      break;
    case Travels::kLine:
      drawn.label = "memory";
      drawn.back = answers_of(machine, to);
      break;
  }
  return drawn;
}

}  // namespace

std::string topology_dot(const machine::MachineParameters& machine) {
  const machine::MachineGraph graph = machine::graph_of(machine);
  Drawing drawing;
  for (const machine::GraphBlock& block : graph.blocks()) drawing.block(block.path, sizes_of(machine, block));
  for (const machine::GraphEdge& edge : graph.edges()) drawing.edge(edge_of(machine, graph, edge));
  return drawing.text();
}

}  // namespace texpipe::timing
