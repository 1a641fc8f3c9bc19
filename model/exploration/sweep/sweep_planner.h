// Finds the points of a sweep and checks them: all of them before the first one runs, or those of a search as it asks
// for them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "exploration/sweep/sweep_plan.h"

namespace texpipe::study {

/// All points in their order: the first section of the sweep changes last, in a section the first axis. Points that the
/// constraints refuse are left out, and so are those that are the same as an earlier one.
/// @param environment  of the process
/// @param planned      told now and then how many points are checked, of how many
/// Errors: kInvalidConfiguration (and those of prepare_study) with what is wrong with any point, at its place.
SweepPlan make_plan(const SweepSpecification& sweep, const ParameterNames& names, const char* const* environment,
                    const timing::BlockRegistry& blocks,
                    const std::function<void(std::size_t done, std::size_t total)>& planned);

/// The plan of a search: its axes are known, its points come one after the other.
class GrowingPlan {
 public:
  /// Errors: kInvalidConfiguration for the study and what all points set.
  GrowingPlan(const SweepSpecification& sweep, const ParameterNames& names, const char* const* environment,
              const timing::BlockRegistry& blocks);
  ~GrowingPlan();
  GrowingPlan(const GrowingPlan&) = delete;
  GrowingPlan& operator=(const GrowingPlan&) = delete;

  const SweepPlan& plan() const;

  /// Which point has these values, one for each axis: a new one, or one that is there already; none when the
  /// constraints refuse it. Errors: as make_plan, and the plan is as it was.
  std::optional<std::size_t> add(const std::vector<AxisValue>& values);

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace texpipe::study
