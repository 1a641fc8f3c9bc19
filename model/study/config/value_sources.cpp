#include "study/config/value_sources.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "base/shortened.h"

namespace texpipe::study {

namespace {

using Kind = ConfigNode::Kind;

constexpr std::string_view kKey = "sources";

/// Paths of all keys of a mapping, of groups too. No parameter has a key of hundreds of letters, nor a machine
/// thousands of keys: those are refused later, each at its place.
void add_paths(const ConfigNode& mapping, const std::string& prefix, std::set<std::string>& paths) {
  constexpr std::size_t kLongestKey = 100, kMostPaths = 10'000;
  for (const ConfigEntry& entry : mapping.entries) {
    if (entry.key.size() > kLongestKey || paths.size() > kMostPaths) continue;
    const std::string path = prefix + entry.key;
    paths.insert(path);
    add_paths(entry.value, path + '.', paths);
    for (const ConfigNode& item : entry.value.items) add_paths(item, path + '.', paths);
  }
}

std::optional<Diagnostic> problem_of(const ConfigEntry& entry, const std::set<std::string>& given, bool with_hint) {
  const std::string path = std::string{kKey} + '.' + entry.key;
  if (entry.value.kind != Kind::kScalar || entry.value.text.empty()) {
    return Diagnostic{.position = entry.position,
                      .path = path,
                      .problem = "is not a text",
                      .hint = "expected where the value comes from, as `measured, on my board`"};
  }
  if (given.contains(entry.key)) return {};
  return Diagnostic{.position = entry.position,
                    .path = path,
                    .problem = "the file gives no value at " + entry.key,
                    .hint = with_hint ? nearest_parameter(entry.key, {given.begin(), given.end()}) : ""};
}

/// The text of a path or of the smallest group around it; null when there is none.
const std::string* source_of(std::string path, const ValueSources& sources) {
  while (true) {
    if (const auto found = sources.find(path); found != sources.end()) return &found->second;
    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos) return nullptr;
    path.resize(dot);
  }
}

}  // namespace

ValueSources take_value_sources(Layer& machine, std::vector<Diagnostic>& problems) {
  std::vector<ConfigEntry>& keys = machine.root.entries;
  const auto found = std::find_if(keys.begin(), keys.end(), [](const ConfigEntry& key) { return key.key == kKey; });
  if (found == keys.end()) return {};
  const ConfigEntry sources = std::move(*found);
  keys.erase(found);
  ValueSources texts;
  if (sources.value.kind != Kind::kMapping) {
    problems.push_back({.position = sources.position,
                        .path = std::string{kKey},
                        .problem = "is not a mapping",
                        .hint = "expected a text for each path, as `slice.l3.hit_latency: measured`"});
    return texts;
  }
  std::set<std::string> given;
  add_paths(machine.root, "", given);
  const std::size_t before = problems.size();
  for (const ConfigEntry& entry : sources.value.entries) {
    if (auto problem = problem_of(entry, given, problems.size() - before < kMostDiagnostics)) {
      problems.push_back(*std::move(problem));
    } else {
      texts.emplace(entry.key, entry.value.text);
    }
  }
  return texts;
}

void apply_value_sources(ParameterNode& tree, const ValueSources& sources, const ParameterReader& reader) {
  if (sources.empty()) return;
  if (tree.kind == ParameterNode::Kind::kValue || !tree.preset.empty()) {
    const std::string* text = source_of(without_indices(tree.path), sources);
    if (text != nullptr && reader.origin(tree.path).layer == kMachineFile) tree.source = {*text};
  }
  for (ParameterNode& child : tree.children) apply_value_sources(child, sources, reader);
}

}  // namespace texpipe::study
