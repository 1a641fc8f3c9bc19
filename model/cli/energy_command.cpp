// texpipe energy
#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis/energy/energy_estimate.h"
#include "cli/linked_blocks.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"

namespace texpipe::cli {

namespace {

struct EnergyArguments {
  std::string run;
  std::string table;
  std::string format = "table";
};

ExitCode print_energy(const EnergyArguments& arguments, const GlobalOptions& globals) {
  refuse_format_beside_json(arguments.format, globals);
  const study::RunRecord run = study::read_run(arguments.run, linked_blocks());
  const study::EnergyTable table =
      arguments.table.empty() ? study::energy_table_of(run.settings) : study::read_energy_table(arguments.table);
  const study::EnergyEstimate estimate = study::estimate_energy(run, table);
  if (globals.json || arguments.format == "json") {
    std::cout << study::json_text(study::energy_json(estimate, run, table), 2) << '\n';
  } else if (arguments.format == "csv") {
    std::cout << study::energy_csv(estimate);
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::energy_text(estimate, run, table);
  }
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_energy(CLI::App& app, const GlobalOptions& globals) {
  auto arguments = std::make_shared<EnergyArguments>();
  app.add_option("RUN", arguments->run, "folder of a timed run")->required();
  app.add_option("--table", arguments->table, "energies and areas; those of the run's study when not given");
  app.add_option("--format", arguments->format, "table (default), csv or json")
      ->check(CLI::IsMember({"table", "csv", "json"}));
  return [arguments, &globals] { return print_energy(*arguments, globals); };
}

}  // namespace texpipe::cli
