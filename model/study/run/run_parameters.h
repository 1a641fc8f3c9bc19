// What may be set of a run without a study: the machine, and switches of what the documents leave open.
#pragma once

#include <string_view>

#include "study/run/study.h"

namespace texpipe::study {

struct RunParameters {
  machine::MachineParameters machine;
  QueryParameters queries;

  template <class Visitor>
  void describe(Visitor& v) {
    machine.describe(v);
    queries.describe(v);
  }
};

/// Reads a machine file (or the built-in machine), the environment and -p. Errors: load_layers, read_configuration.
RunParameters read_run_parameters(const ConfigurationSources& sources);

/// True for `path=value` whose path is a switch, which acts without a machine, too.
bool assigns_switch(std::string_view assignment);

}  // namespace texpipe::study
