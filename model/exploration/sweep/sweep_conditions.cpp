#include "exploration/sweep/sweep_conditions.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "exploration/sweep/point_values.h"
#include "parameters/expression/estimate_unit.h"
#include "parameters/names/name_rule.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

ExpressionValue value_of_text(const std::string& text, const ParameterNode& node) {
  const std::optional<double> number = number_of(text);
  const bool word = node.type == FieldType::kText || node.type == FieldType::kEnumeration;
  if (!number || word) return text;
  return *number;
}

bool is_area(const std::string& name) {
  return name == "area" || name.starts_with("area.");
}

/// Units of names that are known before a run.
NamedUnit early_unit(const std::string& name, const ParameterNames& names) {
  if (is_area(name)) return {.unit = kAreaUnit};
  return unit_of_parameter(*names.find(name, {}).node);
}

}  // namespace

SweepConditions::SweepConditions(const SweepSpecification& sweep, const ParameterNames& names,
                                 std::vector<ParameterNode> base, const std::function<void(const Error&)>& wrong)
    : sweep_{sweep}, names_{names}, base_{std::move(base)} {
  for (const Section& section : sweep.sections)
    for (const Axis& axis : section.axes) patterns_[&axis] = without_indices(axis.path);
  for (const AxisCondition& condition : sweep.conditions) check(condition.holds, condition.position, wrong);
  for (const Constraint& constraint : sweep.constraints) sort(constraint);
  for (const Constraint* constraint : by_parameters_) check(constraint->holds, constraint->position, wrong);
  for (const Constraint* constraint : by_area_) check_units(constraint->holds, constraint->position, wrong);
}

/// Finds the names of a condition, once: each point asks for them.
void SweepConditions::check(const Expression& expression, const SourcePosition& position,
                            const std::function<void(const Error&)>& wrong) {
  for (const std::string& name : expression.names()) {
    try {
      const ParameterNames::Found found = names_.find(name, position);
      known_.try_emplace(name, KnownName{found, without_indices(found.path)});
    } catch (const Error& error) {
      return wrong(error);
    }
  }
  check_units(expression, position, wrong);
}

/// Checks a condition that is known before a run; the names of objectives stand for what these are made of.
void SweepConditions::check_units(const Expression& expression, const SourcePosition& position,
                                  const std::function<void(const Error&)>& wrong) const {
  const auto plain = [&](const std::string& name) { return early_unit(name, names_); };
  try {
    expression.check_units([&](const std::string& name) {
      const Objective* objective = objective_called(name);
      return objective == nullptr ? plain(name) : objective->value.check_units(plain);
    });
  } catch (const Error& error) {
    Diagnostic problem = error.diagnostics().front();
    problem.position = position;
    wrong(Error{error.code(), std::move(problem)});
  }
}

/// Null: none is.
const Objective* SweepConditions::objective_called(const std::string& name) const {
  const auto same = [&](const Objective& objective) { return objective.name == name; };
  const auto found = std::find_if(sweep_.objectives.begin(), sweep_.objectives.end(), same);
  return found == sweep_.objectives.end() ? nullptr : &*found;
}

/// Whether an objective is known before a run: it names parameters and areas alone.
bool SweepConditions::is_early(const Objective& objective) const {
  const std::vector<std::string> names = objective.value.names();
  return objective.goal != Goal::kHolds && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
           return is_area(name) || is_parameter(name);
         });
}

/// Finds when a constraint is known: by its parameters, with the machine's areas, or after a run.
void SweepConditions::sort(const Constraint& constraint) {
  const std::vector<std::string> names = constraint.holds.names();
  const auto is_objective = [&](const std::string& name) { return objective_called(name) != nullptr; };
  const auto is_late = [&](const std::string& name) {
    const Objective* objective = objective_called(name);
    return objective != nullptr ? !is_early(*objective) : !(is_area(name) || is_parameter(name));
  };
  if (std::any_of(names.begin(), names.end(), is_late)) {
    late_.push_back({.name = constraint.holds.text(),
                     .value = constraint.holds,
                     .goal = Goal::kHolds,
                     .position = constraint.position});
  } else if (std::any_of(names.begin(), names.end(), is_area) ||
             std::any_of(names.begin(), names.end(), is_objective)) {
    by_area_.push_back(&constraint);
  } else {
    by_parameters_.push_back(&constraint);
  }
}

/// Also of several parameters, which is told where the name is looked up. `energy` is that of a run before it is the
/// study's table of energies.
bool SweepConditions::is_parameter(const std::string& name) const {
  const std::vector<std::string>& paths = names_.paths();
  return name != "energy" &&
         !match_name(without_indices(name), std::vector<std::string_view>{paths.begin(), paths.end()}).is_none();
}

/// Value of a condition's name at a point: the point's own, else the study's.
ExpressionValue SweepConditions::look_up(const std::string& name, const std::vector<Choice>& choices) const {
  const auto& [found, pattern] = known_.at(name);
  for (const Choice& choice : choices)
    if (patterns_.at(choice.axis) == pattern) return value_of_text(choice.value.text, *found.node);
  for (const ParameterNode& tree : base_) {
    if (const ParameterNode* node = find_parameter(tree, found.path)) {
      const bool value = node->kind == ParameterNode::Kind::kValue;
      return value ? value_of_text(node->text, *found.node) : ExpressionValue{node->preset};
    }
  }
  return value_of_text(found.node->text, *found.node);
}

bool SweepConditions::holds(const Expression& expression, const SourcePosition& position,
                            const std::vector<Choice>& choices) const {
  try {
    return expression.holds([&](const std::string& name) { return look_up(name, choices); });
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostics().front();
    diagnostic.position = position;
    throw Error{error.code(), std::move(diagnostic)};
  }
}

bool SweepConditions::holds(const Constraint& constraint, Configuration& point) const {
  const RunRecord before_any_run;
  try {
    std::vector<PlanObjective> all{{"", constraint.holds, Goal::kHolds}};
    for (const Objective& objective : sweep_.objectives)
      if (is_early(objective)) all.push_back({objective.name, objective.value, objective.goal});
    return PointValues{before_any_run, point}.of(all).front().value_or(0) != 0;
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostics().front();
    if (diagnostic.position.file.empty()) diagnostic.position = constraint.position;
    throw Error{error.code(), std::move(diagnostic)};
  }
}

std::vector<Choice> SweepConditions::counting(const std::vector<Choice>& all) const {
  std::vector<Choice> choices;
  for (const Choice& choice : all) {
    const auto condition = std::find_if(sweep_.conditions.begin(), sweep_.conditions.end(),
                                        [&](const AxisCondition& c) { return c.path == choice.axis->path; });
    if (condition == sweep_.conditions.end() || holds(condition->holds, condition->position, all))
      choices.push_back(choice);
  }
  return choices;
}

const Constraint* SweepConditions::refused_by_parameters(const std::vector<Choice>& choices) const {
  for (const Constraint* constraint : by_parameters_)
    if (!holds(constraint->holds, constraint->position, choices)) return constraint;
  return nullptr;
}

const Constraint* SweepConditions::refused_by_areas(Configuration& point) const {
  for (const Constraint* constraint : by_area_)
    if (!holds(*constraint, point)) return constraint;
  return nullptr;
}

}  // namespace texpipe::study
