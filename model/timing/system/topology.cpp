#include "timing/system/topology.h"

// The machine as a DOT graph: a box per slice, subslice and sampler, a node per block with its sizes, an edge per
// socket and a dashed one for what comes back through it.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/fraction.h"
#include "base/unit_text.h"

namespace texpipe::timing {

namespace {

struct Edge {
  std::string from;
  std::string to;
  std::string label;
  std::string back = {};     // of the dashed edge against it; empty: nothing comes back
  bool is_way_back = false;  // the edge itself leads back to where work comes from
};

/// What draws an edge as a way back: dashed, and not pulling blocks apart.
constexpr const char* kWayBack = ", style=dashed, color=gray40, fontcolor=gray40, constraint=false";

std::string indexed(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

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
  return lines({cache_shape(cache.size, cache.ways, cache.line), count(cache.banks, "bank"),
                count(cache.mshrs, "miss register") + " each"});
}

/// Blocks and edges of one machine, in the order in which they are added.
class Graph {
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
  /// What lies in a path: other paths that hold blocks, and blocks.
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

/// Stages of a sampler in the order in which footprints pass them, with the latency FIFO between tags and data of L1.
void add_sampler(Graph& graph, const std::string& path, const machine::SamplerParameters& sampler) {
  struct Stage {
    const char* name;
    std::string sizes;
  };
  const machine::TextureCacheParameters& l1 = sampler.l1;
  const Stage stages[] = {
      {"front_end", lines({count(sampler.front_end.slots, "message"), per_cycle(sampler.front_end.bytes_per_cycle)})},
      {"address_generator", lines({count(sampler.address_generator.slots, "footprint")})},
      {"l1",
       lines({l1.enabled ? "tags of " + cache_shape(l1.size, l1.ways, l1.line)
                         : "no cache, lines of " + value_text(l1.line),
              count(l1.mshrs, "miss register"), "latency FIFO of " + count(sampler.latency_fifo.slots, "footprint")})},
      {"l1_data",
       lines({count(l1.banks, "bank") + ", " + count(l1.ports, "port") + " each", count(l1.data_slots, "footprint")})},
      {"decoder",
       lines({count(sampler.decoder.slots, "footprint"), count(sampler.decoder.texels_per_cycle, "texel") + "/clk"})},
      {"filter", lines({count(sampler.filter.slots, "footprint")})},
      {"writeback", lines({count(sampler.writeback.slots, "message"), per_cycle(sampler.writeback.bytes_per_cycle)})},
  };
  const Stage* previous = nullptr;
  for (const Stage& stage : stages) {
    graph.block(path + "." + stage.name, stage.sizes);
    if (previous) graph.edge({path + "." + previous->name, path + "." + stage.name, "footprint"});
    previous = &stage;
  }
  std::string fills = path + ".l1";
  if (sampler.l2.enabled) {
    graph.block(path + ".l2", cache_sizes(sampler.l2.cache));
    graph.edge({fills, path + ".l2", "memory", "lines, " + per_cycle(sampler.l2.cache.bytes_per_cycle)});
    fills = path + ".l2";
  }
  graph.edge({fills, "slice.l3", "memory", "lines"});
}

void add_subslice(Graph& graph, const std::string& path, const machine::SubsliceParameters& subslice) {
  const std::string interconnect = path + ".interconnect";
  const std::string requests = "message, " + per_cycle(subslice.interconnect.request_bytes_per_cycle);
  const std::string responses = "response, " + per_cycle(subslice.interconnect.response_bytes_per_cycle);
  graph.block(interconnect, "");
  for (std::size_t i = 0; i < subslice.eu.size(); ++i) {
    const std::string eu = indexed(path + ".eu", i);
    graph.block(eu, lines({count(subslice.eu[i].threads, "thread")}));
    graph.edge({"slice.dispatch", eu, "thread"});
    graph.edge({eu, interconnect, requests, responses});
  }
  graph.block(path + ".data_port", lines({count(subslice.data_port.message_slots, "message"),
                                          count(subslice.data_port.outstanding_lines, "line") + " on their way"}));
  graph.block(path + ".pixel_coverage", "");
  graph.edge({interconnect, path + ".sampler.front_end", requests});
  graph.edge({path + ".sampler.writeback", interconnect, responses, "", true});
  graph.edge({interconnect, path + ".data_port", requests, responses});
  graph.edge({interconnect, path + ".pixel_coverage", requests, responses});
  graph.edge({interconnect, "slice.dispatch", "end of thread", "", true});
  graph.edge({path + ".data_port", "slice.l3", "memory", "lines"});
  add_sampler(graph, path + ".sampler", subslice.sampler);
}

}  // namespace

std::string topology_dot(const machine::MachineParameters& machine) {
  Graph graph;
  graph.block("slice.raster", "");
  graph.block("slice.dispatch", "");
  graph.block("slice.l3", cache_sizes(machine.slice.l3));
  graph.block("memory", lines({value_text(machine.memory.bandwidth), count(machine.memory.banks, "bank"),
                               "rows of " + value_text(machine.memory.row)}));
  graph.edge({"slice.raster", "slice.dispatch", "thread"});
  for (std::size_t i = 0; i < machine.slice.subslice.size(); ++i) {
    add_subslice(graph, indexed("slice.subslice", i), machine.slice.subslice[i]);
  }
  graph.edge({"slice.l3", "memory", "memory", "lines, " + value_text(machine.memory.bandwidth)});
  return graph.text();
}

}  // namespace texpipe::timing
