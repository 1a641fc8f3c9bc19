// Configurations, runs and sweeps. A run has a process of its own, since SystemC has one simulation a process.
#include <pybind11/stl.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/statistics/named_statistics.h"
#include "base/diagnostic.h"
#include "cli/linked_blocks.h"
#include "exploration/search/run_search.h"
#include "exploration/sweep/pareto.h"
#include "exploration/sweep/run_sweep.h"
#include "exploration/sweep/sweep_sensitivity.h"
#include "host/files/files_read.h"
#include "host/processes/processes.h"
#include "host/text/json_text.h"
#include "parameters/names/name_rule.h"
#include "python/bindings.h"
#include "python/work_signals.h"
#include "study/plugins/load_plugin.h"
#include "study/run/run_study.h"
#include "study/run_folder/run_record.h"
#include "study/time_table/time_table.h"

namespace py = pybind11;

namespace texpipe::python {

namespace {

using Json = nlohmann::ordered_json;
using Words = std::vector<std::string>;

study::Configuration load(const std::string& study, const Words& words, const timing::BlockRegistry& blocks) {
  return study::load_configuration({study, words, environ}, study::FileKind::kStudy, &blocks);
}

py::list settings_of(const std::vector<study::ParameterNode>& trees) {
  py::list settings;
  for (const study::ParameterNode& tree : trees)
    study::for_each_value(tree, [&](const auto& node) { settings.append(py::make_tuple(node.path, node.text)); });
  return settings;
}

py::tuple configure(const std::string& study, const Words& words) {
  study::Configuration configuration = load(study, words, cli::linked_blocks());
  return py::make_tuple(configuration.resolved_yaml(), settings_of(configuration.trees()));
}

struct RunRequest {
  std::string study;
  Words words;
  std::string out;
  bool force;
  std::uint32_t intervals;
  unsigned threads;
};

/// In the run's process.
std::string run_there(const RunRequest& request) {
  study::forget_files_read();  // they are not this run's inputs
  const timing::BlockRegistry blocks = cli::linked_blocks();
  study::Configuration configuration = load(request.study, request.words, blocks);
  Words command{"texpipe", "run", request.study};
  for (const std::string& word : request.words) command.insert(command.end(), {"-p", word});
  const study::RunOutcome outcome = study::run_study(
      configuration, {.command_line = command,
                      .out = request.out,
                      .overwrite = request.force ? study::Overwrite::kReplaceRun : study::Overwrite::kRefuse,
                      .intervals = request.intervals,
                      .threads = request.threads,
                      .blocks = blocks});
  if (outcome.exit_code != ExitCode::kSuccess) throw Error{outcome.exit_code, "stopped"};
  Json warnings = Json::array();
  for (const Diagnostic& warning : outcome.warnings) warnings.push_back(warning.text());
  return study::json_text(
      Json{{"folder", outcome.folder.string()}, {"summary", outcome.summary}, {"warnings", warnings}}, study::kOneLine,
      study::InvalidUtf8::kReplaced);
}

std::string run(const RunRequest& request) {
  const py::gil_scoped_release released;
  const WorkSignals signals;
  return study::divide_among_processes(1, 1, [&](std::size_t) { return run_there(request); }).front();
}

py::tuple read_run(const std::string& folder) {
  const study::RunRecord record = study::read_run(folder, cli::linked_blocks());
  py::dict about;
  about["study"] = record.study;
  about["machine"] = record.machine;
  about["timing"] = record.timing;
  about["unfinished"] = record.unfinished;
  py::list numbers;
  for (const study::RunNumber& n : record.numbers) {
    const bool whole = n.text.find_first_not_of("-0123456789") == std::string::npos;
    py::object value = whole ? py::object{py::int_{py::str{n.text}}} : py::object{py::float_{n.value}};
    numbers.append(py::make_tuple(n.path, value, n.unit, n.description, study::is_added(n)));
  }
  return py::make_tuple(about, numbers, settings_of(record.settings));
}

py::tuple read_series(const std::string& folder) {
  const machine::TimeTable table = study::read_time_table(folder);
  py::list rows;
  for (const machine::TimeTable::Row& row : table.rows) {
    rows.append(py::make_tuple(row.path, std::string{name_of(row.kind)}, row.unit,
                               py::array_t<double>(static_cast<py::ssize_t>(row.values.size()), row.values.data())));
  }
  return py::make_tuple(py::array_t<std::uint64_t>(static_cast<py::ssize_t>(table.ends.size()), table.ends.data()),
                        rows);
}

/// Places among the paths of those that a name means. Errors: kInvalidConfiguration, as of the command.
std::vector<std::size_t> match_name(const std::string& name, const Words& paths, const std::string& kind) {
  const std::vector<std::string_view> views{paths.begin(), paths.end()};
  study::NameMatch match = study::match_name(name, views);
  if (!match.is_one())
    throw Error{ExitCode::kInvalidConfiguration,
                study::name_problem(name, match, views, kind, "the keys of the table are all paths")};
  return std::move(match.places);
}

struct SweepRequest {
  std::string file;
  Words words;
  std::string out;
  bool force, resume, retry_failed;
  std::optional<std::size_t> most_failures;
  unsigned jobs;
};

py::tuple sweep(const SweepRequest& request) {
  study::SweepOutcome outcome;
  {
    const py::gil_scoped_release released;
    const WorkSignals signals;
    study::forget_files_read();
    const timing::BlockRegistry blocks = cli::linked_blocks();
    const auto engine = study::local_engine(request.jobs);
    outcome = study::run_sweep({.file = request.file,
                                .words = request.words,
                                .out = request.out,
                                .overwrite = request.force ? study::Overwrite::kReplaceRun : study::Overwrite::kRefuse,
                                .resume = request.resume || request.retry_failed,
                                .retry_failed = request.retry_failed,
                                .most_failures = request.most_failures,
                                .environment = environ},
                               engine.get(), blocks);
  }
  if (outcome.exit_code == ExitCode::kInterrupted || outcome.exit_code == ExitCode::kTerminated)
    throw Error{outcome.exit_code, "stopped; resume=True goes on"};
  return py::make_tuple(outcome.folder.string(), static_cast<int>(outcome.exit_code));
}

study::SweepOptions search_options(const std::string& file, const Words& words, const std::string& out, bool force,
                                   bool resume) {
  study::forget_files_read();
  return {.file = file,
          .words = words,
          .out = out,
          .overwrite = force ? study::Overwrite::kReplaceRun : study::Overwrite::kRefuse,
          .resume = resume,
          .environment = environ};
}

/// A search by NSGA-II. @return folder, exit code
py::tuple run_search(const std::string& file, const Words& words, const std::string& out, bool force, bool resume,
                     unsigned jobs) {
  study::SearchOutcome outcome;
  {
    const py::gil_scoped_release released;
    const WorkSignals signals;
    const timing::BlockRegistry blocks = cli::linked_blocks();
    outcome = study::run_search(search_options(file, words, out, force, resume), *study::local_engine(jobs), blocks);
  }
  const ExitCode code = outcome.sweep.exit_code;
  if (code == ExitCode::kInterrupted || code == ExitCode::kTerminated)
    throw Error{code, "stopped; resume=True goes on"};
  return py::make_tuple(outcome.sweep.folder.string(), static_cast<int>(code));
}

/// A search that Python asks.
class Search {
 public:
  Search(const std::string& file, const Words& words, const std::string& out, bool force, bool resume, unsigned jobs)
      : options_{search_options(file, words, out, force, resume)},
        engine_{study::local_engine(jobs)},
        asked_{options_, *engine_, blocks_} {}

  std::string head() const { return asked_.head(); }

  std::string answer(const std::string& request) {
    const py::gil_scoped_release released;
    const WorkSignals signals;
    return asked_.answer(request);
  }

  std::string finish() {
    const WorkSignals signals;
    return asked_.finish().folder.string();
  }

 private:
  timing::BlockRegistry blocks_ = cli::linked_blocks();
  study::SweepOptions options_;
  std::unique_ptr<study::SweepEngine> engine_;
  study::AskedSearch asked_;
};

std::string pareto(const std::string& folder) {
  return study::json_text(study::pareto_json(study::read_results(folder)));
}

std::string read_sweep(const std::string& folder) {
  return study::json_text(study::results_json(study::read_results(folder)));
}

std::string sensitivity(const std::string& folder) {
  return study::json_text(study::sensitivity_json(study::read_results(folder)));
}

}  // namespace

void bind_runs(py::module_& module) {
  module.def("load_plugin", [](const std::string& file) { study::load_plugin(file, study::PluginScope::kProcess); });
  module.def("configure", configure);
  module.def("run", [](std::string study, Words words, std::string out, bool force, std::uint32_t intervals,
                       unsigned threads) {
    return run({std::move(study), std::move(words), std::move(out), force, intervals, threads});
  });
  module.def("read_run", read_run);
  module.def("read_series", read_series);
  module.def("match_name", match_name);
  module.def("sweep", [](std::string file, Words words, std::string out, bool force, bool resume, bool retry_failed,
                         std::optional<std::size_t> most_failures, unsigned jobs) {
    return sweep({std::move(file), std::move(words), std::move(out), force, resume, retry_failed, most_failures, jobs});
  });
  module.def("run_search", run_search);
  py::class_<Search>(module, "Search")
      .def(py::init<const std::string&, const Words&, const std::string&, bool, bool, unsigned>())
      .def("head", &Search::head)
      .def("answer", &Search::answer)
      .def("finish", &Search::finish);
  module.def("pareto", pareto);
  module.def("read_sweep", read_sweep);
  module.def("sensitivity", sensitivity);
}

}  // namespace texpipe::python
