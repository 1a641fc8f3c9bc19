#include "analysis/chip_measurements/fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "base/unit_text.h"
#include "study/definition/parameter_names.h"

namespace texpipe::study {

namespace {

constexpr unsigned kMostSweeps = 8;
constexpr double kWorthwhile = 1e-9;  // of the error

[[noreturn]] void refuse_fit(const std::string& text, const std::string& problem) {
  throw Error{ExitCode::kUsage, Diagnostic{.path = "--fit",
                                           .problem = "'" + text + "' " + problem,
                                           .hint = "expected PATH=LOW..HIGH, as slice.l3.hit_latency=20..120"}};
}

/// A whole number with a unit behind it; false for another text.
bool take_number(std::string_view text, std::uint64_t& number, std::string& unit) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || texpipe::parse_text(text.substr(0, digits), number)) return false;
  unit = text.substr(digits);
  return true;
}

std::vector<ReferenceRow> fitted_rows(const std::vector<ReferenceRow>& rows) {
  std::vector<ReferenceRow> fitted;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(fitted),
               [](const ReferenceRow& row) { return row.fitted && row.needs.empty(); });
  if (!fitted.empty()) return fitted;
  throw Error{
      ExitCode::kUsage,
      Diagnostic{.path = "--fit", .problem = "no row is there to fit to", .hint = "rows with fitted: true are"}};
}

/// The text that a parameter has now; empty when there is none of this path.
std::string present_text(const ReferenceRow& row, const std::string& path, const CorrelateOptions& options) {
  Configuration configuration = configuration_of(row, false, options);
  for (const ParameterNode& tree : configuration.trees()) {
    const ParameterNode* node = find_parameter(tree, without_indices(path));
    if (node != nullptr && node->kind == ParameterNode::Kind::kValue) return node->text;
  }
  return "";
}

class FitSearch {
 public:
  FitSearch(std::vector<ReferenceRow> rows, const std::vector<FitParameter>& parameters,
            const CorrelateOptions& options)
      : rows_{std::move(rows)}, parameters_{parameters}, options_{options} {
    options_.on_row = {};
    for (const FitParameter& parameter : parameters_) {
      const std::string now = present_text(rows_.front(), parameter.path, options_);
      std::uint64_t number = 0;
      std::string unit;
      const bool known = take_number(now, number, unit) && unit == parameter.unit;
      const std::uint64_t middle = parameter.low + (parameter.high - parameter.low) / 2;
      point_.push_back(known ? std::clamp(number, parameter.low, parameter.high) : middle);
    }
  }

  FitResult run(const std::function<void(const FitStep&)>& on_step) {
    FitResult result;
    for (const ReferenceRow& row : rows_) result.rows.push_back(row.full_name());
    result.before = error_of(run_rows(rows_, options_));
    double best = error_at(point_);
    for (unsigned sweep = 1; sweep <= kMostSweeps; ++sweep) {
      const double before = best;
      for (std::size_t n = 0; n < parameters_.size(); ++n) {
        const std::uint64_t from = point_[n];
        best = search(n);
        result.steps.push_back({.sweep = sweep,
                                .path = parameters_[n].path,
                                .from = parameters_[n].text(from),
                                .to = parameters_[n].text(point_[n]),
                                .error = best,
                                .runs = errors_.size()});
        if (on_step) on_step(result.steps.back());
      }
      if (parameters_.size() == 1 || before - best <= kWorthwhile) break;
    }
    result.after = best;
    for (std::size_t n = 0; n < parameters_.size(); ++n)
      result.chosen.push_back({parameters_[n].path, parameters_[n].text(point_[n]), {}});
    return result;
  }

 private:
  /// Golden sections along one parameter, the others as they are; then what is left, number by number.
  double search(std::size_t n) {
    std::uint64_t low = parameters_[n].low, high = parameters_[n].high;
    std::vector<std::uint64_t> place = point_;
    const auto at = [&](std::uint64_t number) {
      place[n] = number;
      return error_at(place);
    };
    constexpr std::uint64_t kFew = 3;
    while (high - low > kFew) {
      const auto section = static_cast<std::uint64_t>(static_cast<double>(high - low) * 0.381966);
      const std::uint64_t left = low + std::max<std::uint64_t>(section, 1),
                          right = high - std::max<std::uint64_t>(section, 1);
      if (at(left) <= at(right))
        high = right;
      else
        low = left;
    }
    double best = error_at(point_);
    for (std::uint64_t number = low; number <= high; ++number) {
      const double error = at(number);
      if (error >= best - kWorthwhile) continue;
      best = error;
      point_[n] = number;
    }
    return best;
  }

  double error_at(const std::vector<std::uint64_t>& point) {
    if (const auto known = errors_.find(point); known != errors_.end()) return known->second;
    CorrelateOptions options = options_;
    for (std::size_t n = 0; n < point.size(); ++n)
      options.assignments.push_back(parameters_[n].path + "=" + parameters_[n].text(point[n]));
    const double error = error_of(run_rows(rows_, options));
    errors_.emplace(point, error);
    return error;
  }

  static double error_of(const std::vector<RowOutcome>& outcomes) {
    double squares = 0;
    for (const RowOutcome& outcome : outcomes) squares += std::pow(std::log(outcome.ratio()), 2);
    return std::sqrt(squares / static_cast<double>(outcomes.size()));
  }

  std::vector<ReferenceRow> rows_;
  const std::vector<FitParameter>& parameters_;
  CorrelateOptions options_;
  std::vector<std::uint64_t> point_;
  std::map<std::vector<std::uint64_t>, double> errors_;
};

/// The one machine file behind all rows.
std::filesystem::path machine_of(const std::vector<ReferenceRow>& rows, const CorrelateOptions& options) {
  if (!options.machine.empty()) return options.machine;
  std::filesystem::path machine;
  for (const ReferenceRow& row : rows) {
    const std::filesystem::path other = configuration_of(row, false, options).study.machine;
    if (!machine.empty() && machine != other) {
      throw Error{ExitCode::kUsage, Diagnostic{.path = "--fit",
                                               .problem = "the rows run on different machines: " + machine.string() +
                                                          " and " + other.string(),
                                               .hint = "--machine names one for all"}};
    }
    machine = other;
  }
  return machine;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string quoted(const std::string& text) {
  std::string result{'\''};
  for (const char c : text) result += c == '\'' ? "''" : std::string{c};
  return result + '\'';
}

std::string source_text(const ValueSource& source) {
  if (source.rows.empty()) return quoted(source.text);
  std::string rows;
  for (const std::string& row : source.rows) rows += (rows.empty() ? "" : ", ") + quoted(row);
  return "{source: " + quoted(source.text) + ", rows: [" + rows + "]}";
}

/// The path of the group around a parameter that is written as one word; else the parameter's own.
std::string path_of_word(const std::vector<ParameterNode>& trees, const std::string& path) {
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1)) {
    for (const ParameterNode& tree : trees) {
      const ParameterNode* group = find_parameter(tree, path.substr(0, dot));
      if (group != nullptr && !group->preset.empty()) return path.substr(0, dot);
    }
  }
  return path;
}

}  // namespace

FitParameter parse_fit_parameter(const std::string& text) {
  const std::size_t equals = text.find('='), dots = text.find("..", equals == std::string::npos ? 0 : equals);
  if (equals == 0 || equals == std::string::npos || dots == std::string::npos)
    refuse_fit(text, "is no parameter with a range");
  FitParameter parameter{.path = parameter_names().path_of(text.substr(0, equals))};
  std::string low_unit;
  if (!take_number(std::string_view{text}.substr(equals + 1, dots - equals - 1), parameter.low, low_unit) ||
      !take_number(std::string_view{text}.substr(dots + 2), parameter.high, parameter.unit))
    refuse_fit(text, "has no whole numbers as its range");
  if (!low_unit.empty() && low_unit != parameter.unit) refuse_fit(text, "has two units");
  if (parameter.low > parameter.high) refuse_fit(text, "ends before it starts");
  return parameter;
}

FitResult fit(const std::vector<ReferenceRow>& rows, const std::vector<FitParameter>& parameters,
              const CorrelateOptions& options, const std::function<void(const FitStep&)>& on_step) {
  return FitSearch{fitted_rows(rows), parameters, options}.run(on_step);
}

std::string fitted_machine(const std::vector<ReferenceRow>& rows, const FitResult& result,
                           const CorrelateOptions& options) {
  ConfigurationSources from{.file = machine_of(fitted_rows(rows), options), .assignments = options.assignments};
  // Assignments that belong to the studies alone were checked with them, and have no place in a machine.
  std::erase_if(from.assignments, [](const std::string& word) {
    const std::string path = parameter_names().path_of(word.substr(0, word.find('=')));
    return path.starts_with("workload.") || path == "timing" || path == "watchdog";
  });
  for (const PlacedAssignment& chosen : result.chosen) from.assignments.push_back(chosen.word());
  Configuration configuration = load_configuration(from, FileKind::kMachine, options.blocks);
  const auto is_given = [&](const ParameterNode& node) {
    return configuration.reader.origin(configuration.reader.given_path(node.path)).layer != Origin{}.layer;
  };
  configuration.machine_name.name += "_fitted";
  const std::string fitted_to = "fitted to " + joined(result.rows);
  ValueSources sources = configuration.sources;
  for (const PlacedAssignment& chosen : result.chosen) sources[without_indices(chosen.path)] = {fitted_to, result.rows};
  std::string text =
      "# Written by texpipe correlate --fit.\n" + configuration.resolved_yaml({}, is_given) + "sources:\n";
  const std::vector<ParameterNode> trees = configuration.trees();
  std::map<std::string, std::string> texts;  // a group's own source before those of its parameters
  for (const auto& [path, source] : sources) texts.try_emplace(path_of_word(trees, path), source_text(source));
  for (const auto& [path, source] : texts) text += "  " + path + ": " + source + '\n';
  if (!configuration.constants.empty()) text += "constants:\n";
  for (const auto& [name, number] : configuration.constants) text += fmt::format("  {}: {}\n", name, number);
  return text;
}

}  // namespace texpipe::study
