#include "timing/system/topology.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/fraction.h"
#include "base/unit_text.h"
#include "machine/graph/grouped_graph.h"
#include "machine/graph/line_caches.h"
#include "machine/graph/machine_graph.h"
#include "machine/graph/places.h"
#include "timing/system/frame_topology.h"

namespace texpipe::timing {

namespace {

/// Attributes of an edge that leads back: dashed, and not pulling blocks apart.
constexpr const char* kWayBack = ", style=dashed, color=gray40, fontcolor=gray40, constraint=false";

std::string count(Fraction number, std::string_view what) {
  return value_text(number) + " " + std::string{what} + (number == Fraction{1} ? "" : "s");
}

std::string per_cycle(Fraction bytes) {
  return value_text(bytes) + " B/clk";
}

using Lines = std::vector<std::string>;

std::string cache_shape(ByteSize size, std::uint32_t ways, ByteSize line) {
  return value_text(size) + ", " + count(ways, "way") + ", lines of " + value_text(line);
}

/// Sizes of a cache; of one in slices those of a slice, and the crossbar before them.
Lines cache_sizes(const machine::LineCacheParameters& cache) {
  const ByteSize slice{cache.capacity().value() / cache.slices};
  Lines lines{cache_shape(slice, cache.ways, cache.line)};
  lines.push_back(count(cache.banks, "bank"));
  lines.push_back(count(cache.mshrs, "miss register") + " each");
  if (cache.slices > 1) lines.push_back("crossbar of " + per_cycle(cache.crossbar.bytes_per_cycle) + " a slice");
  return lines;
}

/// Equal parts of a block, which are drawn as one box.
std::uint32_t parts_of(const machine::MachineParameters& machine, const machine::GraphBlock& block) {
  return machine::is_line_cache(block.kind) ? machine::cache_parameters(machine, block).slices : 1;
}

/// A topology as text: boxes inside boxes, in the order of the blocks.
class Drawing {
 public:
  explicit Drawing(const Topology& topology) : topology_{topology} {
    for (const DrawnBlock& block : topology_.blocks) {
      contents_[parent_of(block.path)].blocks.push_back(&block);
      for (std::string_view up = parent_of(block.path); !up.empty(); up = parent_of(up)) {
        std::vector<std::string_view>& clusters = contents_[parent_of(up)].clusters;
        if (std::find(clusters.begin(), clusters.end(), up) != clusters.end()) break;
        clusters.push_back(up);
      }
    }
  }

  std::string text() const {
    std::string text =
        "digraph machine {\n  rankdir=LR;\n  nodesep=0.15;\n  node [shape=box, fontsize=11];\n"
        "  edge [fontsize=9];\n";
    text += content("", 0);
    for (const DrawnEdge& edge : topology_.edges) {
      const std::string &from = topology_.blocks[edge.from].path, &to = topology_.blocks[edge.to].path;
      text += arrow(from, to, edge.label, edge.is_way_back);
      if (!edge.back.empty()) text += arrow(to, from, edge.back, true);
    }
    return text + "}\n";
  }

 private:
  /// Content of a path: other paths that hold blocks, and blocks.
  struct Content {
    std::vector<std::string_view> clusters;
    std::vector<const DrawnBlock*> blocks;
  };

  static std::string arrow(const std::string& from, const std::string& to, const std::string& label, bool is_way_back) {
    return "  \"" + from + "\" -> \"" + to + "\" [label=\"" + label + "\"" + (is_way_back ? kWayBack : "") + "];\n";
  }

  static std::string parts_text(const DrawnBlock& block) {
    return block.parts == 1 ? "" : std::to_string(block.parts) + " × ";
  }

  static std::string node_text(const DrawnBlock& block, unsigned depth) {
    std::string text = std::string(2 * depth, ' ') + "\"" + block.path + "\" [label=\"" + parts_text(block) +
                       std::string{leaf_of(block.path)};
    for (const std::string& line : block.sizes) text += "\\n" + line;
    return text + "\"];\n";
  }

  std::string content(std::string_view path, unsigned depth) const {
    const auto found = contents_.find(path);
    if (found == contents_.end()) return "";
    std::string text;
    for (const std::string_view inner : found->second.clusters) text += cluster(inner, depth + 1);
    for (const DrawnBlock* block : found->second.blocks) text += node_text(*block, depth + 1);
    return text;
  }

  std::string cluster(std::string_view path, unsigned depth) const {
    const std::string indent(2 * depth, ' ');
    return indent + "subgraph \"cluster_" + std::string{path} + "\" {\n" + indent + "  label=\"" +
           std::string{leaf_of(path)} + "\"; style=rounded; color=gray60;\n" + content(path, depth) + indent + "}\n";
  }

  const Topology& topology_;
  std::map<std::string_view, Content> contents_;
};

/// Number in its subslice of the sampler that a block is part of.
std::uint32_t sampler_of(const machine::GraphBlock& block) {
  return block.kind == machine::BlockKind::kEu ? 0 : block.index;
}

/// Size of a stage whose parameters have slots for footprints and nothing more to tell; none for any other block.
Lines slots_of(const machine::SamplerParameters& sampler, machine::BlockKind kind) {
  Lines slots;
  machine::for_each_stage(sampler, [&](machine::BlockKind stage, const auto& parameters) {
    if constexpr (requires { parameters.slots; })
      if (stage == kind) slots = {count(parameters.slots, "footprint")};
  });
  return slots;
}

Lines sizes_of(const machine::MachineParameters& machine, const machine::GraphBlock& block) {
  using Kind = machine::BlockKind;
  const machine::SubsliceParameters& subslice = *machine::subslices_of(machine)[block.subslice].parameters;
  const machine::SamplerParameters& sampler = subslice.sampler[sampler_of(block)];
  const machine::TextureCacheParameters& l1 = sampler.l1;
  switch (block.kind) {
    case Kind::kEu:
      return {count(subslice.eu[block.index].threads, "thread")};
    case Kind::kFrontEnd:
      return {count(sampler.front_end.slots, "message"), per_cycle(sampler.front_end.bytes_per_cycle)};
    case Kind::kTags:
      return {l1.enabled ? "tags of " + cache_shape(l1.size, l1.ways, l1.line)
                         : "no cache, lines of " + value_text(l1.line),
              count(l1.mshrs, "miss register"), "latency FIFO of " + count(sampler.latency_fifo.slots, "footprint")};
    case Kind::kData:
      return {count(l1.banks, "bank") + ", " + count(l1.ports, "port") + " each", count(l1.data_slots, "footprint")};
    case Kind::kDecoder:
      return {count(sampler.decoder.slots, "footprint"), count(sampler.decoder.texels_per_cycle, "texel") + "/clk"};
    case Kind::kWriteback:
      return {count(sampler.writeback.slots, "message"), per_cycle(sampler.writeback.bytes_per_cycle)};
    case Kind::kSamplerLink:
      return {count(subslice.sampler_link.latency.value(), "cycle")};
    case Kind::kDataPort:
      return {count(subslice.data_port.message_slots, "message"),
              count(subslice.data_port.outstanding_lines, "line") + " on their way"};
    case Kind::kMemory:
      return {value_text(machine.memory.bandwidth), count(machine.memory.banks, "bank"),
              "rows of " + value_text(machine.memory.row)};
    default:
      break;
  }
  if (!machine::is_line_cache(block.kind)) return slots_of(sampler, block.kind);
  Lines sizes = cache_sizes(machine::cache_parameters(machine, block));
  const machine::TlbParameters& tlb = machine.slice[block.slice].tlb;
  const auto common = machine::common_cache(machine, block.slice);
  if (tlb.enabled && common && block.kind == common->facts.kind)
    sizes.push_back("TLB of " + count(tlb.entries, "page"));
  return sizes;
}

/// The sizes as one text, by which blocks are told apart.
std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// Label of the traffic that comes back for a request for a line. L3 has a port of its own for each requester.
std::string answers_of(const machine::MachineParameters& machine, const machine::GraphBlock& block) {
  if (block.kind == machine::BlockKind::kMemory) return "lines, " + value_text(machine.memory.bandwidth);
  if (!machine::is_line_cache(block.kind) || block.kind == machine::BlockKind::kL3) return "lines";
  return "lines, " + per_cycle(machine::cache_parameters(machine, block).bytes_per_cycle);
}

/// Labels of an edge; between which boxes it is drawn is not known yet.
DrawnEdge labels_of(const machine::MachineParameters& machine, const machine::MachineGraph& graph,
                    const machine::GraphEdge& edge) {
  using machine::BlockKind;
  using machine::Travels;
  const machine::GraphBlock &from = graph.blocks()[edge.from], &to = graph.blocks()[edge.to];
  const machine::SubsliceParameters& subslice = *machine::subslices_of(machine)[from.subslice].parameters;
  const bool of_link = from.kind == BlockKind::kSamplerLink || to.kind == BlockKind::kSamplerLink;
  const Fraction linked = subslice.sampler_link.bytes_per_cycle;
  const Fraction rate = of_link ? linked : subslice.interconnect.response_bytes_per_cycle;
  const std::string responses = "response, " + per_cycle(rate);
  DrawnEdge drawn{0, 0, ""};
  switch (edge.what) {
    case Travels::kThread:
      drawn.label = "thread";
      break;
    case Travels::kMessage:
      drawn.label = "message, " + per_cycle(of_link ? linked : subslice.interconnect.request_bytes_per_cycle);
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

std::string_view parent_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

std::string_view leaf_of(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

Topology topology_of(const machine::MachineParameters& machine) {
  const machine::MachineGraph graph = machine::graph_of(machine);
  std::vector<Lines> sizes;
  std::vector<std::string> facts;
  for (const machine::GraphBlock& block : graph.blocks()) {
    sizes.push_back(sizes_of(machine, block));
    facts.push_back(joined(sizes.back()) + std::to_string(parts_of(machine, block)));
  }
  std::vector<DrawnEdge> edges;
  for (const machine::GraphEdge& edge : graph.edges()) {
    edges.push_back(labels_of(machine, graph, edge));
    // Blocks whose links are not alike are not alike either.
    facts[edge.from] += edges.back().label + edges.back().back + '\n';
  }
  Topology topology;
  const machine::GroupedGraph groups = machine::grouped(graph, facts);
  for (const machine::BlockGroup& group : groups.groups) {
    const std::size_t first = group.members.front();
    topology.blocks.push_back({group.path, sizes[first], {}, parts_of(machine, graph.blocks()[first])});
    for (const std::size_t member : group.members)
      topology.blocks.back().members.push_back(graph.blocks()[member].path);
  }
  for (const machine::EdgeGroup& group : groups.edges) {
    topology.edges.push_back(edges[group.first]);
    topology.edges.back().from = group.from;
    topology.edges.back().to = group.to;
  }
  if (machine.draws) add_fixed_functions(machine, topology);
  return topology;
}

std::string topology_dot(const machine::MachineParameters& machine) {
  return Drawing{topology_of(machine)}.text();
}

}  // namespace texpipe::timing
