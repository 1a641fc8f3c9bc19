// A study and the machine that it names, from files, environment and command line.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/parameter_rule.h"
#include "parameters/layers/read_parameters.h"
#include "parameters/layers/value_sources.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// Sources of a configuration: a file, or none for the built-in machine, and assignments that override it.
struct ConfigurationSources {
  std::filesystem::path file;
  std::vector<std::string> assignments;      // of -p
  const char* const* environment = nullptr;  // as of the process; null: none
  std::optional<std::string> text{};         // stands for the file's bytes when given; the file need not exist
};

/// The layers that belong to one file. Problems of their texts wait in `problems`.
struct ConfigurationLayers {
  Layer machine;  // empty when the study names no readable machine
  Layer study;    // empty when the file is a machine
  Layer environment;
  Layer command_line;
  bool is_study = false;
  bool machine_is_inline = false;            // the study holds the machine's keys
  ValueSources sources;                      // of the machine's values
  MachineConstants constants;                // of the machine file
  std::vector<std::filesystem::path> files;  // that were read
  std::vector<Diagnostic> superseded;        // keys of earlier versions that are read as others
  std::vector<Diagnostic> problems;
};

/// Kind of a configuration file. kByContent: by its keys, where a verb accepts both.
enum class FileKind { kStudy, kMachine, kByContent };

/// Reads the file and, for a study, the machine file that its `machine` (or an override of it) names; `machine` may
/// also hold the machine itself. Error with kMalformedInput when the file cannot be read, kUsage for a malformed -p,
/// kInvalidConfiguration with what is wrong in the text of a file that holds no keys: the rest would follow from it.
ConfigurationLayers load_layers(const ConfigurationSources& sources, FileKind kind);

/// The key `machine` of a machine file.
struct MachineName {
  std::string name;

  template <class Visitor>
  void describe(Visitor& v) {
    v("machine", name, {.help = "name of the machine", .source = {"the machine file"}, .required = true});
  }
};

/// The study of a machine file: it has none.
struct NoStudy {
  template <class Visitor>
  void describe(Visitor&) {}
};

/// Fills study and machine from the layers; a machine file leaves the study as it is. Machine parameters may also be
/// given in the study file, the environment and on the command line. Error with kInvalidConfiguration and every problem
/// of all layers.
/// @param rules  called when all is read: gives the rules over several parameters that are broken
template <class Study, class Machine, class Rules>
ParameterReader read_configuration(const ConfigurationLayers& layers, Study& study, MachineName& name, Machine& machine,
                                   Rules rules) {
  ParameterReader reader;
  for (const Diagnostic& problem : layers.problems) reader.add_problem(problem);
  if (layers.is_study) reader.read(study, {&layers.study, &layers.environment, &layers.command_line});
  const bool has_machine = layers.machine.root.kind == ConfigNode::Kind::kMapping;
  if (has_machine) reader.read(name, {&layers.machine});
  std::vector<const Layer*> machine_layers{&layers.environment, &layers.command_line};
  if (layers.is_study) machine_layers.insert(machine_layers.begin(), &layers.study);
  if (has_machine) machine_layers.insert(machine_layers.begin(), &layers.machine);
  reader.read(machine, machine_layers);
  for (const BrokenRule& rule : rules()) reader.add_rule(rule);
  reader.finish();
  return reader;
}

template <class Study, class Machine>
ParameterReader read_configuration(const ConfigurationLayers& layers, Study& study, MachineName& name,
                                   Machine& machine) {
  return read_configuration(layers, study, name, machine, [] { return std::vector<BrokenRule>{}; });
}

}  // namespace texpipe::study
