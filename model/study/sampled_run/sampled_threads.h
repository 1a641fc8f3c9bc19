// The threads of a sample: stretches of a recording one after the other, without a gap in time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "functional/execution/thread_source.h"
#include "study/sampled_run/statistics_looks.h"
#include "study/sampled_run/stretches.h"
#include "workload/recording/recording.h"

namespace texpipe::timing {
class System;
}

namespace texpipe::study {

/// Cycles in which a machine does all that the threads of a stretch ask for, per cycle of the stretch: what data ports
/// took and did not do by its end comes at the pace of what they did. Fewer messages than threads do not hold up these.
/// @param posted  messages that they hold at its end, less those at its beginning
/// @param taken   messages that they took in it
double slowness(std::int64_t posted, std::uint64_t taken, std::uint64_t threads);

/// Estimate of the whole run from a sample.
struct SampleResult {
  struct Row {
    unsigned first_group = 0;
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

/// The machine never drains between two stretches: while the last threads of one end, those of the lead-in to the next
/// start. What lies between brings the tags of L3 and the last level to its state; the samplers' caches and everything
/// else come to theirs in the lead-in. A stretch is counted from the start of its first group to the start of the group
/// behind it, the last one to the end of the run. Threads do not wait for what they write: where data ports hold more
/// of it at the end of a stretch than at its beginning, the stretch takes as long as they need to get that done too.
class SampledThreads final : public functional::ThreadSource {
 public:
  /// @param threads  of the whole recording
  SampledThreads(std::shared_ptr<const Recording> recording, SamplePlan plan,
                 std::unique_ptr<functional::ThreadSource> threads);

  unsigned groups() const override { return plan_.groups; }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override;

  /// The machine that is going to run them.
  void attach(timing::System& system) { system_ = &system; }
  /// The run has ended.
  SampleResult finish(Cycles end);

 private:
  /// Groups that follow each other, the last of which are counted.
  struct Part {
    unsigned place = 0;  // of the first of them among those that are simulated
    unsigned first = 0;
    unsigned counted = 0;  // first group that is
    unsigned end = 0;
    std::size_t stretch = 0;
  };

  void reach(unsigned place) const;
  void warm(unsigned from, unsigned to) const;
  std::size_t look() const;
  std::uint64_t posted() const;

  std::shared_ptr<const Recording> recording_;
  SamplePlan plan_;
  std::unique_ptr<functional::ThreadSource> threads_;
  std::vector<Part> parts_;
  timing::System* system_ = nullptr;
  mutable std::size_t part_ = 0;
  mutable std::optional<StatisticsLooks> looks_;
  mutable std::vector<std::uint64_t> posted_;       // messages that data ports held at each look
  mutable std::vector<std::size_t> begins_, ends_;  // looks at the parts
};

}  // namespace texpipe::study
