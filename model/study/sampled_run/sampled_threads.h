// The threads of a sample: stretches of a recording one after the other, without a gap in time.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "functional/execution/thread_source.h"
#include "study/sampled_run/sampled_source.h"
#include "study/sampled_run/stretches.h"
#include "workload/recording/recording.h"

namespace texpipe::study {

/// Cycles in which a machine does all that the threads of a stretch ask for, per cycle of the stretch: what data ports
/// took and did not do by its end comes at the pace of what they did. Fewer messages than threads do not hold up these.
/// @param posted  messages that they hold at its end, less those at its beginning
/// @param taken   messages that they took in it
double slowness(std::int64_t posted, std::uint64_t taken, std::uint64_t threads);

/// The machine never drains between two stretches: while the last threads of one end, those of the lead-in to the next
/// start. What lies between brings the tags of L3 and the last level to its state; the samplers' caches and everything
/// else come to theirs in the lead-in. A stretch is counted from the start of its first group to the start of the group
/// behind it, the last one to the end of the run. Threads do not wait for what they write: where data ports hold more
/// of it at the end of a stretch than at its beginning, the stretch takes as long as they need to get that done too.
class SampledThreads final : public SampledSource {
 public:
  /// @param threads  of the whole recording
  SampledThreads(std::shared_ptr<const Recording> recording, SamplePlan plan,
                 std::unique_ptr<functional::ThreadSource> threads);

  unsigned groups() const override { return plan_.groups; }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override;

  SampleResult finish(Cycles end) override;

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
  std::size_t look_at_posted() const;
  std::uint64_t posted() const;

  std::shared_ptr<const Recording> recording_;
  SamplePlan plan_;
  std::unique_ptr<functional::ThreadSource> threads_;
  std::vector<Part> parts_;
  mutable std::size_t part_ = 0;
  mutable std::vector<std::uint64_t> posted_;  // messages that data ports held at each look
};

}  // namespace texpipe::study
