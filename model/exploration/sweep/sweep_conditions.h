// Conditions and constraints of a sweep: which axes count at a point, and whether it is one.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "exploration/sweep/sweep_choices.h"
#include "exploration/sweep/sweep_plan.h"

namespace texpipe::study {

class SweepConditions {
 public:
  /// @param sweep, names  outlive this
  /// @param base  trees of the study without any axis, for values that a point does not set
  /// @param wrong  told of each name that is unknown or of several parameters, and of units that do not fit, at its
  ///               place
  SweepConditions(const SweepSpecification& sweep, const ParameterNames& names, std::vector<ParameterNode> base,
                  const std::function<void(const Error&)>& wrong);

  /// The choices whose axes count where all are made.
  std::vector<Choice> counting(const std::vector<Choice>& all) const;

  /// The first constraint over parameters that refuses a point with these choices; null: none.
  const Constraint* refused_by_parameters(const std::vector<Choice>& choices) const;

  /// The first constraint over areas that refuses a point; null: none.
  const Constraint* refused_by_areas(Configuration& point) const;

  /// Constraints that only a run tells, as objectives that have to hold.
  const std::vector<Objective>& late() const { return late_; }

 private:
  struct KnownName {
    ParameterNames::Found found;
    std::string pattern;  // its path without indices
  };

  void sort(const Constraint& constraint);
  void check(const Expression& expression, const SourcePosition& position,
             const std::function<void(const Error&)>& wrong);
  void check_units(const Expression& expression, const SourcePosition& position,
                   const std::function<void(const Error&)>& wrong) const;
  const Objective* objective_called(const std::string& name) const;
  bool is_early(const Objective& objective) const;
  bool is_parameter(const std::string& name) const;
  ExpressionValue look_up(const std::string& name, const std::vector<Choice>& choices) const;
  bool holds(const Expression& expression, const SourcePosition& position, const std::vector<Choice>& choices) const;
  bool holds(const Constraint& constraint, Configuration& point) const;

  const SweepSpecification& sweep_;
  const ParameterNames& names_;
  std::vector<ParameterNode> base_;
  std::vector<const Constraint*> by_parameters_, by_area_;
  std::vector<Objective> late_;
  std::map<const Axis*, std::string> patterns_;  // paths without indices; looked up only, as is known_
  std::map<std::string, KnownName> known_;
};

}  // namespace texpipe::study
