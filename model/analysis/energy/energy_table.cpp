#include "analysis/energy/energy_table.h"

#include <set>

#include "host/files/byte_reader.h"
#include "host/files/shipped_files.h"
#include "parameters/tree/parameter_number.h"
#include "parameters/yaml/indexed_path.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"
#include "study/definition/file_sorts.h"

namespace texpipe::study {

namespace {

constexpr unsigned char kDefaultTable[] = {
#include "generic_14nm.yaml.inc"
};

constexpr double kMostFigure = 1e12;

/// A text that has to be there.
void required_text(NodeReader& reader, const ConfigNode& node, std::string_view key, std::string& out,
                   const char* expected) {
  if (const ConfigNode* text = reader.find(key)) {
    reader.read(*text, reader.path_of(key), out);
  } else if (node.find(key) == nullptr) {
    reader.refuse(node, reader.path_of(key), "is missing", expected);
  }
}

/// Words of a parameter, and the factor of each.
void read_factors(NodeReader& reader, const ConfigNode& words, EnergyScale& scale) {
  NodeReader factors{words, reader.path_of("factors"), reader.problems()};
  for (const ConfigEntry& entry : words.entries) {
    double factor = 1;
    factors.value(entry.key, factor, 0.0, kMostFigure);
    scale.factors.emplace_back(entry.key, factor);
  }
  if (words.entries.empty())
    reader.refuse(words, reader.path_of("factors"), "is empty", "expected {word: factor, ...}");
}

/// `by`, and where it is a number `at` and `law`, where it is a word `factors`.
EnergyScale read_scale(NodeReader& reader, const ConfigNode& node) {
  EnergyScale scale;
  std::string by;
  required_text(reader, node, "by", by, "expected a parameter of the block, as size, or an expression of them");
  if (reader.find("by") != nullptr) {
    try {
      scale.by = Expression::parse(by);
      if (scale.by.names().empty())
        reader.refuse(*reader.find("by"), reader.path_of("by"), "names no parameter",
                      "expected one of the block, as size");
    } catch (const Error& error) {
      reader.refuse(*reader.find("by"), reader.path_of("by"), error.diagnostics().front().problem,
                    error.diagnostics().front().hint);
    }
  }
  if (const ConfigNode* words = reader.find_mapping("factors")) {
    read_factors(reader, *words, scale);
    for (const char* key : {"at", "law"}) {
      if (const ConfigNode* number = reader.find(key))
        reader.refuse(*number, reader.path_of(key), "stands beside factors, which are of words",
                      "leave one of them out");
    }
    return scale;
  }
  if (const ConfigNode* at = reader.find("at")) {
    const std::optional<double> number = number_of(at->text);
    if (number && *number > 0)
      scale.at = *number;
    else
      reader.refuse(*at, reader.path_of("at"), "is no value of a parameter", "expected a number or quantity, as 8KiB");
  } else {
    reader.refuse(node, reader.path_of("at"), "is missing", "expected the parameter's value at which the figure holds");
  }
  reader.name("law", scale.law);
  return scale;
}

/// One scale, or a list of them.
std::vector<EnergyScale> read_scales(NodeReader& parent) {
  std::vector<EnergyScale> scales;
  const ConfigNode* node = parent.find("scale");
  if (node == nullptr) return scales;
  const auto take = [&](const ConfigNode& scale, const std::string& path) {
    if (scale.kind != ConfigNode::Kind::kMapping) {
      parent.refuse(scale, path, "is not a group of keys", "expected {by: PARAMETER, at: VALUE}");
      return;
    }
    NodeReader reader{scale, path, parent.problems()};
    scales.push_back(read_scale(reader, scale));
    reader.finish();
  };
  if (node->kind != ConfigNode::Kind::kSequence) {
    take(*node, parent.path_of("scale"));
    return scales;
  }
  for (std::size_t i = 0; i < node->items.size(); ++i) take(node->items[i], indexed(parent.path_of("scale"), i));
  return scales;
}

/// @param key  of the number
void read_figure(NodeReader& reader, const ConfigNode& node, std::string_view key, EnergyFigure& figure) {
  if (reader.find(key) == nullptr)
    reader.refuse(node, reader.path_of(key), "is missing", "expected a number");
  else
    reader.value(key, figure.value, 0.0, kMostFigure);
  figure.scales = read_scales(reader);
  required_text(reader, node, "source", figure.source, "expected where the number is from, or `assumed`");
}

/// The mappings of a list; what is none is a problem.
template <class Take>
void each_mapping(NodeReader& parent, std::string_view key, Take take) {
  const ConfigNode* list = parent.find_list(key);
  for (std::size_t i = 0; list != nullptr && i < list->items.size(); ++i) {
    const ConfigNode& item = list->items[i];
    const std::string path = indexed(parent.path_of(key), i);
    if (item.kind != ConfigNode::Kind::kMapping) {
      parent.refuse(item, path, "is not a group of keys", "expected {key: value, ...}");
      continue;
    }
    NodeReader reader{item, path, parent.problems()};
    take(reader, item);
    reader.finish();
  }
}

EnergyComponent read_component(NodeReader& reader, const ConfigNode& node) {
  EnergyComponent component;
  required_text(reader, node, "name", component.name, "expected a name");
  required_text(reader, node, "class", component.kind, "expected a class, as sram");
  required_text(reader, node, "place", component.place, "expected a path, as slice.subslice[*].sampler.l1");
  std::set<std::string> names;
  each_mapping(reader, "actions", [&](NodeReader& item, const ConfigNode& action_node) {
    EnergyAction action;
    required_text(item, action_node, "name", action.name, "expected a name");
    required_text(item, action_node, "count", action.count, "expected a statistic of the block, as reads");
    read_figure(item, action_node, "energy", action.energy);
    if (!names.insert(action.name).second)
      item.refuse(action_node, item.path_of("name"), "is used twice: " + action.name, "name each action once");
    component.actions.push_back(std::move(action));
  });
  each_mapping(reader, "area", [&](NodeReader& item, const ConfigNode& area_node) {
    EnergyFigure figure;
    read_figure(item, area_node, "value", figure);
    component.area.push_back(std::move(figure));
  });
  return component;
}

EnergyTable table_of(const ConfigNode& root, const std::string& name, std::vector<Diagnostic> problems) {
  if (problems.empty() && root.kind != ConfigNode::Kind::kMapping) {
    problems.push_back(
        {.position = {name, 1, 1}, .problem = "is not a group of keys", .hint = "expected energy_table, components"});
  }
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  NodeReader reader{root, "", problems};
  EnergyTable table;
  std::set<std::string> names;
  required_text(reader, root, "energy_table", table.name, "expected the table's name");
  each_mapping(reader, "components", [&](NodeReader& item, const ConfigNode& node) {
    table.components.push_back(read_component(item, node));
    const std::string& component = table.components.back().name;
    if (!names.insert(component).second) item.refuse(node, item.path_of("name"), "is used twice: " + component, "");
  });
  if (root.find("components") == nullptr) reader.refuse(root, "components", "is missing", "expected a list");
  reader.finish();
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  return table;
}

}  // namespace

EnergyTable read_energy_table(const std::filesystem::path& asked) {
  const std::filesystem::path file = found_or_shipped(asked, ShippedKind::kEnergyTable);
  require_sort(file, {FileSort::kEnergyTable}, ExitCode::kInvalidConfiguration);
  std::vector<Diagnostic> problems;
  const ConfigNode root = read_yaml_file(file, problems);
  return table_of(root, shown_name(file), std::move(problems));
}

EnergyTable parse_energy_table(std::string_view text, const std::string& name) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = parse_yaml(text, name, problems);
  return table_of(root, name, std::move(problems));
}

const EnergyTable& default_energy_table() {
  static const EnergyTable table = parse_energy_table(
      {reinterpret_cast<const char*>(kDefaultTable), sizeof kDefaultTable}, "configs/energy/generic_14nm.yaml");
  return table;
}

}  // namespace texpipe::study
