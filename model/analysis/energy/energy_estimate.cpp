#include "analysis/energy/energy_estimate.h"

#include <cmath>

#include "analysis/compare/comparison_text.h"
#include "analysis/energy/absent_blocks.h"
#include "base/diagnostic.h"
#include "base/spelling.h"
#include "parameters/names/name_rule.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

constexpr double kPicojoulesPerNanojoule = 1000;

/// All blocks, each a group of parameters.
void collect_blocks(const ParameterNode& node, std::vector<const ParameterNode*>& blocks) {
  if (node.kind == ParameterNode::Kind::kValue) return;
  if (node.kind == ParameterNode::Kind::kGroup && !node.path.empty()) blocks.push_back(&node);
  for (const ParameterNode& child : node.children) collect_blocks(child, blocks);
}

/// Place of the one of a block's statistics or parameters that a table means by a name.
/// @param known  without the block's path
/// @param kind   what they are, and `use` what the table takes one for
std::size_t place_of(const EnergyTable& table, const ParameterNode& block, const std::string& name,
                     const std::vector<std::string>& known, const char* kind, const char* use) {
  const std::vector<std::string_view> paths{known.begin(), known.end()};
  const NameMatch match = match_name(name, paths);
  if (match.is_one() && match.places.size() == 1) return match.places.front();
  Diagnostic problem = name_problem(name, match, paths, kind, spelling_hint(name, paths));
  problem.problem += " name";
  if (match.is_one()) problem = {.problem = std::string{"is more than one "} + kind, .hint = "give an index"};
  if (match.is_none()) problem.problem = std::string{"no such "} + kind + use;
  problem.problem += " of energy table " + table.name;
  problem.path = block.path + '.' + name;
  throw Error{ExitCode::kInvalidConfiguration, std::move(problem)};
}

class Estimator {
 public:
  Estimator(const RunRecord& run, const EnergyTable& table) : run_{run}, table_{table}, absent_{run.settings} {}

  EnergyEstimate estimate() const {
    if (run_.find("cycles") == nullptr || run_.settings.empty()) {
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.position = {run_.name},
                             .problem = run_.settings.empty() ? "holds no configuration"
                                                              : "is of an untimed run, whose actions are not counted",
                             .hint = "expected the folder of a timed run"}};
    }
    return counted();
  }

  /// Without a look at whether there is anything to count.
  EnergyEstimate counted() const {
    EnergyEstimate all;
    for (const EnergyComponent& component : table_.components) {
      ComponentEstimate estimate = of(component);
      if (estimate.blocks == 0) continue;
      all.nanojoules += estimate.nanojoules;
      all.square_millimetres += estimate.square_millimetres;
      all.components.push_back(std::move(estimate));
    }
    return all;
  }

 private:
  ComponentEstimate of(const EnergyComponent& component) const {
    const std::vector<const ParameterNode*> blocks = blocks_at(component);
    ComponentEstimate estimate{.component = &component};
    for (const EnergyAction& action : component.actions) estimate.actions.push_back({&action});
    for (const ParameterNode* block : blocks) {
      if (absent_.has(block->path)) continue;
      ++estimate.blocks;
      for (ActionEstimate& action : estimate.actions) {
        const double count = count_of(*block, action.action->count);
        action.count += count;
        action.nanojoules += count * value_of(*block, action.action->energy) / kPicojoulesPerNanojoule;
      }
      for (const EnergyFigure& figure : component.area) estimate.square_millimetres += value_of(*block, figure);
    }
    for (const ActionEstimate& action : estimate.actions) estimate.nanojoules += action.nanojoules;
    // An action whose scale is 0 is one of a part that the machine does not have, as a crossbar.
    std::erase_if(estimate.actions, [](const ActionEstimate& action) {
      return !action.action->energy.scales.empty() && action.count > 0 && action.nanojoules == 0;
    });
    return estimate;
  }

  /// A block that the run's timing or workload leaves out counts nothing.
  double count_of(const ParameterNode& block, const std::string& statistic) const {
    if (const RunNumber* number = run_.find(block.path + '.' + statistic)) return number->value;
    std::vector<std::string> known;
    for (const RunNumber& number : run_.numbers)
      if (number.path.starts_with(block.path + '.')) known.push_back(number.path.substr(block.path.size() + 1));
    if (known.empty()) return 0;
    const std::size_t place = place_of(table_, block, statistic, known, "statistic", ", which is a count");
    return run_.find(block.path + '.' + known[place])->value;
  }

  double value_of(const ParameterNode& block, const EnergyFigure& figure) const {
    double value = figure.value;
    for (const EnergyScale& scale : figure.scales) value *= factor_of(block, scale);
    return value;
  }

  double factor_of(const ParameterNode& block, const EnergyScale& scale) const {
    check_words(block, scale);
    const auto parameter = [&](const std::string& name) { return parameter_of(block, name, !scale.factors.empty()); };
    const ExpressionValue by = scale.by.evaluate(parameter);
    const auto* word = std::get_if<std::string>(&by);
    if (word == nullptr) {
      const double times = std::get<double>(by) / scale.at;
      if (std::isfinite(times) && times >= 0) return scale.law == ScaleLaw::kRoot ? std::sqrt(times) : times;
      throw Error{
          ExitCode::kInvalidConfiguration,
          Diagnostic{.path = block.path + '.' + scale.by.text(),
                     .problem = number_text(std::get<double>(by)) + " scales no figure of energy table " + table_.name,
                     .hint = "expected a number of at least 0"}};
    }
    std::vector<std::string_view> words;
    for (const auto& [name, factor] : scale.factors) {
      if (name == *word) return factor;
      words.push_back(name);
    }
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.path = block.path + '.' + scale.by.text(),
                           .problem = '\'' + *word + "' has no factor in energy table " + table_.name,
                           .hint = spelling_hint(*word, words)}};
  }

  /// Errors: kInvalidConfiguration for a factor of a word that the parameter does not take.
  void check_words(const ParameterNode& block, const EnergyScale& scale) const {
    if (scale.factors.empty()) return;
    const std::string path = block.path + '.' + scale.by.text();
    for_each_value(block, [&](const ParameterNode& value) {
      if (value.path != path || value.choices.empty()) return;
      const std::vector<std::string_view> choices{value.choices.begin(), value.choices.end()};
      for (const auto& [word, factor] : scale.factors) {
        if (std::find(choices.begin(), choices.end(), word) != choices.end()) continue;
        throw Error{
            ExitCode::kInvalidConfiguration,
            Diagnostic{.path = path,
                       .problem = "never is '" + word + "', to which energy table " + table_.name + " gives a factor",
                       .hint = spelling_hint(word, choices)}};
      }
    });
  }

  /// @param as_word  the parameter's own text, also where that reads as a number
  ExpressionValue parameter_of(const ParameterNode& block, const std::string& name, bool as_word) const {
    const std::string path = block.path + '.' + name;
    const ParameterNode* whole = nullptr;  // most names are, and need no other parameter's number
    for_each_value(block, [&](const ParameterNode& value) { whole = value.path == path ? &value : whole; });
    if (whole != nullptr && as_word) return whole->text;
    if (whole != nullptr) {
      if (const std::optional<double> number = number_of(whole->text)) return *number;
    }
    std::vector<std::string> known;
    std::vector<ExpressionValue> values;
    for_each_value(block, [&](const ParameterNode& value) {
      const std::optional<double> number = number_of(value.text);
      if (!as_word && !number) return;
      known.push_back(value.path.substr(block.path.size() + 1));
      values.push_back(as_word ? ExpressionValue{value.text} : ExpressionValue{*number});
    });
    return values[place_of(table_, block, name, known, as_word ? "parameter" : "number among the parameters",
                           ", which scales a figure")];
  }

  /// Those of the name that is a component's place.
  std::vector<const ParameterNode*> blocks_at(const EnergyComponent& component) const {
    std::vector<const ParameterNode*> all, blocks;
    for (const ParameterNode& tree : run_.settings) collect_blocks(tree, all);
    std::vector<std::string_view> paths;
    for (const ParameterNode* block : all) paths.push_back(block->path);
    const NameMatch match = match_name(component.place, paths);
    if (!match.is_one()) {
      Diagnostic problem = name_problem(component.place, match, paths, "block", "");
      problem.problem += " name";
      if (match.is_none()) problem.problem = "no such block in the machine, which is the place of a component";
      problem.problem += " of energy table " + table_.name;
      throw Error{ExitCode::kInvalidConfiguration, std::move(problem)};
    }
    for (const std::size_t place : match.places) blocks.push_back(all[place]);
    return blocks;
  }

  const RunRecord& run_;
  const EnergyTable& table_;
  AbsentBlocks absent_;
};

void add_number(RunRecord& run, std::string path, double value, const char* unit, const char* description) {
  run.numbers.push_back({.path = std::move(path), .value = value, .unit = unit, .description = description});
}

}  // namespace

EnergyEstimate estimate_energy(const RunRecord& run, const EnergyTable& table) {
  return Estimator{run, table}.estimate();
}

EnergyEstimate estimate_area(const std::vector<ParameterNode>& settings, const EnergyTable& table) {
  RunRecord machine;
  machine.settings = settings;
  return Estimator{machine, table}.counted();
}

void add_energy(RunRecord& run, const EnergyTable& table) {
  const EnergyEstimate estimate = estimate_energy(run, table);
  add_number(run, "energy", estimate.nanojoules, "nJ", "energy of all counted actions");
  for (const ComponentEstimate& part : estimate.components)
    add_number(run, "energy." + part.component->name, part.nanojoules, "nJ", "energy of this component's actions");
  add_area(run, table);
}

void add_area(RunRecord& run, const EnergyTable& table) {
  const EnergyEstimate estimate = estimate_area(run.settings, table);
  add_number(run, "area", estimate.square_millimetres, "mm2", "area of all blocks of the energy table");
  for (const ComponentEstimate& part : estimate.components)
    add_number(run, "area." + part.component->name, part.square_millimetres, "mm2", "area of this component's blocks");
}

EnergyTable energy_table_of(const std::vector<ParameterNode>& settings) {
  for (const ParameterNode& tree : settings) {
    const ParameterNode* table = find_parameter(tree, "energy");
    if (table != nullptr && !table->text.empty()) return read_energy_table(table->text);
  }
  return default_energy_table();
}

void check_energy_table(const std::vector<ParameterNode>& settings, const EnergyTable& table) try {
  estimate_area(settings, table);
} catch (const Error& error) {
  std::vector<Diagnostic> problems = error.diagnostics();
  for (const ParameterNode& tree : settings) {
    const ParameterNode* named = find_parameter(tree, "energy");
    if (named == nullptr || named->text.empty()) continue;
    for (Diagnostic& problem : problems) problem.position.file = named->text;
  }
  throw Error{error.code(), std::move(problems)};
}

}  // namespace texpipe::study
