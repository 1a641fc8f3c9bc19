// Threads of a sample, as the executor sees them.
#pragma once

#include <optional>
#include <vector>

#include "functional/execution/thread_source.h"
#include "study/sampled_run/statistics_looks.h"

namespace texpipe::timing {
class System;
}

namespace texpipe::study {

/// Estimate of the whole run from a sample.
struct SampleResult {
  struct Row {
    unsigned first_group = 0;  // of a frame: thread
    unsigned groups = 0;
    double weight = 1;
    std::uint64_t cycles = 0;
    std::int64_t posted = 0;   // messages that data ports hold at its end, less those at its beginning
    double steady_cycles = 0;  // in which the machine holds no more at the end than at the beginning
  };
  std::vector<Row> rows;  // of the simulated stretches
  std::size_t stretches = 0;
  unsigned groups = 0;  // simulated
  unsigned all_groups = 0;
  Cycles simulated;
  Cycles cycles;                           // of the whole, extrapolated
  Cycles bound;                            // they may be off by, in 95 of 100 cases
  machine::StatisticsRegistry statistics;  // extrapolated
};

class SampledSource : public functional::ThreadSource {
 public:
  /// The machine that is going to run them.
  void attach(timing::System& system) { system_ = &system; }
  /// The run has ended.
  virtual SampleResult finish(Cycles end) = 0;

 protected:
  /// Looks at all statistics; everything before now is counted.
  std::size_t look() const;
  void look_at_end(Cycles end) const { ends_.push_back(looks_->look(end)); }

  timing::System* system_ = nullptr;
  mutable std::optional<StatisticsLooks> looks_;
  mutable std::vector<std::size_t> begins_, ends_;  // looks at the parts
};

}  // namespace texpipe::study
