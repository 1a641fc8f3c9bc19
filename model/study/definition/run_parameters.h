// Parameters of a run without a study: the machine, and switches of what the documents leave open.
#pragma once

#include <string_view>

#include "study/definition/study.h"
#include "timing/system/block_registry.h"

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

/// Reads a machine file (or the built-in machine), the environment and -p.
/// @param blocks  the implementations that the machine may name
/// Errors: load_named_layers, read_configuration; kUnsupported for `rtl` when `blocks` was built without it.
RunParameters read_run_parameters(const ConfigurationSources& sources, const timing::BlockRegistry& blocks);

/// The timing that an option --timing names. Errors: kUsage with the nearest spelling.
Timing timing_named(std::string_view name);

/// True for `path=value` whose path is a switch, which acts without a machine, too.
bool assigns_switch(std::string_view assignment);

}  // namespace texpipe::study
