#include "analysis/energy/energy_table.h"

#include <set>

#include "host/files/byte_reader.h"
#include "parameters/tree/parameter_number.h"
#include "parameters/yaml/indexed_path.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"

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

std::optional<EnergyScale> read_scale(NodeReader& parent) {
  const ConfigNode* node = parent.find_mapping("scale");
  if (node == nullptr) return {};
  NodeReader reader{*node, parent.path_of("scale"), parent.problems()};
  EnergyScale scale;
  required_text(reader, *node, "by", scale.by, "expected a parameter of the block, as size");
  if (const ConfigNode* at = reader.find("at")) {
    const std::optional<double> number = number_of(at->text);
    if (number && *number > 0)
      scale.at = *number;
    else
      reader.refuse(*at, reader.path_of("at"), "is no value of a parameter", "expected a number or quantity, as 8KiB");
  } else {
    reader.refuse(*node, reader.path_of("at"), "is missing",
                  "expected the parameter's value at which the figure holds");
  }
  reader.name("law", scale.law);
  reader.finish();
  return scale;
}

/// @param key  of the number
void read_figure(NodeReader& reader, const ConfigNode& node, std::string_view key, EnergyFigure& figure) {
  if (reader.find(key) == nullptr)
    reader.refuse(node, reader.path_of(key), "is missing", "expected a number");
  else
    reader.value(key, figure.value, 0.0, kMostFigure);
  figure.scale = read_scale(reader);
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
  each_mapping(reader, "actions", [&](NodeReader& item, const ConfigNode& action_node) {
    EnergyAction action;
    required_text(item, action_node, "name", action.name, "expected a name");
    required_text(item, action_node, "count", action.count, "expected a statistic of the block, as reads");
    read_figure(item, action_node, "energy", action.energy);
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

EnergyTable read_energy_table(const std::filesystem::path& file) {
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
