#include "study/definition/parameter_names.h"

#include <algorithm>
#include <utility>

#include "parameters/names/name_rule.h"
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

/// Path that a word of -p wrote in front of `=`, from the mappings that it became.
std::string written_path(const ConfigEntry& entry) {
  const std::string key = entry.index ? entry.key + '[' + std::to_string(*entry.index) + ']' : entry.key;
  return entry.value.entries.empty() ? key : key + '.' + written_path(entry.value.entries.front());
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
  }
  views_.assign(paths_.begin(), paths_.end());
}

ParameterNames::Found ParameterNames::find(const std::string& name, const SourcePosition& position) const {
  const std::string plain = without_indices(name);
  const NameMatch match = match_name(plain, views_);
  if (match.is_one()) {
    const std::size_t place = match.places.front();
    const std::string& path = paths_[place];
    return {path.substr(0, path.size() - plain.size()) + name, nodes_[place]};
  }
  Diagnostic problem = name_problem(name, match, views_, "parameter", "texpipe config show lists every parameter");
  problem.position = position;
  throw Error{ExitCode::kInvalidConfiguration, std::move(problem)};
}

std::string ParameterNames::path_of(const std::string& name) const {
  const std::string plain = without_indices(name);
  const NameMatch match = match_name(plain, views_);
  if (!match.is_one()) return name;
  const std::string& path = paths_[match.places.front()];
  return path.substr(0, path.size() - plain.size()) + name;
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
    } catch (const Error& error) {
      if (!parameter_names().begins_path(entry.key)) {
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
