// Explanations, pages, comparisons and energy of run folders, as the command makes them.
#include <pybind11/stl.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "analysis/compare/comparison_text.h"
#include "analysis/energy/energy_estimate.h"
#include "analysis/explain/explanation.h"
#include "cli/linked_blocks.h"
#include "exploration/sweep/sweep_folder.h"
#include "exploration/sweep/sweep_record.h"
#include "host/text/json_text.h"
#include "host/text/terminal.h"
#include "pages/compare/compare_page.h"
#include "pages/run/machine_extras.h"
#include "pages/run/run_page.h"
#include "pages/sweep/sweep_page.h"
#include "python/bindings.h"
#include "python/work_signals.h"

namespace py = pybind11;

namespace texpipe::python {

namespace {

/// @return  the explanation as text and as JSON
std::pair<std::string, std::string> explain(const std::string& folder, std::vector<std::string> only,
                                            std::vector<std::string> except, const std::string& budget,
                                            std::size_t most_runs, unsigned jobs) {
  const py::gil_scoped_release released;
  const WorkSignals signals;
  const timing::BlockRegistry blocks = cli::linked_blocks();
  study::ExplainOptions options;
  options.limits.only = std::move(only);
  options.limits.except = std::move(except);
  options.budget = budget;
  options.most_runs = most_runs;
  options.jobs = jobs != 0 ? jobs : std::max(std::thread::hardware_concurrency(), 1u);
  constexpr std::size_t kSingles = 5;  // as the command
  options.singles = kSingles;
  const study::Explanation explanation = study::explain_run(folder, blocks, options);
  return {study::explanation_text(explanation, kSingles), study::json_text(study::explanation_json(explanation))};
}

std::string page(const std::string& folder) {
  const py::gil_scoped_release released;
  return study::is_sweep_folder(folder) ? study::sweep_page(folder)
                                        : study::run_page(folder, study::machine_extras(folder, cli::linked_blocks()));
}

/// @return  the comparison as text, as JSON and as a page
std::tuple<std::string, std::string, std::string> compare(const std::string& before, const std::string& after) {
  const timing::BlockRegistry blocks = cli::linked_blocks();
  const study::RunRecord first = study::read_run_or_sweep(before, blocks),
                         second = study::read_run_or_sweep(after, blocks);
  const study::RunComparison comparison = study::compare_runs(first, second);
  constexpr std::size_t kLines = 10, kColumns = study::kWholeLines;  // as the command in a pipe
  return {study::comparison_text(comparison, {}, kLines, kColumns),
          study::json_text(study::comparison_json(comparison, {})), study::compare_page(comparison, {})};
}

/// @return  the estimate as text and as JSON
std::pair<std::string, std::string> energy(const std::string& folder, const std::string& file) {
  const study::RunRecord run = study::read_run(folder, cli::linked_blocks());
  const study::EnergyTable table = file.empty() ? study::energy_table_of(run.settings) : study::read_energy_table(file);
  const study::EnergyEstimate estimate = study::estimate_energy(run, table);
  return {study::energy_text(estimate, run, table), study::json_text(study::energy_json(estimate, run, table))};
}

}  // namespace

void bind_analysis(py::module_& module) {
  module.def("explain", explain);
  module.def("page", page);
  module.def("compare", compare);
  module.def("energy", energy);
}

}  // namespace texpipe::python
