#include "timing/system/frame_topology.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/fraction.h"
#include "base/unit_text.h"
#include "machine/graph/cache_surroundings.h"
#include "machine/graph/places.h"

namespace texpipe::timing {

namespace {

std::string rate(Fraction number, std::string_view what) {
  return value_text(number) + " " + std::string{what} + "/clk";
}

/// Units in the order in which steps pass them, below slice.frame.
std::vector<DrawnBlock> units_of(const machine::FrameParameters& frame) {
  return {{.path = "command_streamer", .sizes = {rate(frame.command_streamer.dwords_per_cycle, "DWords")}},
          {.path = "vertex_fetch", .sizes = {rate(frame.vertex_fetch.vertices_per_cycle, "vertices")}},
          {.path = "urb", .sizes = {rate(frame.urb.bytes_per_cycle, "B") + " each way"}},
          {.path = "geometry", .sizes = {rate(frame.geometry.strip_primitives_per_cycle, "primitives of strips")}},
          {.path = "rasterizer", .sizes = {rate(frame.rasterizer.full_pixels_per_cycle, "pixels of full tiles")}},
          {.path = "hiz", .sizes = {rate(frame.hiz.blocks_per_cycle, "blocks")}},
          {.path = "depth", .sizes = {rate(frame.depth.pixels_per_cycle, "pixels")}},
          {.path = "pixel_backend",
           .sizes = {rate(frame.pixel_backend.pixels_per_cycle, "pixels"),
                     "window of " + std::to_string(frame.pixel_backend.window)}}};
}

/// Edges between units, caches and the rest of the machine by the last parts of their paths.
struct FixedEdge {
  std::string_view from, to, label;
};
constexpr std::array kFixedEdges{
    FixedEdge{"command_streamer", "vertex_fetch", "command"},
    FixedEdge{"vertex_fetch", "urb", "vertices"},
    FixedEdge{"dispatch", "urb", "vertices"},
    FixedEdge{"urb", "geometry", "vertices"},
    FixedEdge{"geometry", "rasterizer", "primitives"},
    FixedEdge{"rasterizer", "hiz", "tile"},
    FixedEdge{"hiz", "depth", "tile"},
    FixedEdge{"vertex_fetch", "dispatch", "thread"},
    FixedEdge{"geometry", "dispatch", "thread"},
    FixedEdge{"depth", "dispatch", "thread"},
    FixedEdge{"dispatch", "pixel_backend", "render target write"},
};
/// Units that ask the caches for lines; the backend asks those of tests for late ones.
constexpr std::array kFixedLines{
    FixedEdge{"vertex_fetch", "vertex_cache", "memory"}, FixedEdge{"hiz", "hiz_cache", "memory"},
    FixedEdge{"depth", "depth_cache", "memory"},         FixedEdge{"depth", "stencil_cache", "memory"},
    FixedEdge{"pixel_backend", "color_cache", "memory"}, FixedEdge{"pixel_backend", "hiz_cache", "memory"},
    FixedEdge{"pixel_backend", "depth_cache", "memory"}, FixedEdge{"pixel_backend", "stencil_cache", "memory"},
    FixedEdge{"pixel_backend", "mcs_cache", "memory"},   FixedEdge{"rasterizer", "mcs_cache", "memory"},
};

/// Boxes of blocks with such a last part, indices left out.
std::vector<std::size_t> boxes_named(const Topology& topology, std::string_view name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < topology.blocks.size(); ++i) {
    const std::string_view leaf = leaf_of(topology.blocks[i].path);
    if (leaf.substr(0, leaf.find('[')) == name) found.push_back(i);
  }
  return found;
}

void connect_boxes(Topology& topology, const FixedEdge& edge, const std::string& back) {
  for (const std::size_t from : boxes_named(topology, edge.from)) {
    for (const std::size_t to : boxes_named(topology, edge.to))
      topology.edges.push_back({from, to, std::string{edge.label}, back});
  }
}

}  // namespace

void add_fixed_functions(const machine::MachineParameters& machine, Topology& topology) {
  const machine::FrameParameters& frame = machine.slice.frame;
  const std::string path = machine::slice_path(machine, 0) + ".frame.";
  for (DrawnBlock& unit : units_of(frame)) {
    unit.path = path + unit.path;
    unit.members = {unit.path};
    topology.blocks.push_back(std::move(unit));
  }
  const std::vector<machine::LineCacheOf> behind = machine::caches_behind_slices(machine);
  const std::string_view next = behind.empty() ? std::string_view{"memory"} : behind.front().facts.path;
  const std::string answers =
      "lines, " + (behind.empty() ? value_text(machine.memory.bandwidth)
                                  : value_text(behind.front().parameters.bytes_per_cycle) + " B/clk");
  for (unsigned cache = 0; cache < functional::kFrameCaches; ++cache) {
    const machine::FrameCacheParameters& parameters = *frame.caches()[cache];
    const std::string at = machine::frame_cache_path(machine, cache);
    topology.blocks.push_back({at,
                               {value_text(parameters.size) + ", " + std::to_string(parameters.ways) + " ways",
                                std::to_string(parameters.mshrs) + " miss registers"},
                               {at}});
  }
  for (const FixedEdge& edge : kFixedEdges) connect_boxes(topology, edge, "");
  for (const FixedEdge& edge : kFixedLines) connect_boxes(topology, edge, "lines");
  for (const machine::FrameCacheFacts& cache : machine::kFrameCacheFacts)
    connect_boxes(topology, {cache.name, next, "memory"}, answers);
}

}  // namespace texpipe::timing
