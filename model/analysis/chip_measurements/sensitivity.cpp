#include "analysis/chip_measurements/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/fraction.h"
#include "base/printable.h"
#include "host/processes/processes.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

/// A row's run with a move.
struct Trial {
  std::size_t row = 0;
  std::string path;
  std::string from, to;
};

/// Path of a list's first element as a pattern for all its elements.
std::string pattern_path(const std::string& path) {
  std::string pattern;
  for (const char c : path) pattern += c == '0' && pattern.ends_with('[') ? '*' : c;
  return pattern;
}

bool is_moved(const ParameterNode& node, const SensitivityOptions& wanted) {
  const std::string path = without_indices(node.path);
  if (path == "slices" || path == "slice.subslices" || path.ends_with(".eus") || path.ends_with(".implementation"))
    return false;
  if (node.is_list || node.is_path || path.find(wanted.paths) == std::string::npos) return false;
  for (std::size_t at = node.path.find('['); at != std::string::npos; at = node.path.find('[', at + 1)) {
    if (!std::string_view{node.path}.substr(at).starts_with("[0]")) return false;
  }
  return has_numbers(node) || !node.choices.empty() || node.type == FieldType::kBoolean ||
         node.type == FieldType::kFraction;
}

/// The text of the changed value; none where the parameter ends.
std::optional<std::string> moved_text(const ParameterNode& node, bool up) {
  if (node.type == FieldType::kBoolean)
    return up ? std::optional{node.text == "true" ? "false" : "true"} : std::nullopt;
  if (node.type == FieldType::kFraction) {
    Fraction fraction;
    if (texpipe::parse_text(node.text, fraction)) return {};
    return fmt::format("{}/{}", fraction.numerator() * (up ? 6 : 4), fraction.denominator() * 5);
  }
  if (!has_numbers(node)) {
    const auto here = std::find(node.choices.begin(), node.choices.end(), node.text);
    if (here == node.choices.end()) return {};
    if (up) return here + 1 != node.choices.end() ? std::optional{*(here + 1)} : std::nullopt;
    return here != node.choices.begin() ? std::optional{*(here - 1)} : std::nullopt;
  }
  const std::optional<double> number = number_of(node.text);
  if (!number) return {};
  const double part = node.power_of_two ? (up ? 2 : 0.5) : up ? 1 + kSensitivityStep : 1 - kSensitivityStep;
  std::string text = nearest_text(*number * part, node);
  if (text == node.text) text = nearest_text(up ? *number + 1 : *number - 1, node);
  return text != node.text ? std::optional{text} : std::nullopt;
}

std::vector<Trial> trials_of(const std::vector<ReferenceRow>& rows, const CorrelateOptions& options,
                             const SensitivityOptions& wanted) {
  std::vector<Trial> trials;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    Configuration configuration = configuration_of(rows[r], false, options);
    const ParameterNode tree = parameter_tree(configuration.machine);
    for_each_value(tree, [&](const ParameterNode& node) {
      const std::string path = without_indices(node.path);
      if (!is_moved(node, wanted)) return;
      const auto sets = [&](const PlacedAssignment& word) { return without_indices(word.path) == path; };
      if (std::any_of(rows[r].set.begin(), rows[r].set.end(), sets)) return;
      for (const bool up : {true, false}) {
        const std::optional<std::string> to = moved_text(node, up);
        if (to) trials.push_back({r, pattern_path(node.path), node.text, *to});
      }
    });
  }
  return trials;
}

/// The row's value after the change, as text; empty when the machine cannot have it.
std::string value_text(const ReferenceRow& row, const std::string& assignment, CorrelateOptions options) {
  if (!assignment.empty()) options.assignments.push_back(assignment);
  try {
    return fmt::format("{}", model_value(row, options));
  } catch (const Error&) {
    if (assignment.empty()) throw;
    return "";
  }
}

}  // namespace

std::vector<RowMove> row_moves(const std::vector<ReferenceRow>& rows, const CorrelateOptions& options,
                               const SensitivityOptions& wanted) {
  std::vector<ReferenceRow> runs;
  for (const ReferenceRow& row : rows) {
    if (row.needs.empty()) runs.push_back(row);
  }
  const std::vector<Trial> trials = trials_of(runs, options, wanted);
  if (trials.empty()) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--of",
                                             .problem = "no parameter's path contains '" + wanted.paths + "'",
                                             .hint = "`texpipe config show` lists them"}};
  }
  std::size_t ended = 0;
  const std::vector<std::string> values = divide_among_processes(
      runs.size() + trials.size(), options.jobs,
      [&](std::size_t n) {
        if (n < runs.size()) return value_text(runs[n], "", options);
        const Trial& trial = trials[n - runs.size()];
        return value_text(runs[trial.row], trial.path + "=" + trial.to, options);
      },
      [&] {
        if (options.on_row) options.on_row(++ended, runs.size() + trials.size());
      });
  std::vector<RowMove> moves;
  for (std::size_t t = 0; t < trials.size(); ++t) {
    const std::string& value = values[runs.size() + t];
    if (value.empty()) continue;
    const double ratio = std::stod(value) / std::stod(values[trials[t].row]);
    if (std::abs(ratio - 1) <= kRowMoves) continue;
    moves.push_back(
        {without_indices(trials[t].path), trials[t].from, trials[t].to, runs[trials[t].row].full_name(), ratio});
  }
  std::stable_sort(moves.begin(), moves.end(), [](const RowMove& a, const RowMove& b) { return a.path < b.path; });
  return moves;
}

std::string moves_text(const std::vector<RowMove>& moves) {
  std::string text, path;
  for (const RowMove& move : moves) {
    if (move.path != path) text += printable(move.path) + '\n';
    path = move.path;
    text += fmt::format("  {:<16}  {:+.1f} %  {}\n", printable(move.from + " -> " + move.to), 100 * (move.ratio - 1),
                        printable(move.row));
  }
  return text;
}

std::string moves_csv(const std::vector<RowMove>& moves) {
  std::string csv = "parameter,from,to,row,ratio\n";
  for (const RowMove& move : moves)
    csv += fmt::format("{},{},{},{},{:.4f}\n", move.path, move.from, move.to, move.row, move.ratio);
  return csv;
}

}  // namespace texpipe::study
