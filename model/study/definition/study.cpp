#include "study/definition/study.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "host/files/folder_name.h"
#include "machine/graph/machine_rules.h"
#include "machine/graph/places.h"
#include "machine/graph/watchdog_limit.h"
#include "parameters/tree/yaml_text.h"
#include "study/definition/file_sorts.h"
#include "study/definition/implementation_names.h"
#include "study/definition/other_files.h"
#include "study/definition/parameter_names.h"
#include "study/plugins/load_plugin.h"
#include "study/plugins/named_plugins.h"
#include "timing/system/block_registry.h"
#include "workload/choice/workload_rules.h"

namespace texpipe::study {

template ParameterNode parameter_tree(StudyParameters& parameters);
template ParameterNode parameter_tree(machine::MachineParameters& parameters);

std::string Configuration::resolved_yaml(const Annotate& annotate,
                                         const std::function<bool(const ParameterNode&)>& keep) {
  const std::size_t indent = is_study ? 2 : 0;
  std::string text;
  if (!annotate && !keep) {
    if (is_study) text = yaml_text(study, 0, "machine") + "machine:\n";
    return text + yaml_text(machine_name, indent) + yaml_text(machine, indent);
  }
  if (is_study) {
    ParameterNode tree = parameter_tree(study);
    for (ParameterNode& child : tree.children) {
      ParameterNode alone;
      alone.children.push_back(std::move(child));
      if (keep) keep_values(alone, keep);
      if (alone.children.empty() || alone.children.front().name != "machine") text += to_yaml(alone, annotate);
    }
    text += "machine:\n";
  }
  text += to_yaml(parameter_tree(machine_name), annotate, indent);
  ParameterNode tree = parameter_tree(machine);
  if (annotate) apply_value_sources(tree, sources, reader);
  if (keep) keep_values(tree, keep);
  return text + to_yaml(tree, annotate, indent);
}

std::vector<ParameterNode> Configuration::values() {
  std::vector<ParameterNode> trees;
  if (is_study) trees.push_back(parameter_tree(study));
  trees.push_back(parameter_tree(machine));
  return trees;
}

std::vector<ParameterNode> Configuration::trees() {
  std::vector<ParameterNode> trees = values();
  apply_value_sources(trees.back(), sources, reader);
  return trees;
}

namespace {

void check_name(const Configuration& configuration) {
  const auto problem = problem_of_folder_name(configuration.study.name);
  if (!problem) return;
  throw Error{ExitCode::kInvalidConfiguration, Diagnostic{.position = configuration.reader.origin("study").position,
                                                          .path = "study",
                                                          .problem = problem->problem,
                                                          .hint = problem->hint}};
}

/// One sentence in place of every key that is unknown in a file of another sort. What other_files.h refuses has a place
/// in the file, which is told.
void refuse_other_sort(const std::filesystem::path& file) {
  require_sort(file,
               {FileSort::kStudy, FileSort::kMachine, FileSort::kSweep, FileSort::kSearch, FileSort::kBench,
                FileSort::kEnergyTable},
               ExitCode::kInvalidConfiguration);
}

/// Plug-ins that were named for the whole process belong to every study that it runs: the study's file of the run
/// folder names them.
void add_process_plugins(StudyParameters& study) {
  for (const LoadedPlugin& plugin : loaded_plugins()) {
    const std::string file = plugin.file.string();
    const bool named = std::any_of(study.plugins.begin(), study.plugins.end(), [&](const std::string& other) {
      std::error_code error;
      return std::filesystem::equivalent(other, file, error);
    });
    if (plugin.scope == PluginScope::kProcess && !named) study.plugins.push_back(file);
  }
}

}  // namespace

Configuration load_configuration(const ConfigurationSources& sources, FileKind kind,
                                 const timing::BlockRegistry* blocks, ValuesTogether together) {
  std::vector<std::string> environment;
  if (sources.environment != nullptr) environment = texpipe_variables(sources.environment);
  try {
    return load_configuration(load_named_layers(sources, kind), std::move(environment), blocks, together);
  } catch (const Error& error) {
    if (error.code() == ExitCode::kInvalidConfiguration && !sources.text) refuse_other_sort(sources.file);
    throw;
  }
}

Configuration load_configuration(const ConfigurationLayers& layers, std::vector<std::string> environment,
                                 const timing::BlockRegistry* blocks, ValuesTogether together) {
  refuse_other_file(layers.is_study ? layers.study.root : layers.machine.root, layers.is_study);
  if (layers.is_study) refuse_other_file(layers.machine.root, false);
  if (layers.is_study) load_named_plugins(layers);
  load_rtl_where_asked(layers);
  Configuration configuration{.is_study = layers.is_study, .machine_is_inline = layers.machine_is_inline};
  configuration.sources = layers.sources;
  configuration.constants = layers.constants;
  configuration.files = layers.files;
  configuration.superseded = layers.superseded;
  if (blocks != nullptr) blocks->introduce_to(configuration.machine);
  configuration.environment = std::move(environment);
  std::optional<Error> missing;
  const auto rules = [&]() -> std::vector<BrokenRule> {
    if (together == ValuesTogether::kUnchecked) return {};
    std::vector<BrokenRule> broken = machine::broken_rules(configuration.machine);
    const auto add = [&](std::vector<BrokenRule> more) {
      std::move(more.begin(), more.end(), std::back_inserter(broken));
    };
    if (blocks != nullptr) add(unknown_implementations(configuration.machine, *blocks, missing));
    if (layers.is_study) {
      const machine::SamplerPlace first = machine::samplers_of(configuration.machine).front();
      add(broken_rules(configuration.study.workload, first.parameters->l1, first.path + ".l1"));
    }
    return broken;
  };
  configuration.reader =
      read_configuration(layers, configuration.study, configuration.machine_name, configuration.machine, rules);
  if (configuration.is_study) {
    check_name(configuration);
    add_process_plugins(configuration.study);
  }
  const bool chosen = configuration.reader.origin("watchdog").layer != Origin{}.layer;
  if (!chosen) configuration.study.watchdog = machine::default_watchdog_limit(configuration.machine);
  if (missing) throw *missing;
  return configuration;
}

namespace {

/// Whether both are values, or groups of the same keys.
bool are_alike(const ParameterNode& a, const ParameterNode& b) {
  return a.name == b.name && a.kind == b.kind &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(), b.children.end(), are_alike);
}

/// A study's keys whatever its kind of workload; what only some kinds have is not required. A name may be a value of
/// one kind and a group of another, or groups with other keys: it is there as both.
ParameterNode keys_of_all_kinds() {
  StudyParameters study;
  ParameterNode tree = parameter_tree(study);
  const auto workload = [](ParameterNode& root) -> std::vector<ParameterNode>& {
    for (ParameterNode& child : root.children)
      if (child.name == "workload") return child.children;
    throw Error{ExitCode::kInternalError, "a study without workload"};
  };
  std::vector<ParameterNode>& keys = workload(tree);
  for (ParameterNode& key : keys) key.required = key.required && key.name == "kind";
  for (const EnumRow& row : enum_rows(WorkloadKind{}).rows) {
    study.workload.kind = static_cast<WorkloadKind>(row.value);
    ParameterNode other = parameter_tree(study);
    for (ParameterNode& key : workload(other)) {
      const bool there =
          std::any_of(keys.begin(), keys.end(), [&](const ParameterNode& k) { return are_alike(k, key); });
      if (there) continue;
      key.required = false;
      keys.push_back(key);
    }
  }
  return tree;
}

constexpr const char* kMachineSchema = "machine.schema.json";

/// A machine's keys, and the texts that say where its values come from.
nlohmann::ordered_json machine_schema(const ParameterNode& machine, nlohmann::ordered_json& definitions) {
  nlohmann::ordered_json schema = to_schema(machine, definitions);
  const nlohmann::ordered_json text{{"type", "string"}},
      with_rows{{"type", "object"},
                {"properties", {{"source", text}, {"rows", {{"type", "array"}, {"items", text}, {"minItems", 1}}}}},
                {"required", {"source", "rows"}},
                {"additionalProperties", false}};
  schema["properties"]["sources"] = {{"type", "object"},
                                     {"description",
                                      "where values of this file come from: a text for each path, or the text and the "
                                      "reference rows that the value was taken from"},
                                     {"additionalProperties", {{"anyOf", {text, with_rows}}}}};
  schema["properties"]["constants"] = {{"type", "object"},
                                       {"description", "numbers for the expressions of reference rows"},
                                       {"additionalProperties", {{"type", "number"}}}};
  return schema;
}

/// Every reference to one of `definitions` in `schema` goes to the machine's file.
void refer_to_machine(nlohmann::ordered_json& schema, const nlohmann::ordered_json& definitions) {
  constexpr std::string_view kHere = "#/definitions/";
  for (auto& [key, value] : schema.items()) {
    if (value.is_structured()) {
      refer_to_machine(value, definitions);
    } else if (key == "$ref" && definitions.contains(value.get<std::string>().substr(kHere.size()))) {
      value = kMachineSchema + value.get<std::string>();
    }
  }
}

}  // namespace

std::vector<ParameterNode> trees_of_all_kinds() {
  machine::MachineParameters machine;
  std::vector<ParameterNode> trees;
  trees.push_back(keys_of_all_kinds());
  trees.push_back(parameter_tree(machine));
  return trees;
}

nlohmann::ordered_json configuration_schema(FileKind kind) {
  using Json = nlohmann::ordered_json;
  MachineName name;
  machine::MachineParameters parameters;
  ParameterNode machine = parameter_tree(parameters);
  ParameterNode named = parameter_tree(name);
  named.children.insert(named.children.end(), machine.children.begin(), machine.children.end());
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}};
  Json definitions = Json::object();
  if (kind == FileKind::kMachine) {
    schema["title"] = "texpipe machine";
    schema.update(machine_schema(named, definitions));
  } else {
    ParameterNode tree = keys_of_all_kinds();
    tree.children.insert(tree.children.end(), machine.children.begin(), machine.children.end());
    schema["title"] = "texpipe study";
    schema.update(to_schema(tree, definitions));
    Json& entry = schema["properties"]["machine"];
    entry = {{"description", entry["description"]},
             {"anyOf", Json::array({{{"type", "string"}}, machine_schema(named, definitions)})}};
  }
  schema["definitions"] = std::move(definitions);
  return schema;
}

nlohmann::ordered_json study_schema_beside_machine() {
  nlohmann::ordered_json schema = configuration_schema(FileKind::kStudy);
  const nlohmann::ordered_json machine = configuration_schema(FileKind::kMachine);
  schema["properties"]["machine"]["anyOf"].back() = {{"$ref", kMachineSchema}};
  for (const auto& [path, definition] : machine["definitions"].items()) schema["definitions"].erase(path);
  refer_to_machine(schema, machine["definitions"]);
  return schema;
}

}  // namespace texpipe::study
