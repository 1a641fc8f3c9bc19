#include "cosim/asked_comparison.h"

#include <fmt/format.h>

#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/shell_word.h"
#include "cosim/cosim_comparison.h"
#include "cosim/cosim_print.h"
#include "cosim/cosim_wave_files.h"
#include "parameters/layers/load_configuration.h"
#include "study/definition/file_sorts.h"
#include "study/plugins/load_plugin.h"
#include "study/plugins/named_plugins.h"

extern char** environ;

namespace texpipe::cosim {

namespace {

/// A command that compares again, with the plug-ins that an option named.
std::string with_plugins(const std::string& rerun) {
  constexpr std::string_view kCommand = "texpipe";
  if (!rerun.starts_with(kCommand)) return rerun;
  std::string options;
  for (const study::LoadedPlugin& plugin : study::loaded_plugins()) {
    if (plugin.scope == study::PluginScope::kProcess) options += " --plugin " + shell_word(plugin.file.string());
  }
  return std::string{kCommand} + options + rerun.substr(kCommand.size());
}

}  // namespace

ExitCode compare_as_asked(const study::ComparisonAsked& asked) {
  check_waves({asked.waves, asked.force});
  study::require_sort(asked.file, {study::FileSort::kBench}, ExitCode::kInvalidConfiguration);
  const study::ConfigurationLayers layers = study::load_layers(
      {.file = asked.file, .assignments = asked.assignments, .environment = environ}, study::FileKind::kStudy);
  study::load_named_plugins(layers);
  CosimParameters parameters;
  study::ParameterReader reader;
  for (const Diagnostic& problem : layers.problems) reader.add_problem(problem);
  reader.read(parameters, {&layers.study, &layers.environment, &layers.command_line});
  const bool knows_block = reader.origin("cosim").layer != "default";
  if (knows_block && parameters.implementation != kRepositoryRtl) {
    try {
      check_own(parameters);
    } catch (const Error& error) {
      // The implementation says which other keys there are.
      std::vector<Diagnostic> problems = error.diagnostics();
      for (Diagnostic& problem : problems) problem.position = reader.origin("implementation").position;
      const std::vector<Diagnostic> missing = study::missing_plugins(layers);
      problems.insert(problems.begin(), missing.begin(), missing.end());
      throw Error{error.code(), std::move(problems)};
    }
  }
  reader.finish();

  CosimOutcome outcome = compare_block({asked.file, asked.as_found, !asked.waves.empty()}, parameters);
  outcome.rerun = with_plugins(outcome.rerun);
  const std::string preset =
      fmt::format("out/cosim/{}.fst",
                  parameters.is_own() ? std::string_view{parameters.implementation} : name_of(parameters.block));
  const std::string waves = store_waves(outcome.waves, {asked.waves, asked.force, asked.quiet}, preset);
  if (asked.json) {
    print_json(parameters, outcome, waves);
  } else {
    print(parameters, outcome, waves);
  }
  for (const std::string& line : outcome.beyond_limits) std::cerr << line << '\n';
  if (asked.goals && outcome.bins.percent() < parameters.goals.bins) {
    std::cerr << fmt::format("coverage of {:.1f} % is below the goal of {} % of the bins\n", outcome.bins.percent(),
                             parameters.goals.bins);
    return ExitCode::kMismatch;
  }
  return outcome.mismatches == 0 && outcome.late == 0 && outcome.beyond_limits.empty() ? ExitCode::kSuccess
                                                                                       : ExitCode::kMismatch;
}

}  // namespace texpipe::cosim
