#include "study/sampled_run/phase_signatures.h"

#include <memory>
#include <string>
#include <utility>

#include "functional/device/untimed_run.h"
#include "functional/execution/watched_threads.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "workload/recording/plan_columns.h"
#include "workload/recording/thread_batch.h"

namespace texpipe::study {

namespace {

using functional::EuProgram;

/// Adds up what threads ask for.
class PhaseSurveyor {
 public:
  explicit PhaseSurveyor(const functional::GpuMemory& memory) : memory_{memory} {}

  void issued(const functional::MessageSend* sent) {
    columns_.add_instruction();
    if (sent == nullptr) return;
    if (has_plan(sent->message)) {
      const functional::LineShape shape{.bits = functional::kPlannedUnitBits, .decoded = false};
      functional::execute_sampler_message(memory_, sent->message, {functional::PlanDetail::kFootprints, shape}, plan_);
    }
    columns_.add_message(has_plan(sent->message) ? &plan_ : nullptr);
    if (sent->end_of_thread) columns_.end_group();
  }
  void accessed(const functional::DataPortOutcome& outcome) { columns_.add_accesses(outcome); }
  void end_phase() { columns_.finish(); }
  std::vector<RecordedInterval> take() { return columns_.take_intervals(); }

 private:
  const functional::GpuMemory& memory_;
  IntervalColumns columns_{1, ~0u};
  functional::SamplerOutcome plan_;
};

class SurveyedProgram final : public functional::WatchedProgram {
 public:
  SurveyedProgram(std::unique_ptr<EuProgram> program, PhaseSurveyor& surveyor)
      : WatchedProgram{std::move(program)}, surveyor_{surveyor} {}

  bool issue(functional::ThreadRegisters& registers, functional::MessageSend& send) override {
    const bool sends = WatchedProgram::issue(registers, send);
    surveyor_.issued(sends ? &send : nullptr);
    return sends;
  }

 private:
  PhaseSurveyor& surveyor_;
};

class SurveyedThreads final : public functional::WatchedThreads {
 public:
  SurveyedThreads(std::unique_ptr<ThreadSource> threads, PhaseSurveyor& surveyor)
      : WatchedThreads{std::move(threads)}, surveyor_{surveyor} {}

  bool advance() override {
    surveyor_.end_phase();
    return WatchedThreads::advance();
  }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override {
    std::unique_ptr<EuProgram> inner;
    if (auto* ended = dynamic_cast<SurveyedProgram*>(program.get())) inner = std::move(ended->watched());
    WatchedThreads::start(group, thread, registers, inner);
    program = std::make_unique<SurveyedProgram>(std::move(inner), surveyor_);
  }

 private:
  PhaseSurveyor& surveyor_;
};

}  // namespace

std::vector<RecordedInterval> phase_signatures(functional::Workload workload) try {
  PhaseSurveyor surveyor{*workload.memory};
  workload.threads = std::make_unique<SurveyedThreads>(std::move(workload.threads), surveyor);
  functional::run_untimed(workload, [&](const functional::DataPortOutcome& outcome) { surveyor.accessed(outcome); });
  return surveyor.take();
} catch (const Error& error) {
  functional::rethrow_named(error, workload);
}

}  // namespace texpipe::study
