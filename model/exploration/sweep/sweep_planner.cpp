#include "exploration/sweep/sweep_planner.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "analysis/energy/energy_estimate.h"
#include "base/stop_request.h"
#include "exploration/sweep/point_inputs.h"
#include "exploration/sweep/point_values.h"
#include "exploration/sweep/sampling.h"
#include "exploration/sweep/sweep_choices.h"
#include "exploration/sweep/sweep_conditions.h"
#include "exploration/sweep/sweep_problems.h"
#include "host/hashes/sha256.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kIdDigits = 16;

}  // namespace

/// Finds and checks the points of one sweep. In no unnamed namespace: GrowingPlan has one.
class SweepPlanner {
 public:
  SweepPlanner(const SweepSpecification& sweep, const ParameterNames& names, SweepPlan& plan, PointLoader& loader)
      : sweep_{sweep}, plan_{plan}, loader_{loader} {
    for (const FixedValue& fixed : sweep.fixed) problems_.note_word(fixed.path, fixed.value);
    for (const Section& section : sweep.sections) {
      for (const Axis& axis : section.axes) {
        numbers_[&axis] = plan_.axes.size();
        plan_.axes.push_back({axis.name, axis.path, ""});
      }
    }
    Configuration base = load_base();
    const std::vector<ParameterNode> trees = base.values();
    for (PlanAxis& axis : plan_.axes) {
      for (const ParameterNode& tree : trees) {
        if (const ParameterNode* node = find_parameter(tree, axis.path))
          axis.own = node->kind == ParameterNode::Kind::kValue ? node->text : node->preset;
      }
    }
    conditions_.emplace(sweep, names, trees, [this](const Error& error) { problems_.keep(error); });
    problems_.refuse();
  }

  void run(const std::function<void(std::size_t, std::size_t)>& planned) {
    for (const Section& section : sweep_.sections) {
      if (section.kind != SectionKind::kSearch) continue;
      throw Error{
          ExitCode::kInvalidConfiguration,
          Diagnostic{.path = "search", .problem = "has no fixed points", .hint = "`texpipe search` looks for them"}};
    }
    const std::uint64_t total = count_of_points(sweep_.sections);
    if (total > kMostSweepPoints) {
      const bool countable = total != std::numeric_limits<std::uint64_t>::max();
      throw Error{ExitCode::kInvalidConfiguration,
                  Diagnostic{.problem = std::string{"the sweep has "} + (countable ? "" : "at least ") +
                                        std::to_string(total) + " points",
                             .hint = "expected at most " + std::to_string(kMostSweepPoints)}};
    }
    std::size_t failed = 0;
    for (std::uint64_t n = 0; n < total; ++n) {
      throw_if_stop_requested();
      const std::vector<Choice> choices = choices_at(sweep_.sections, n);
      try {
        add(choices);
      } catch (const Error& error) {
        problems_.keep(error, choices);
        ++failed;
      }
      if (planned) planned(n + 1, total);
      constexpr std::size_t kManyProblems = 20;
      constexpr std::size_t kManyPoints = 1'000;  // with one problem, which all points may have
      if (problems_.count() >= kManyProblems || failed >= kManyPoints) break;
    }
    problems_.refuse();
    if (plan_.points.empty()) refuse_constraints();
    take_inputs();
  }

  /// The number of the point with these choices, as GrowingPlan::add.
  std::optional<std::size_t> add(const std::vector<Choice>& all) {
    const std::vector<Choice> choices = conditions_->counting(all);
    if (const Constraint* constraint = conditions_->refused_by_parameters(choices)) return refused_by(*constraint);
    PlannedPoint point;
    for (const Choice& choice : choices) {
      point.settings.push_back({numbers_.at(choice.axis), choice.value.text, choice.value.shown});
      problems_.note_word(choice.axis->path, choice.value);
    }
    Configuration configuration = loader_.load(plan_.words(point));
    check_energies(configuration);
    if (const Constraint* constraint = conditions_->refused_by_areas(configuration)) return refused_by(*constraint);
    const std::string resolved = configuration.resolved_yaml();
    std::string inputs = inputs_.of(configuration, resolved);
    if (!configuration.study.energy.empty()) inputs += inputs_.note(configuration.study.energy) + '\n';
    point.id = sha256(resolved + '\n' + inputs + '\n' + plan_.program).substr(0, kIdDigits);
    const auto [known, added] = ids_.try_emplace(point.id, plan_.points.size());
    if (added) plan_.points.push_back(std::move(point));
    return known->second;
  }

  /// Constraints that only a run tells, as objectives that have to hold.
  const std::vector<Objective>& late_constraints() const { return conditions_->late(); }

  void take_inputs() { plan_.inputs = inputs_.all(); }

  /// An error of a point at the place of what caused it.
  Error placed(const Error& error) const { return problems_.placed(error); }

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

  /// The study with what all points set, and without any axis. Whether it is a machine does not matter: each point is
  /// judged for itself.
  Configuration load_base() {
    try {
      return loader_.load(plan_.fixed, ValuesTogether::kUnchecked);
    } catch (const Error& error) {
      throw problems_.placed(error);
    }
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

  const SweepSpecification& sweep_;
  SweepPlan& plan_;
  PointLoader& loader_;
  std::optional<SweepConditions> conditions_;           // made when the study without axes is known
  std::map<const Constraint*, std::uint64_t> refused_;  // points by constraint, of those that refused any
  std::map<const Axis*, std::size_t> numbers_;          // looked up only, as all of these maps
  PointInputs inputs_;
  std::map<std::string, EnergyTable> tables_;  // by file
  std::map<std::string, std::size_t> ids_;
  SweepProblems problems_;
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
    for (const Section& section : sweep.sections)
      for (const Axis& axis : section.axes) axes.push_back(&axis);
    add_objectives(sweep, planner.late_constraints(), any_machine(), blocks, plan);
    if (std::all_of(plan.objectives.begin(), plan.objectives.end(), [](const auto& o) { return !o.is_ranked(); })) {
      throw Error{
          ExitCode::kInvalidConfiguration,
          Diagnostic{.position = sweep.objectives.empty() ? SourcePosition{} : sweep.objectives.front().position,
                     .path = "objectives",
                     .problem = "a search needs an objective that is a number"}};
    }
  }

  /// A machine by which objectives are checked: what all points set, else the first point that is one of some that lie
  /// all over the axes. Errors: those of what all points set.
  Configuration any_machine() {
    try {
      return loader.load(plan.fixed);
    } catch (const Error& error) {
      constexpr std::uint32_t kTries = 256;
      for (std::uint32_t n = 0; n < kTries; ++n) {
        std::vector<std::string> words = plan.fixed;
        for (std::size_t a = 0; a < axes.size(); ++a)
          words.push_back(axes[a]->path + '=' + axes[a]->at(random_coordinate(0, n, a)).text);
        throw_if_stop_requested();
        try {
          return loader.load(words);
        } catch (const Error& refused) {
          if (refused.code() != ExitCode::kInvalidConfiguration) throw;
        }
      }
      throw planner.placed(error);
    }
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
