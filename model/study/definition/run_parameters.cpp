#include "study/definition/run_parameters.h"

#include <optional>
#include <string>
#include <utility>

#include "base/spelling.h"
#include "machine/graph/machine_rules.h"
#include "study/definition/implementation_names.h"
#include "study/definition/parameter_names.h"
#include "study/plugins/named_plugins.h"

namespace texpipe::study {

RunParameters read_run_parameters(const ConfigurationSources& sources, const timing::BlockRegistry& blocks) {
  RunParameters parameters;
  const ConfigurationLayers layers = load_named_layers(sources, FileKind::kMachine);
  load_rtl_where_asked(layers);
  blocks.introduce_to(parameters.machine);
  NoStudy none;
  MachineName name;
  std::optional<Error> missing;
  const auto rules = [&] {
    std::vector<BrokenRule> broken = machine::broken_rules(parameters.machine);
    for (BrokenRule& rule : unknown_implementations(parameters.machine, blocks, missing))
      broken.push_back(std::move(rule));
    return broken;
  };
  read_configuration(layers, none, name, parameters, rules);
  if (missing) throw *missing;
  return parameters;
}

Timing timing_named(std::string_view name) {
  if (const auto timing = value_of<Timing>(name)) return *timing;
  throw Error{ExitCode::kUsage, Diagnostic{.path = "--timing",
                                           .problem = "'" + std::string{name} + "' is not a timing",
                                           .hint = spelling_hint(name, enum_rows(Timing{}).names())}};
}

bool assigns_switch(std::string_view assignment) {
  QueryParameters queries;
  const std::string path = parameter_names().path_of(std::string{assignment.substr(0, assignment.find('='))});
  const ParameterNode tree = parameter_tree(queries);
  const ParameterNode* found = find_parameter(tree, path);
  return found != nullptr && found->kind == ParameterNode::Kind::kValue;
}

}  // namespace texpipe::study
