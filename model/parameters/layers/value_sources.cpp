#include "parameters/layers/value_sources.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>

#include "base/shortened.h"
#include "base/spelling.h"
#include "base/unit_text.h"
#include "parameters/layers/given_values.h"

namespace texpipe::study {

namespace {

using Kind = ConfigNode::Kind;

constexpr std::string_view kKey = "sources", kConstants = "constants";

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

/// Takes a key out of a file's; nothing when it is not there.
std::optional<ConfigEntry> take_key(Layer& machine, std::string_view name) {
  std::vector<ConfigEntry>& keys = machine.root.entries;
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const ConfigEntry& key) { return key.key == name; });
  if (found == keys.end()) return {};
  ConfigEntry entry = std::move(*found);
  keys.erase(found);
  return entry;
}

bool is_text(const ConfigNode& node) {
  return node.kind == Kind::kScalar && !node.text.empty();
}

/// The source that a node holds; none for another node.
std::optional<ValueSource> source_in(const ConfigNode& node) {
  if (is_text(node)) return ValueSource{node.text, {}};
  const ConfigEntry *text = node.find("source"), *rows = node.find("rows");
  if (node.kind != Kind::kMapping || node.entries.size() != 2 || text == nullptr || rows == nullptr) return {};
  if (!is_text(text->value) || rows->value.kind != Kind::kSequence || rows->value.items.empty()) return {};
  ValueSource source{text->value.text, {}};
  for (const ConfigNode& row : rows->value.items) {
    if (!is_text(row)) return {};
    source.rows.push_back(row.text);
  }
  return source;
}

constexpr std::string_view kSourceKey = "source", kRowsKey = "rows";
constexpr const char* kSourceHint = "expected where the value comes from, as `measured, on my board`";

/// Adds the problems of the keys in a source's mapping, each at its place.
void add_key_problems(const ConfigNode& node, const std::string& path, std::vector<Diagnostic>& problems) {
  const auto add = [&](const ConfigEntry& entry, std::string problem, std::string hint) {
    problems.push_back({.position = entry.position,
                        .path = path + '.' + entry.key,
                        .problem = std::move(problem),
                        .hint = std::move(hint)});
  };
  for (const ConfigEntry& entry : node.entries) {
    if (entry.key == kSourceKey) {
      if (!is_text(entry.value)) add(entry, "is not a text", kSourceHint);
    } else if (entry.key == kRowsKey) {
      const std::vector<ConfigNode>& rows = entry.value.items;
      const bool texts = !rows.empty() && std::all_of(rows.begin(), rows.end(), is_text);
      if (!texts) add(entry, "is no list of rows", "expected as `[FAMILY/ROW, FAMILY]`");
    } else {
      constexpr std::string_view kKeys[] = {kSourceKey, kRowsKey};
      add(entry, "unknown key", spelling_hint(entry.key, kKeys));
    }
  }
}

/// The source of an entry; none with its problem.
std::optional<ValueSource> checked_source(const ConfigEntry& entry, const std::set<std::string>& given, bool with_hint,
                                          std::vector<Diagnostic>& problems) {
  const std::string path = std::string{kKey} + '.' + entry.key;
  std::optional<ValueSource> source = source_in(entry.value);
  if (!source) {
    add_key_problems(entry.value, path, problems);
    problems.push_back({.position = entry.position,
                        .path = path,
                        .problem = "is not a text",
                        .hint =
                            "expected where the value comes from, as `measured, on my board` or `{source: measured, "
                            "on my board, rows: [FAMILY/ROW, FAMILY]}`"});
  } else if (!given.contains(entry.key)) {
    problems.push_back({.position = entry.position,
                        .path = path,
                        .problem = "the file gives no value at " + entry.key,
                        .hint = with_hint ? nearest_parameter(entry.key, {given.begin(), given.end()}) : ""});
    source.reset();
  }
  return source;
}

}  // namespace

const ValueSource* source_of(std::string path, const ValueSources& sources) {
  while (true) {
    if (const auto found = sources.find(path); found != sources.end()) return &found->second;
    const std::size_t dot = path.rfind('.');
    if (dot == std::string::npos) return nullptr;
    path.resize(dot);
  }
}

ValueSources take_value_sources(Layer& machine, std::vector<Diagnostic>& problems) {
  const std::optional<ConfigEntry> sources = take_key(machine, kKey);
  if (!sources) return {};
  ValueSources all;
  if (sources->value.kind != Kind::kMapping) {
    problems.push_back({.position = sources->position,
                        .path = std::string{kKey},
                        .problem = "is not a mapping",
                        .hint = "expected a text for each path, as `slice.l3.hit_latency: measured`"});
    return all;
  }
  std::set<std::string> given;
  add_paths(machine.root, "", given);
  const std::size_t before = problems.size();
  for (const ConfigEntry& entry : sources->value.entries) {
    const bool with_hint = problems.size() - before < kMostDiagnostics;
    if (auto source = checked_source(entry, given, with_hint, problems)) all.emplace(entry.key, *std::move(source));
  }
  return all;
}

MachineConstants take_constants(Layer& machine, std::vector<Diagnostic>& problems) {
  const std::optional<ConfigEntry> constants = take_key(machine, kConstants);
  if (!constants) return {};
  MachineConstants numbers;
  const auto refuse = [&](const ConfigEntry& entry, const std::string& path, const std::string& problem) {
    problems.push_back({.position = entry.position, .path = path, .problem = problem, .hint = "as `frame_work: 7e-4`"});
  };
  if (constants->value.kind != Kind::kMapping) {
    refuse(*constants, std::string{kConstants}, "is not a mapping of numbers");
    return numbers;
  }
  for (const ConfigEntry& entry : constants->value.entries) {
    double number = 0;
    if (!is_text(entry.value) || texpipe::parse_text(entry.value.text, number))
      refuse(entry, std::string{kConstants} + '.' + entry.key, "is not a number");
    else
      numbers.emplace(entry.key, number);
  }
  return numbers;
}

namespace {

/// Walks a tree with what the groups around a node say about it.
class SourceWalk {
 public:
  SourceWalk(const ValueSources& sources, const ParameterReader& reader) : sources_{sources}, reader_{reader} {}

  /// @param pattern  the node's path without indices
  void apply(ParameterNode& node, const std::string& pattern, const ValueSource* source, const Origin* origin) const {
    if (const auto own = sources_.find(pattern); own != sources_.end()) source = &own->second;
    origin = given_origin(node, origin, reader_);
    const bool has_value = node.kind == ParameterNode::Kind::kValue || !node.preset.empty();
    if (has_value && source != nullptr && origin != nullptr && origin->layer == kMachineFile)
      node.source = {source->text};
    const bool is_list = node.kind == ParameterNode::Kind::kList;
    for (ParameterNode& child : node.children)
      apply(child, is_list ? pattern : pattern + '.' + child.name, source, origin);
  }

 private:
  const ValueSources& sources_;
  const ParameterReader& reader_;
};

}  // namespace

void apply_value_sources(ParameterNode& tree, const ValueSources& sources, const ParameterReader& reader) {
  if (sources.empty()) return;
  const SourceWalk walk{sources, reader};
  for (ParameterNode& child : tree.children) walk.apply(child, child.name, nullptr, nullptr);
}

}  // namespace texpipe::study
