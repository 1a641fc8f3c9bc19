// texpipe correlate: how close the model comes to measured values.
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "analysis/chip_measurements/correlate.h"
#include "analysis/chip_measurements/correlation_report.h"
#include "analysis/chip_measurements/fit.h"
#include "analysis/chip_measurements/sensitivity.h"
#include "base/printable.h"
#include "base/spelling.h"
#include "cli/linked_blocks.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "host/progress/progress.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "pages/correlate/correlate_page.h"

namespace texpipe::cli {

namespace {

struct CorrelateArguments {
  std::string path, machine, timing, only;
  std::string format = "text";
  std::vector<std::string> assignments, fits;
  bool sensitivity = false;
  std::string of;
  unsigned jobs = 0;  // not given: all processors of the host
  OutputOption output;
};

/// The rows of a path, or those whose names hold a text.
std::vector<study::ReferenceRow> chosen_rows(const CorrelateArguments& arguments) {
  std::vector<study::ReferenceRow> rows = study::read_references(arguments.path);
  if (arguments.only.empty()) return rows;
  std::vector<std::string> names;
  for (const study::ReferenceRow& row : rows) names.push_back(row.full_name());
  std::erase_if(
      rows, [&](const study::ReferenceRow& row) { return row.full_name().find(arguments.only) == std::string::npos; });
  if (!rows.empty()) return rows;
  throw Error{
      ExitCode::kUsage,
      Diagnostic{.path = "--only",
                 .problem = "no row's name holds '" + arguments.only + "'",
                 .hint = spelling_hint(arguments.only, std::vector<std::string_view>{names.begin(), names.end()})}};
}

/// Known before anything runs.
std::string picture_kind(const OutputOption& output) {
  std::string kind = std::filesystem::path{output.file}.extension();
  if (!output.given() || kind == ".svg" || kind == ".html") return kind;
  throw Error{ExitCode::kUsage, Diagnostic{.path = "-o",
                                           .problem = "no picture is named by " + output.file,
                                           .hint = "expected a name that ends in .svg or .html"}};
}

std::string report_of(const std::vector<study::RowOutcome>& outcomes, const std::string& format) {
  if (format == "csv") return study::correlation_csv(outcomes);
  if (format == "markdown") return study::correlation_markdown(outcomes);
  return format == "json" ? study::correlation_json(outcomes) : study::correlation_text(outcomes);
}

std::string step_text(const study::FitStep& step) {
  return fmt::format("sweep {}  {} {} -> {}  error {:.2f} %  ({} runs of all rows)\n", step.sweep, printable(step.path),
                     step.from, step.to, 100 * step.error, step.runs);
}

std::string fit_json(const study::FitResult& result) {
  using Json = nlohmann::ordered_json;
  Json json{{"rows", result.rows}, {"error_before", result.before}, {"error_after", result.after}};
  json["chosen"] = Json::object();
  for (const study::PlacedAssignment& chosen : result.chosen) json["chosen"][chosen.path] = chosen.value;
  json["steps"] = Json::array();
  for (const study::FitStep& step : result.steps) {
    json["steps"].push_back({{"sweep", step.sweep},
                             {"path", step.path},
                             {"from", step.from},
                             {"to", step.to},
                             {"error", step.error},
                             {"runs", step.runs}});
  }
  return study::json_text(json, 2) + '\n';
}

/// Searches, says how the error fell, and leaves the machine.
ExitCode fit(const CorrelateArguments& arguments, const study::CorrelateOptions& options,
             const GlobalOptions& globals) {
  std::vector<study::FitParameter> parameters;
  for (const std::string& text : arguments.fits) parameters.push_back(study::parse_fit_parameter(text));
  if (!arguments.output.given()) {
    throw Error{
        ExitCode::kUsage,
        Diagnostic{.path = "--fit", .problem = "leaves a machine file and needs its name", .hint = "-o FILE.yaml"}};
  }
  const std::vector<study::ReferenceRow> rows = chosen_rows(arguments);
  study::OutputFile machine{arguments.output.file, existing_of(arguments.output)};  // refused before the search
  const bool text = !globals.json;
  const study::FitResult result = study::fit(rows, parameters, options, [&](const study::FitStep& step) {
    if (text) std::cout << step_text(step) << std::flush;
  });
  machine.stream() << study::fitted_machine(rows, result, options);
  machine.publish();
  say_written(arguments.output.file, globals);
  if (!text) {
    std::cout << fit_json(result);
    return ExitCode::kSuccess;
  }
  const study::FittedOutput fitted{std::cout};
  std::cout << fmt::format(
      "error over {} rows  {:.2f} % -> {:.2f} %  (root mean square of the logarithms of model / chip)\n",
      result.rows.size(), 100 * result.before, 100 * result.after);
  for (const study::PlacedAssignment& chosen : result.chosen)
    std::cout << "  " << printable(chosen.path) << " = " << chosen.value << '\n';
  return ExitCode::kSuccess;
}

/// Says which rows move with which parameter.
ExitCode tell_moves(const CorrelateArguments& arguments, const study::CorrelateOptions& options,
                    const GlobalOptions& globals) {
  const auto refuse = [](const char* path, const char* problem) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = path, .problem = problem}};
  };
  if (!arguments.fits.empty())
    refuse("--sensitivity", "changes one parameter at a time, --fit searches: give one of them");
  if (globals.json || arguments.format == "json" || arguments.format == "markdown")
    refuse("--sensitivity", "is printed as text or csv");
  std::optional<study::OutputFile> file;  // refused before the runs
  if (arguments.output.given()) file.emplace(arguments.output.file, existing_of(arguments.output));
  const std::vector<study::RowMove> moves = study::row_moves(chosen_rows(arguments), options, {.paths = arguments.of});
  std::optional<study::FittedOutput> fitted;
  if (arguments.format != "csv") fitted.emplace(std::cout);
  std::cout << (arguments.format == "csv" ? study::moves_csv(moves) : study::moves_text(moves));
  if (file) {
    file->stream() << study::moves_csv(moves);
    file->publish();
    say_written(arguments.output.file, globals);
  }
  return ExitCode::kSuccess;
}

ExitCode correlate(const CorrelateArguments& arguments, const GlobalOptions& globals) {
  refuse_format_beside_json(arguments.format, globals);
  const bool plots = arguments.fits.empty() && !arguments.sensitivity;
  const std::string picture = plots ? picture_kind(arguments.output) : "";
  const timing::BlockRegistry blocks = linked_blocks();
  study::Progress progress{std::cerr, globals.quiet ? study::ProgressStyle::kNone : study::progress_style_of_stderr(),
                           "correlate"};
  study::CorrelateOptions options{
      .machine = arguments.machine,
      .assignments = arguments.assignments,
      .environment = environ,
      .blocks = &blocks,
      .jobs = arguments.jobs != 0 ? arguments.jobs : std::max(1u, std::thread::hardware_concurrency()),
      .on_row = [&](std::size_t done, std::size_t total) { progress.update(done, total, "rows"); }};
  if (!arguments.timing.empty()) options.assignments.push_back("timing=" + arguments.timing);
  if (arguments.sensitivity) return tell_moves(arguments, options, globals);
  if (!arguments.of.empty())
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--of", .problem = "chooses parameters of --sensitivity"}};
  if (!arguments.fits.empty()) return fit(arguments, options, globals);
  const std::vector<study::ReferenceRow> rows = chosen_rows(arguments);
  std::optional<study::OutputFile> plot;  // refused before the runs
  if (arguments.output.given()) plot.emplace(arguments.output.file, existing_of(arguments.output));
  const std::vector<study::RowOutcome> outcomes = study::run_rows(rows, options);
  {
    std::optional<study::FittedOutput> fitted;
    if (!globals.json && arguments.format == "text") fitted.emplace(std::cout);
    std::cout << report_of(outcomes, globals.json ? "json" : arguments.format);
  }
  if (plot) {
    plot->stream() << (picture == ".svg" ? study::correlation_svg(outcomes) : study::correlate_page(outcomes));
    plot->publish();
    say_written(arguments.output.file, globals);
  }
  const bool outside = std::any_of(outcomes.begin(), outcomes.end(), [](const study::RowOutcome& outcome) {
    return outcome.verdict() == study::Verdict::kOutside;
  });
  return outside ? ExitCode::kMismatch : ExitCode::kSuccess;
}

}  // namespace

Action declare_correlate(CLI::App& app, const GlobalOptions& globals) {
  const auto arguments = std::make_shared<CorrelateArguments>();
  app.add_option("PATH", arguments->path, "folder with NAME.reference.yaml files, or one of them")->required();
  app.add_option("--machine", arguments->machine, "machine file in place of the studies' own");
  app.add_option("-p,--parameter", arguments->assignments, "path=value, over all files; may be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--timing", arguments->timing, "loosely_timed or approximately_timed; the studies' own by default")
      ->check(CLI::IsMember({"loosely_timed", "approximately_timed"}));
  app.add_option("--only", arguments->only, "only rows whose names (FAMILY/ROW) contain this");
  app.add_option("--jobs", arguments->jobs,
                 "runs at a time; as many as the host has processors when it is not given. Results do not depend on it")
      ->check(CLI::Range(1u, 1024u));
  app.add_option("--format", arguments->format, "what goes to stdout")
      ->check(CLI::IsMember({"text", "csv", "json", "markdown"}))
      ->capture_default_str();
  app.add_option(
         "--fit", arguments->fits,
         "PATH=LOW..HIGH: a parameter to search for the smallest error over the rows that are marked fitted; may "
         "be repeated")
      ->expected(1)
      ->take_all()
      ->allow_extra_args(false);
  app.add_flag("--sensitivity", arguments->sensitivity,
               "change each parameter of the rows' machines by 20 % (words: to the next), one at a time, and say which "
               "rows move by more than 0.5 %");
  app.add_option("--of", arguments->of, "--sensitivity: only parameters whose paths contain this");
  add_output_option(app, arguments->output,
                    "write a plot of model over chip, FILE.svg, or FILE.html with the table; of --fit the machine; of "
                    "--sensitivity a table, FILE.csv");
  return [=, &globals] { return correlate(*arguments, globals); };
}

}  // namespace texpipe::cli
