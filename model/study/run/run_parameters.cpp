#include "study/run/run_parameters.h"

#include "machine/graph/machine_rules.h"

namespace texpipe::study {

RunParameters read_run_parameters(const ConfigurationSources& sources) {
  RunParameters parameters;
  NoStudy none;
  MachineName name;
  read_configuration(load_layers(sources, FileKind::kMachine), none, name, parameters,
                     [&] { return machine::broken_rules(parameters.machine); });
  return parameters;
}

bool assigns_switch(std::string_view assignment) {
  QueryParameters queries;
  const std::string_view path = assignment.substr(0, assignment.find('='));
  const ParameterNode tree = parameter_tree(queries);
  const ParameterNode* found = find_parameter(tree, path);
  return found != nullptr && found->kind == ParameterNode::Kind::kValue;
}

}  // namespace texpipe::study
