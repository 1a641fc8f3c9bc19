#include <string>

#include "timing/system/system.h"

namespace texpipe::timing {

namespace {

std::string edge(const std::string& from, const std::string& to, const char* protocol) {
  return "  \"" + from + "\" -> \"" + to + "\" [label=\"" + protocol + "\"];\n";
}

std::string indexed(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

/// Blocks of a sampler in the order in which footprints pass them; data comes back from L2 or L3.
std::string sampler_edges(const std::string& path, const machine::SamplerParameters& sampler) {
  const char* stages[] = {"front_end", "address_generator", "l1", "l1_data", "decoder", "filter", "writeback"};
  std::string text;
  for (std::size_t i = 0; i + 1 < std::size(stages); ++i)
    text += edge(path + "." + stages[i], path + "." + stages[i + 1], "footprint");
  if (sampler.l2.enabled) text += edge(path + ".l1", path + ".l2", "memory");
  return text + edge(sampler.l2.enabled ? path + ".l2" : path + ".l1", "slice.l3", "memory");
}

std::string subslice_edges(const std::string& path, const machine::SubsliceParameters& subslice) {
  const std::string interconnect = path + ".interconnect";
  std::string text;
  for (std::size_t i = 0; i < subslice.eu.size(); ++i) {
    text += edge("slice.dispatch", indexed(path + ".eu", i), "thread");
    text += edge(indexed(path + ".eu", i), interconnect, "message");
  }
  text += edge(interconnect, path + ".sampler.front_end", "message");
  text += edge(interconnect, path + ".data_port", "message");
  text += edge(interconnect, path + ".pixel_coverage", "message");
  text += edge(interconnect, "slice.dispatch", "message");
  text += edge(path + ".data_port", "slice.l3", "memory");
  return text + sampler_edges(path + ".sampler", subslice.sampler);
}

}  // namespace

std::string topology_dot(const machine::MachineParameters& machine) {
  std::string text = "digraph machine {\n  rankdir=LR;\n  node [shape=box];\n";
  for (std::size_t i = 0; i < machine.slice.subslice.size(); ++i) {
    text += subslice_edges(indexed("slice.subslice", i), machine.slice.subslice[i]);
  }
  text += edge("slice.raster", "slice.dispatch", "thread");
  return text + edge("slice.l3", "memory", "memory") + "}\n";
}

}  // namespace texpipe::timing
