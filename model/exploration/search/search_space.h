// A search's file, its folder, and its points as they come.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "exploration/sweep/campaign.h"
#include "exploration/sweep/sweep_planner.h"

namespace texpipe::study {

class SearchSpace {
 public:
  /// Reads the file. Its folder is opened, a new one or one to go on with, when something is run. Errors: those of
  /// run_sweep; for a file without a section `search`, or with others beside it.
  SearchSpace(const SweepOptions& options, SweepEngine& engine, const timing::BlockRegistry& blocks);

  const Section& section() const { return sweep_.sections.front(); }
  const SweepPlan& plan() const { return planned_->plan(); }

  /// The point at a place of the unit cube, or of values; none when a constraint refuses it. Errors: GrowingPlan::add.
  std::optional<std::size_t> at(const std::vector<double>& place);
  std::optional<std::size_t> add(const std::vector<AxisValue>& values) { return planned_->add(values); }

  /// Runs every point that was added and has not run. False when it was asked to stop.
  bool run();

  /// States of all points.
  std::vector<PointState> states() { return campaign().states(); }
  SweepOutcome finish() { return campaign().finish(); }

 private:
  Campaign& campaign();

  const SweepOptions& options_;
  SweepEngine& engine_;
  const timing::BlockRegistry& blocks_;
  ParameterNames names_;
  SweepSpecification sweep_;
  std::filesystem::path folder_;
  bool goes_on_ = false;
  std::unique_ptr<GrowingPlan> planned_;
  std::unique_ptr<Campaign> campaign_;
};

}  // namespace texpipe::study
