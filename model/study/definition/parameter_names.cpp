#include "study/definition/parameter_names.h"

#include <algorithm>
#include <utility>

#include "parameters/names/name_rule.h"
#include "parameters/yaml/yaml_document.h"
#include "study/definition/study.h"

namespace texpipe::study {

namespace {

/// Values, and the groups that a word gives as a whole.
template <class Take>
void for_each_assignable(const ParameterNode& node, const Take& take) {
  if (node.kind == ParameterNode::Kind::kValue || !node.choices.empty()) take(node);
  const bool list = node.kind == ParameterNode::Kind::kList;
  for (const ParameterNode& child : node.children) {
    for_each_assignable(child, take);
    if (list) break;  // every element has the same parameters
  }
}

/// Groups, of a list's elements the first.
template <class Take>
void for_each_group(const ParameterNode& node, const Take& take) {
  if (node.kind == ParameterNode::Kind::kValue) return;
  const bool list = node.kind == ParameterNode::Kind::kList;
  if (!list && !node.path.empty()) take(node);
  for (const ParameterNode& child : node.children) {
    for_each_group(child, take);
    if (list) break;
  }
}

std::vector<std::string_view> views_of(const std::vector<std::string>& texts) {
  return {texts.begin(), texts.end()};
}

/// A path with the indices that were given in a name of its last words.
std::string with_indices_of(const std::string& name, const std::string& path) {
  return path.substr(0, path.size() - without_indices(name).size()) + name;
}

/// Path that a word of -p wrote in front of `=`, from the mappings that it became.
std::string written_path(const ConfigEntry& entry) {
  const std::string key = entry.index ? entry.key + '[' + std::to_string(*entry.index) + ']' : entry.key;
  return entry.value.entries.empty() ? key : key + '.' + written_path(entry.value.entries.front());
}

/// The value of the chain of mappings that a word of -p became.
ConfigNode& written_value(ConfigEntry& entry) {
  return entry.value.entries.empty() ? entry.value : written_value(entry.value.entries.front());
}

/// Gives everything below a node the place of its word of -p, which has no lines.
void place_all(ConfigNode& node, const SourcePosition& position) {
  node.position = position;
  for (ConfigNode& item : node.items) place_all(item, position);
  for (ConfigEntry& entry : node.entries) {
    entry.position = position;
    place_all(entry.value, position);
  }
}

/// Reads the text that -p gave a group: `{key: value, ...}`. Any other text stays, and so does that of one value.
void read_group(ConfigNode& node, const std::string& path, std::vector<Diagnostic>& problems) {
  if (!node.text.starts_with('{') || !parameter_names().find_group(path)) return;
  const SourcePosition position = node.position;
  std::vector<Diagnostic> wrong;
  ConfigNode group;
  if (node.text.ends_with('}')) {
    group = parse_yaml(node.text, position.file, wrong);
  } else {
    wrong.push_back({.problem = "is not closed", .hint = "expected {key: value, ...}"});
  }
  for (const Diagnostic& problem : wrong) {
    problems.push_back({.position = position,
                        .path = problem.path.empty() ? path : path + '.' + problem.path,
                        .problem = problem.problem,
                        .hint = problem.path.empty() ? problem.hint : ""});
  }
  if (group.kind != ConfigNode::Kind::kMapping) group = {.kind = ConfigNode::Kind::kMapping};
  place_all(group, position);
  node = std::move(group);
}

/// Puts an entry below the mappings of a path, the last of which holds it.
ConfigEntry below(std::string_view path, ConfigEntry entry) {
  while (!path.empty()) {
    const std::size_t dot = path.rfind('.');
    ConfigEntry group{.key = std::string{path.substr(dot == std::string_view::npos ? 0 : dot + 1)},
                      .index = {},
                      .position = entry.position,
                      .value = {.kind = ConfigNode::Kind::kMapping, .position = entry.position}};
    group.value.entries.push_back(std::move(entry));
    entry = std::move(group);
    path = path.substr(0, dot == std::string_view::npos ? 0 : dot);
  }
  return entry;
}

}  // namespace

ParameterNames::ParameterNames() : trees_{trees_of_all_kinds()} {
  for (const ParameterNode& tree : trees_) {
    for_each_assignable(tree, [&](const ParameterNode& node) {
      paths_.push_back(without_indices(node.path));
      nodes_.push_back(&node);
    });
    for_each_group(tree, [&](const ParameterNode& node) { groups_.push_back(without_indices(node.path)); });
  }
  views_.assign(paths_.begin(), paths_.end());
}

ParameterNames::Found ParameterNames::find(const std::string& name, const SourcePosition& position) const {
  const std::string plain = without_indices(name);
  const NameMatch match = match_name(plain, views_);
  if (match.is_one()) {
    const std::size_t place = match.places.front();
    return {with_indices_of(name, paths_[place]), nodes_[place]};
  }
  Diagnostic problem = name_problem(name, match, views_, "parameter", "texpipe config show lists every parameter");
  if (match.is_none()) {
    const std::vector<std::string_view> groups = views_of(groups_);
    const NameMatch group = match_name(plain, groups);
    if (group.is_one()) {
      problem.problem = "is a group of parameters";
      problem.hint = "expected one of them";
    } else if (!group.is_none()) {
      problem = name_problem(name, group, groups, "group of parameters", "");
    }
  }
  problem.position = position;
  throw Error{ExitCode::kInvalidConfiguration, std::move(problem)};
}

std::string ParameterNames::path_of(const std::string& name) const {
  const std::string plain = without_indices(name);
  const NameMatch match = match_name(plain, views_);
  return match.is_one() ? with_indices_of(name, paths_[match.places.front()]) : name;
}

std::optional<std::string> ParameterNames::find_group(const std::string& name) const {
  const NameMatch match = match_name(without_indices(name), views_of(groups_));
  if (!match.is_one()) return {};
  return with_indices_of(name, groups_[match.places.front()]);
}

const ParameterNames& parameter_names() {
  static const ParameterNames names;
  return names;
}

bool ParameterNames::begins_path(std::string_view word) const {
  return std::any_of(views_.begin(), views_.end(), [&](std::string_view path) {
    return path.starts_with(word) && (path.size() == word.size() || path[word.size()] == '.');
  });
}

ConfigurationLayers load_named_layers(const ConfigurationSources& sources, FileKind kind) {
  ConfigurationLayers layers = load_layers(sources, kind);
  std::vector<ConfigEntry> written = std::move(layers.command_line.root.entries);
  layers.command_line.root.entries.clear();
  for (ConfigEntry& entry : written) {
    const std::string name = written_path(entry);
    std::string path = name;
    try {
      path = parameter_names().find(name, entry.position).path;
      read_group(written_value(entry), path, layers.problems);
    } catch (const Error& error) {
      constexpr std::string_view kMachine = "machine.";
      if (name.starts_with(kMachine)) {
        const std::string inside = name.substr(kMachine.size());
        if (parameter_names().path_of(inside) != inside || parameter_names().begins_path(inside)) {
          layers.problems.push_back({.position = entry.position,
                                     .path = name,
                                     .problem = "a machine's parameters have no `machine.` in front",
                                     .hint = "did you mean " + inside + '?'});
          continue;
        }
      }
      if (const auto group = parameter_names().find_group(name)) {
        path = *group;
        read_group(written_value(entry), path, layers.problems);
      } else if (!parameter_names().begins_path(entry.key)) {
        layers.problems.push_back(error.diagnostics().front());
        continue;
      }  // else who reads it knows what stands beside it
    }
    if (path.size() > name.size())
      entry = below(std::string_view{path}.substr(0, path.size() - name.size() - 1), std::move(entry));
    layers.command_line.root.entries.push_back(std::move(entry));
  }
  return layers;
}

}  // namespace texpipe::study
