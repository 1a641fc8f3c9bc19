// texpipe cosim FILE: model and RTL of a block side by side.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/verb.h"
#include "parameters/layers/load_configuration.h"

#ifdef TEXPIPE_WITH_RTL
#include "cli/cosim_print.h"
#include "cli/cosim_wave_files.h"
#include "cosim/cosim_comparison.h"
#endif

extern char** environ;

namespace texpipe::cli {

namespace {

struct CosimOptions {
  std::string file;
  std::vector<std::string> assignments;
  std::string waves;   // empty: not given
  bool force = false;  // of waves
  bool goals = false;
  bool as_found = false;
};

#ifdef TEXPIPE_WITH_RTL

ExitCode compare(const CosimOptions& options, const GlobalOptions& globals) {
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

#else

ExitCode compare(const CosimOptions&, const GlobalOptions&) {
  unsupported("RTL: this texpipe was built without Verilator");
}

#endif

}  // namespace

Action declare_cosim(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<CosimOptions>();
  app.add_option("FILE", options->file, "what to compare, as configs/cosim/filter.yaml")->required();
  app.add_option("-p", options->assignments, "path=value: changes one parameter")->allow_extra_args(false);
  app.add_option(
      "--waves", options->waves,
      "FILE.vcd or FILE.fst: where waves go, with save files of GTKWave and Surfer beside them: of a mismatch, else of "
      "all requests; without it out/cosim/BLOCK.fst, of a mismatch alone");
  app.add_flag("--force", options->force, "replace waves that exist");
  app.add_flag("--as-found", options->as_found,
               "tells the first mismatch as it was found, without waves: looks for no shorter stimulus that differs");
  app.add_flag("--goals", options->goals, "exit code 5 when fewer bins are met than goals.bins asks for");
  return [options, &globals] { return compare(*options, globals); };
}

}  // namespace texpipe::cli
