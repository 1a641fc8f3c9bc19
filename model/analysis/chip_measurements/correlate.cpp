#include "analysis/chip_measurements/correlate.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "analysis/chip_measurements/row_use.h"
#include "analysis/chip_measurements/run_values.h"
#include "host/processes/processes.h"
#include "study/definition/prepare_study.h"

namespace texpipe::study {

namespace {

/// The words of -p, row by row in front of the caller's.
std::vector<PlacedAssignment> assignments_of(const ReferenceRow& row, bool second) {
  std::vector<PlacedAssignment> all = row.set;
  for (const TwoValues& between : row.between) all.push_back(second ? between.second : between.first);
  return all;
}

/// Throws a refusal of a row's words as an error at their place in the row's file.
[[noreturn]] void rethrow_in_file(const Error& error, const ReferenceRow& row,
                                  const std::vector<PlacedAssignment>& words) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& diagnostic : diagnostics) {
    for (const PlacedAssignment& word : words) {
      if (diagnostic.position.file == "-p " + word.word()) diagnostic.position = word.position;
    }
    if (diagnostic.position.file.empty()) diagnostic.position = row.position;
  }
  throw Error{error.code(), std::move(diagnostics)};
}

RunValues values_of(const ReferenceRow& row, bool second, const CorrelateOptions& options) {
  const Configuration configuration = configuration_of(row, second, options);
  try {
    std::optional<functional::Workload> workload = prepare_study(configuration);
    if (!workload) throw Error{ExitCode::kInvalidConfiguration, "a cache_table has no statistics to compare"};
    const Execution execution = execute(
        configuration.machine, *workload,
        {.timing = configuration.study.timing, .blocks = options.blocks, .watchdog = configuration.study.watchdog});
    return RunValues{execution, configuration.machine, configuration.constants};
  } catch (const Error& error) {
    rethrow_in_file(error, row, assignments_of(row, second));
  }
}

/// Every bit of a number, as text.
std::string exact_text(double value) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex).ptr;
  return {text.data(), end};
}

double exact_number(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::hex);
  return value;
}

/// Notes a row's relation to its machine: whether a parameter was taken from the row, and constants that it lacks.
void ask_machine(const Configuration& configuration, ReferenceRow& row) {
  row.used = row.used || !parameters_from(row, configuration.sources).empty();
  for (const std::string& name : row.value->names()) {
    if (!name.starts_with(kConstantPrefix)) continue;
    if (!configuration.constants.contains(name.substr(kConstantPrefix.size())))
      row.needs = name + " of the machine " + configuration.machine_name.name;
  }
}

void check_rows(std::vector<ReferenceRow>& rows, const CorrelateOptions& options) {
  std::vector<Diagnostic> problems;
  ExitCode code = ExitCode::kInvalidConfiguration;
  for (ReferenceRow& row : rows) {
    for (const bool second : {false, true}) {
      if (!row.needs.empty() || (second && row.between.empty())) continue;
      try {
        const Configuration configuration = configuration_of(row, second, options);
        if (!second) ask_machine(configuration, row);
      } catch (const Error& error) {
        if (problems.empty()) code = error.code();
        for (const Diagnostic& diagnostic : error.diagnostics()) {
          const auto same = [&](const Diagnostic& d) { return d.text() == diagnostic.text(); };
          if (std::none_of(problems.begin(), problems.end(), same)) problems.push_back(diagnostic);
        }
      }
    }
  }
  if (!problems.empty()) throw Error{code, std::move(problems)};
}

}  // namespace

Configuration configuration_of(const ReferenceRow& row, bool second, const CorrelateOptions& options) {
  const std::vector<PlacedAssignment> own = assignments_of(row, second);
  ConfigurationSources sources{.file = row.study, .environment = options.environment};
  for (const PlacedAssignment& word : own) sources.assignments.push_back(word.word());
  if (!options.machine.empty()) sources.assignments.push_back("machine=" + options.machine.string());
  sources.assignments.insert(sources.assignments.end(), options.assignments.begin(), options.assignments.end());
  try {
    return load_configuration(sources, FileKind::kStudy, options.blocks);
  } catch (const Error& error) {
    rethrow_in_file(error, row, own);
  }
}

double RowOutcome::error() const {
  return std::abs(ratio() - 1);
}

Verdict RowOutcome::verdict() const {
  if (!model) return Verdict::kNotRun;
  if (row.bound) {
    const bool kept = *row.bound == Bound::kAtMost ? *model <= row.chip : *model >= row.chip;
    return kept ? Verdict::kInside : Verdict::kOutside;
  }
  if (!row.band) return Verdict::kNoBand;
  return error() <= *row.band ? Verdict::kInside : Verdict::kOutside;
}

namespace {

/// A row's expression over the numbers of a run.
double value_in(const RunValues& values, const ReferenceRow& row) {
  try {
    const double value = row.value->value([&](const std::string& name) { return values.value(name); });
    if (std::isfinite(value) && value > 0) return value;
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.problem = "'" + row.value->text() + "' is no positive number in this run",
                           .hint = row.between.empty() || row.is_ratio ? "" : "its names are differences of two runs"}};
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostics().front();
    diagnostic.position = row.value_position;
    diagnostic.path = row.full_name();
    throw Error{error.code(), std::move(diagnostic)};
  }
}

}  // namespace

double model_value(const ReferenceRow& row, const CorrelateOptions& options) {
  const RunValues first = values_of(row, false, options);
  if (row.between.empty()) return value_in(first, row);
  RunValues second = values_of(row, true, options);
  if (row.is_ratio) return value_in(first, row) / value_in(second, row);
  second.subtract(first);
  return value_in(second, row);
}

std::vector<RowOutcome> run_rows(const std::vector<ReferenceRow>& rows, const CorrelateOptions& options) {
  std::vector<ReferenceRow> checked = rows;
  check_rows(checked, options);
  std::vector<const ReferenceRow*> runs;
  for (const ReferenceRow& row : checked) {
    if (row.needs.empty()) runs.push_back(&row);
  }
  std::size_t ended = 0;
  const std::vector<std::string> values = divide_among_processes(
      runs.size(), options.jobs, [&](std::size_t n) { return exact_text(model_value(*runs[n], options)); },
      [&] {
        if (options.on_row) options.on_row(++ended, runs.size());
      });
  std::vector<RowOutcome> outcomes;
  auto value = values.begin();
  for (const ReferenceRow& row : checked) {
    RowOutcome outcome{.row = row, .model = {}};
    if (row.needs.empty()) outcome.model = exact_number(*value++);
    outcomes.push_back(std::move(outcome));
  }
  return outcomes;
}

RowAgreement agreement_of(const std::vector<RowOutcome>& outcomes,
                          const std::function<bool(const ReferenceRow&)>& counts) {
  std::vector<double> chip, model;
  RowAgreement agreement;
  for (const RowOutcome& outcome : outcomes) {
    if (!outcome.model || outcome.row.bound || !counts(outcome.row)) continue;
    agreement.mean_error += outcome.error();
    chip.push_back(std::log(outcome.row.chip));
    model.push_back(std::log(*outcome.model));
  }
  agreement.rows = chip.size();
  if (agreement.rows == 0) return agreement;
  const auto count = static_cast<double>(agreement.rows);
  agreement.mean_error /= count;
  double chip_mean = 0, model_mean = 0;
  for (std::size_t n = 0; n < chip.size(); ++n) {
    chip_mean += chip[n] / count;
    model_mean += model[n] / count;
  }
  double both = 0, chip_square = 0, model_square = 0;
  for (std::size_t n = 0; n < chip.size(); ++n) {
    const double x = chip[n] - chip_mean, y = model[n] - model_mean;
    both += x * y;
    chip_square += x * x;
    model_square += y * y;
  }
  constexpr std::size_t kFewestRows = 3;
  constexpr double kEqual = 1e-12;
  if (agreement.rows >= kFewestRows && chip_square > kEqual && model_square > kEqual)
    agreement.correlation = both / std::sqrt(chip_square * model_square);
  return agreement;
}

bool is_evidence(const ReferenceRow& row) {
  return row.grade == Grade::kMeasured && !row.used && !row.bound;
}

}  // namespace texpipe::study
