#include "exploration/sweep/sweep_planner.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

#include "analysis/energy/energy_estimate.h"
#include "base/stop_request.h"
#include "exploration/sweep/point_values.h"
#include "exploration/sweep/sampling.h"
#include "host/files/files_read.h"
#include "host/hashes/input_hashes.h"
#include "host/hashes/sha256.h"
#include "parameters/names/name_rule.h"
#include "parameters/tree/parameter_number.h"
#include "study/definition/prepare_study.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kIdDigits = 16;

/// A product of two counts, or the largest number.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::uint64_t>::max() : result;
}

std::uint64_t points_of(const Section& section) {
  std::uint64_t count = section.kind == SectionKind::kEach ? 1 : section.kind == SectionKind::kGrid ? 1 : 0;
  for (const Axis& axis : section.axes) {
    if (section.kind == SectionKind::kGrid) count = product(count, axis.values.size());
    if (section.kind == SectionKind::kEach) count += axis.values.size();
    if (section.kind == SectionKind::kZip) count = axis.values.size();
  }
  if (section.kind == SectionKind::kList) return section.list.size();
  return section.points != 0 ? section.points : count;
}

/// A value of a section's axis.
struct Choice {
  const Axis* axis;
  AxisValue value;
};

std::vector<Choice> choices_of(const Section& section, std::uint64_t index) {
  std::vector<Choice> choices;
  switch (section.kind) {
    case SectionKind::kGrid:
      for (auto axis = section.axes.rbegin(); axis != section.axes.rend(); ++axis) {
        choices.insert(choices.begin(), {&*axis, axis->values[index % axis->values.size()]});
        index /= axis->values.size();
      }
      break;
    case SectionKind::kZip:
      for (const Axis& axis : section.axes) choices.push_back({&axis, axis.values[index]});
      break;
    case SectionKind::kList:
      for (std::size_t i = 0; i < section.axes.size(); ++i)
        if (section.list[index][i]) choices.push_back({&section.axes[i], *section.list[index][i]});
      break;
    case SectionKind::kEach:
      for (const Axis& axis : section.axes) {
        if (index >= 1 && index <= axis.values.size()) choices.push_back({&axis, axis.values[index - 1]});
        if (index == 0 || index <= axis.values.size()) break;
        index -= axis.values.size();
      }
      break;
    case SectionKind::kSearch:  // has none of its own
      break;
    case SectionKind::kRandom:
    case SectionKind::kSobol:
      for (std::size_t i = 0; i < section.axes.size(); ++i) {
        const double part = section.kind == SectionKind::kRandom
                                ? random_coordinate(section.seed, index, i)
                                : sobol_coordinate(section.seed, static_cast<std::uint32_t>(index), i);
        choices.push_back({&section.axes[i], section.axes[i].at(part)});
      }
      break;
  }
  return choices;
}

ExpressionValue value_of_text(const std::string& text, const ParameterNode& node) {
  const std::optional<double> number = number_of(text);
  const bool word = node.type == FieldType::kText || node.type == FieldType::kEnumeration;
  if (!number || word) return text;
  return *number;
}

}  // namespace

/// Finds and checks the points of one sweep. In no unnamed namespace: GrowingPlan has one.
class SweepPlanner {
 public:
  SweepPlanner(const SweepSpecification& sweep, const ParameterNames& names, SweepPlan& plan, PointLoader& loader)
      : sweep_{sweep}, names_{names}, plan_{plan}, loader_{loader} {
    for (const FixedValue& fixed : sweep.fixed) note_word(fixed.path, fixed.value);
    for (const Section& section : sweep.sections) {
      for (const Axis& axis : section.axes) {
        numbers_[&axis] = plan_.axes.size();
        patterns_[&axis] = without_indices(axis.path);
        plan_.axes.push_back({axis.name, axis.path, ""});
      }
    }
    Configuration base = load(plan_.fixed);
    base_ = base.values();
    for (PlanAxis& axis : plan_.axes) {
      for (const ParameterNode& tree : base_) {
        if (const ParameterNode* node = find_parameter(tree, axis.path))
          axis.own = node->kind == ParameterNode::Kind::kValue ? node->text : node->preset;
      }
    }
    check_expressions();
  }

  void run(const std::function<void(std::size_t, std::size_t)>& planned) {
    for (const Section& section : sweep_.sections) {
      if (section.kind != SectionKind::kSearch) continue;
      throw Error{
          ExitCode::kInvalidConfiguration,
          Diagnostic{.path = "search", .problem = "has no fixed points", .hint = "`texpipe search` looks for them"}};
    }
    std::uint64_t total = 1;
    for (const Section& section : sweep_.sections) total = product(total, points_of(section));
    if (total > kMostSweepPoints) {
      const bool countable = total != std::numeric_limits<std::uint64_t>::max();
      throw Error{ExitCode::kInvalidConfiguration,
                  Diagnostic{.problem = std::string{"the sweep has "} + (countable ? "" : "at least ") +
                                        std::to_string(total) + " points",
                             .hint = "expected at most " + std::to_string(kMostSweepPoints)}};
    }
    for (std::uint64_t n = 0; n < total; ++n) {
      throw_if_stop_requested();
      try {
        add(choices_at(n));
      } catch (const Error& error) {
        keep(error);
      }
      if (planned) planned(n + 1, total);
      constexpr std::size_t kManyProblems = 20;
      if (problems_.size() >= kManyProblems) break;
    }
    if (!problems_.empty()) throw Error{code_, std::move(problems_)};
    if (plan_.points.empty()) refuse_constraints();
    take_inputs();
  }

  /// The number of the point with these choices, as GrowingPlan::add.
  std::optional<std::size_t> add(const std::vector<Choice>& all) {
    std::vector<Choice> choices;
    for (const Choice& choice : all) {
      const auto condition = std::find_if(sweep_.conditions.begin(), sweep_.conditions.end(),
                                          [&](const AxisCondition& c) { return c.path == choice.axis->path; });
      if (condition == sweep_.conditions.end() || holds(condition->holds, condition->position, all))
        choices.push_back(choice);
    }
    for (const Constraint* constraint : by_parameters_)
      if (!holds(constraint->holds, constraint->position, choices)) return refused_by(*constraint);
    PlannedPoint point;
    for (const Choice& choice : choices) {
      point.settings.push_back({numbers_.at(choice.axis), choice.value.text, choice.value.shown});
      note_word(choice.axis->path, choice.value);
    }
    Configuration configuration = loader_.load(plan_.words(point));
    check_energies(configuration);
    for (const Constraint* constraint : by_area_)
      if (!holds(*constraint, configuration)) return refused_by(*constraint);
    const std::string resolved = configuration.resolved_yaml();
    std::string inputs = inputs_of(configuration, resolved);
    if (!configuration.study.energy.empty()) inputs += note_input(configuration.study.energy) + '\n';
    point.id = sha256(resolved + '\n' + inputs + '\n' + plan_.program).substr(0, kIdDigits);
    const auto [known, added] = ids_.try_emplace(point.id, plan_.points.size());
    if (added) plan_.points.push_back(std::move(point));
    return known->second;
  }

  /// Constraints that only a run tells, as objectives that have to hold.
  const std::vector<Objective>& late_constraints() const { return late_; }

  void take_inputs() {
    plan_.inputs.clear();
    for (const auto& [path, hash] : inputs_) plan_.inputs.push_back({path, hash});
  }

  /// An error of a point at the place of what caused it.
  Error placed(const Error& error) const {
    std::vector<Diagnostic> diagnostics = error.diagnostics();
    for (Diagnostic& diagnostic : diagnostics) {
      const auto place = places_.find(diagnostic.position.file);
      if (place != places_.end()) diagnostic.position = place->second;
    }
    return {error.code(), std::move(diagnostics)};
  }

 private:
  std::nullopt_t refused_by(const Constraint& constraint) {
    ++refused_[&constraint];
    return std::nullopt;
  }

  /// Refusal of a sweep without points, at each constraint that left some out.
  [[noreturn]] void refuse_constraints() const {
    std::vector<Diagnostic> problems;
    for (const Constraint& constraint : sweep_.constraints) {
      const auto refused = refused_.find(&constraint);
      if (refused == refused_.end()) continue;
      problems.push_back({.position = constraint.position,
                          .path = "constraints",
                          .problem = '\'' + constraint.holds.text() + "' refuses " + std::to_string(refused->second) +
                                     (refused->second == 1 ? " point" : " points") + ", and no point is left"});
    }
    throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  }

  void note_word(const std::string& path, const AxisValue& value) {
    places_["-p " + path + '=' + value.text] = value.position;
  }

  void keep(const Error& error) {
    if (stop_requested()) throw error;
    if (problems_.empty()) code_ = error.code();
    const Error told = placed(error);
    for (const Diagnostic& diagnostic : told.diagnostics()) {
      const auto same = [&](const Diagnostic& d) { return d.text() == diagnostic.text(); };
      if (std::none_of(problems_.begin(), problems_.end(), same)) problems_.push_back(diagnostic);
    }
  }

  Configuration load(const std::vector<std::string>& words) {
    try {
      return loader_.load(words);
    } catch (const Error& error) {
      keep(error);
      throw Error{code_, std::move(problems_)};
    }
  }

  /// In the order of the axes.
  std::vector<Choice> choices_at(std::uint64_t n) {
    std::vector<Choice> all;
    for (auto section = sweep_.sections.rbegin(); section != sweep_.sections.rend(); ++section) {
      const std::uint64_t count = points_of(*section);
      std::vector<Choice> choices = choices_of(*section, n % count);
      n /= count;
      all.insert(all.begin(), std::make_move_iterator(choices.begin()), std::make_move_iterator(choices.end()));
    }
    return all;
  }

  /// Value of a condition's name at a point: the point's own, else the study's.
  ExpressionValue look_up(const std::string& name, const std::vector<Choice>& choices) const {
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

  /// Finds the names of conditions, once: each point asks for them. Unknown ones are told at their place.
  void check_expressions() {
    const auto check = [&](const Expression& expression, const SourcePosition& position) {
      for (const std::string& name : expression.names()) {
        try {
          const ParameterNames::Found found = names_.find(name, position);
          known_.try_emplace(name, KnownName{found, without_indices(found.path)});
        } catch (const Error& error) {
          keep(error);
        }
      }
    };
    for (const AxisCondition& condition : sweep_.conditions) check(condition.holds, condition.position);
    for (const Constraint& constraint : sweep_.constraints) sort(constraint, check);
    if (!problems_.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems_)};
  }

  static bool is_area(const std::string& name) { return name == "area" || name.starts_with("area."); }

  /// Null: none is.
  const Objective* objective_called(const std::string& name) const {
    const auto same = [&](const Objective& objective) { return objective.name == name; };
    const auto found = std::find_if(sweep_.objectives.begin(), sweep_.objectives.end(), same);
    return found == sweep_.objectives.end() ? nullptr : &*found;
  }

  /// Whether an objective is known before a run: it names parameters and areas alone.
  bool is_early(const Objective& objective) const {
    const std::vector<std::string> names = objective.value.names();
    return objective.goal != Goal::kHolds && std::all_of(names.begin(), names.end(), [&](const std::string& name) {
             return is_area(name) || is_parameter(name);
           });
  }

  /// Finds when a constraint is known: by its parameters, with the machine's areas, or after a run.
  void sort(const Constraint& constraint, const std::function<void(const Expression&, const SourcePosition&)>& check) {
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
      check(constraint.holds, constraint.position);
    }
  }

  /// Also of several parameters, which is told where the name is looked up. `energy` is that of a run before it is the
  /// study's table of energies.
  bool is_parameter(const std::string& name) const {
    const std::vector<std::string>& paths = names_.paths();
    return name != "energy" &&
           !match_name(without_indices(name), std::vector<std::string_view>{paths.begin(), paths.end()}).is_none();
  }

  /// A table that a study names has to fit every machine of the sweep, also where no objective asks for energies: a run
  /// of the point would refuse it.
  void check_energies(Configuration& point) {
    if (point.study.energy.empty()) return;
    const std::vector<ParameterNode> settings = point.values();
    const auto known = tables_.find(point.study.energy);
    const EnergyTable& table = known != tables_.end()
                                   ? known->second
                                   : tables_.emplace(point.study.energy, energy_table_of(settings)).first->second;
    check_energy_table(settings, table);
  }

  bool holds(const Constraint& constraint, Configuration& point) const {
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

  bool holds(const Expression& expression, const SourcePosition& position, const std::vector<Choice>& choices) const {
    try {
      return expression.holds([&](const std::string& name) { return look_up(name, choices); });
    } catch (const Error& error) {
      Diagnostic diagnostic = error.diagnostics().front();
      diagnostic.position = position;
      throw Error{error.code(), std::move(diagnostic)};
    }
  }

  /// Hashes of the files that the point's workload reads, and of its plug-ins. One workload is prepared once, whatever
  /// the machines.
  const std::string& inputs_of(const Configuration& configuration, const std::string& resolved) {
    const auto [place, added] = workloads_.try_emplace(resolved.substr(0, resolved.find("\nmachine:")));
    Workload& known = place->second;
    if (added) {
      try {
        const std::size_t mark = files_read();
        if (const auto workload = prepare_study(configuration))
          known.threads_per_group = workload->threads->threads_per_group();
        for (const fs::path& file : files_read_since(mark)) known.inputs += note_input(file) + '\n';
        for (const std::string& plugin : configuration.study.plugins) known.inputs += note_input(plugin) + '\n';
      } catch (...) {
        workloads_.erase(place);
        throw;
      }
    } else if (known.threads_per_group != 0) {
      check_machine(configuration, known.threads_per_group);
    }
    for (const fs::path& file : configuration.files) note_input(file);
    return known.inputs;
  }

  const std::string& note_input(const fs::path& file) {
    const auto [place, added] = inputs_.try_emplace(fs::absolute(file).lexically_normal().string());
    if (added) place->second = sha256_of_input(file);
    return place->second;
  }

  struct KnownName {
    ParameterNames::Found found;
    std::string pattern;  // its path without indices
  };
  struct Workload {
    std::uint64_t threads_per_group = 0;  // 0: it has no threads
    std::string inputs;
  };

  const SweepSpecification& sweep_;
  const ParameterNames& names_;
  SweepPlan& plan_;
  PointLoader& loader_;
  std::vector<ParameterNode> base_;
  std::vector<const Constraint*> by_parameters_, by_area_;
  std::map<const Constraint*, std::uint64_t> refused_;  // points by constraint, of those that refused any
  std::vector<Objective> late_;
  std::map<const Axis*, std::size_t> numbers_;  // looked up only, as all of these maps
  std::map<const Axis*, std::string> patterns_;
  std::map<std::string, KnownName> known_;
  std::map<std::string, SourcePosition> places_;
  std::map<std::string, Workload> workloads_;
  std::map<std::string, std::string> inputs_;  // path to hash
  std::map<std::string, EnergyTable> tables_;  // by file
  std::map<std::string, std::size_t> ids_;
  std::vector<Diagnostic> problems_;
  ExitCode code_ = ExitCode::kInvalidConfiguration;
};

namespace {

SweepPlan empty_plan(const SweepSpecification& sweep, const char* const* environment) {
  SweepPlan plan{.name = sweep.name,
                 .study = sweep.study,
                 .environment = texpipe_variables(environment),
                 .request = sweep.request,
                 .program = hash_of_program()};
  for (const FixedValue& fixed : sweep.fixed) plan.fixed.push_back(fixed.path + '=' + fixed.value.text);
  return plan;
}

/// Adds the objectives that the sweep names, else cycles where there are any.
/// @param late  constraints that stand behind the objectives
void add_objectives(const SweepSpecification& sweep, const std::vector<Objective>& late, const Configuration& point,
                    const timing::BlockRegistry& blocks, SweepPlan& plan) {
  check_objectives(sweep.objectives, late, point, blocks);
  for (const Objective& objective : sweep.objectives)
    plan.objectives.push_back({objective.name, objective.value, objective.goal});
  const bool table = point.study.workload.kind == WorkloadKind::kCacheTable;
  if (plan.objectives.empty() && !table && point.study.timing != Timing::kUntimed)
    plan.objectives.push_back({"cycles", Expression::parse("cycles")});
  for (const Objective& constraint : late)
    plan.objectives.push_back({constraint.name, constraint.value, constraint.goal});
}

}  // namespace

SweepPlan make_plan(const SweepSpecification& sweep, const ParameterNames& names, const char* const* environment,
                    const timing::BlockRegistry& blocks,
                    const std::function<void(std::size_t done, std::size_t total)>& planned) {
  SweepPlan plan = empty_plan(sweep, environment);
  PointLoader loader{plan.study, plan.environment, blocks};
  SweepPlanner planner{sweep, names, plan, loader};
  planner.run(planned);
  add_objectives(sweep, planner.late_constraints(), loader.load(plan.words(plan.points.front())), blocks, plan);
  return plan;
}

class GrowingPlan::Parts {
 public:
  Parts(const SweepSpecification& sweep, const ParameterNames& names, const char* const* environment,
        const timing::BlockRegistry& blocks)
      : plan{empty_plan(sweep, environment)},
        loader{plan.study, plan.environment, blocks},
        planner{sweep, names, plan, loader} {
    add_objectives(sweep, planner.late_constraints(), loader.load(plan.fixed), blocks, plan);
    if (std::all_of(plan.objectives.begin(), plan.objectives.end(), [](const auto& o) { return !o.is_ranked(); })) {
      throw Error{
          ExitCode::kInvalidConfiguration,
          Diagnostic{.position = sweep.objectives.empty() ? SourcePosition{} : sweep.objectives.front().position,
                     .path = "objectives",
                     .problem = "a search needs an objective that is a number"}};
    }
    for (const Section& section : sweep.sections)
      for (const Axis& axis : section.axes) axes.push_back(&axis);
  }

  SweepPlan plan;
  PointLoader loader;
  SweepPlanner planner;
  std::vector<const Axis*> axes;
};

GrowingPlan::GrowingPlan(const SweepSpecification& sweep, const ParameterNames& names, const char* const* environment,
                         const timing::BlockRegistry& blocks)
    : parts_{std::make_unique<Parts>(sweep, names, environment, blocks)} {}

GrowingPlan::~GrowingPlan() = default;

const SweepPlan& GrowingPlan::plan() const {
  return parts_->plan;
}

std::optional<std::size_t> GrowingPlan::add(const std::vector<AxisValue>& values) {
  std::vector<Choice> choices;
  for (std::size_t i = 0; i < values.size(); ++i) choices.push_back({parts_->axes[i], values[i]});
  try {
    const std::optional<std::size_t> point = parts_->planner.add(choices);
    parts_->planner.take_inputs();
    return point;
  } catch (const Error& error) {
    throw parts_->planner.placed(error);
  }
}

}  // namespace texpipe::study
