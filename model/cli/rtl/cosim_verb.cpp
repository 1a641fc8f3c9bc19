#include "cli/cosim_verb.h"

#include <fmt/format.h>

#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/rtl/cosim_print.h"
#include "cli/rtl/cosim_wave_files.h"
#include "cosim/cosim_comparison.h"
#include "parameters/layers/load_configuration.h"

extern char** environ;

namespace texpipe::cli {

ExitCode compare_with_rtl(const CosimOptions& options, const GlobalOptions& globals) {
  check_waves({options.waves, options.force});
  const study::ConfigurationLayers layers = study::load_layers(
      {.file = options.file, .assignments = options.assignments, .environment = environ}, study::FileKind::kStudy);
  cosim::CosimParameters parameters;
  study::ParameterReader reader;
  for (const Diagnostic& problem : layers.problems) reader.add_problem(problem);
  reader.read(parameters, {&layers.study, &layers.environment, &layers.command_line});
  const bool knows_block = reader.origin("cosim").layer != "default";
  if (knows_block && parameters.implementation != cosim::kRepositoryRtl) {
    try {
      cosim::check_own(parameters);
    } catch (const Error& error) {
      // The implementation says which other keys there are.
      std::vector<Diagnostic> problems = error.diagnostics();
      for (Diagnostic& problem : problems) problem.position = reader.origin("implementation").position;
      throw Error{error.code(), std::move(problems)};
    }
  }
  reader.finish();

  const cosim::CosimOutcome outcome =
      cosim::compare_block({options.file, options.as_found, !options.waves.empty()}, parameters);
  const std::string preset =
      fmt::format("out/cosim/{}.fst",
                  parameters.is_own() ? std::string_view{parameters.implementation} : name_of(parameters.block));
  const std::string waves = store_waves(outcome.waves, {options.waves, options.force}, preset, globals);
  if (globals.json) {
    print_json(parameters, outcome, waves);
  } else {
    print(parameters, outcome, waves);
  }
  for (const std::string& line : outcome.beyond_limits) std::cerr << line << '\n';
  if (options.goals && outcome.bins.percent() < parameters.goals.bins) {
    std::cerr << fmt::format("coverage of {:.1f} % is below the goal of {} % of the bins\n", outcome.bins.percent(),
                             parameters.goals.bins);
    return ExitCode::kMismatch;
  }
  return outcome.mismatches == 0 && outcome.late == 0 && outcome.beyond_limits.empty() ? ExitCode::kSuccess
                                                                                       : ExitCode::kMismatch;
}

}  // namespace texpipe::cli
