// Instructions per second of the compiled kernels, with their messages, without time and on a machine: one thread of
// the host. An instruction of 16 channels counts as two of eight.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "functional/execution/eu_program.h"
#include "study/execution/execution.h"
#include "timing/system/block_registry.h"
#include "workload/opencl_kernel/kernel_workload.h"

namespace texpipe::study {
namespace {

/// Counts what a thread's program executes.
class CountedProgram final : public functional::EuProgram {
 public:
  explicit CountedProgram(std::int64_t& count) : count_{&count} {}

  std::unique_ptr<functional::EuProgram>& start() { return program_; }
  const functional::EuStep* peek() override { return step_ = program_->peek(); }
  bool issue(functional::ThreadRegisters& registers, functional::MessageSend& send) override {
    *count_ += step_->instruction == functional::InstructionClass::kSend ? 1 : std::max(1, step_->dwords / 8);
    return program_->issue(registers, send);
  }
  void answered(std::uint32_t ticket, functional::MessageResponse response) override {
    program_->answered(ticket, std::move(response));
  }

 private:
  std::int64_t* count_;
  std::unique_ptr<functional::EuProgram> program_;
  const functional::EuStep* step_ = nullptr;
};

class CountedThreads final : public functional::ThreadSource {
 public:
  CountedThreads(std::unique_ptr<functional::ThreadSource> threads, std::int64_t& count)
      : threads_{std::move(threads)}, count_{count} {}

  unsigned groups() const override { return threads_->groups(); }
  unsigned threads_per_group() const override { return threads_->threads_per_group(); }
  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    auto counted = std::make_unique<CountedProgram>(count_);
    threads_->start(group, thread, registers, counted->start());
    program = std::move(counted);
  }

 private:
  std::unique_ptr<functional::ThreadSource> threads_;
  std::int64_t& count_;
};

struct Corpus {
  std::vector<KernelLaunch> launches;
  std::int64_t instructions = 0;

  Corpus() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator{"tests/data/kernels"}) {
      if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
      launches.push_back(read_kernel_launch(file));
      KernelWorkload made = make_kernel_workload(launches.back());
      made.workload.threads = std::make_unique<CountedThreads>(std::move(made.workload.threads), instructions);
      execute_untimed(made.workload);
    }
  }
};

/// The simulation alone: workloads are built outside of the measured time.
void kernels(benchmark::State& state, Timing timing) {
  static const Corpus corpus;
  const timing::BlockRegistry blocks = timing::model_blocks();
  const machine::MachineParameters machine;
  std::int64_t done = 0;
  for (auto _ : state) {
    double seconds = 0;
    for (const KernelLaunch& launch : corpus.launches) {
      KernelWorkload made = make_kernel_workload(launch);
      const std::clock_t begun = std::clock();
      execute(machine, made.workload, {.timing = timing, .blocks = &blocks});
      seconds += static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    }
    state.SetIterationTime(seconds);
    done += corpus.instructions;
  }
  state.SetItemsProcessed(done);
}
BENCHMARK_CAPTURE(kernels, untimed, Timing::kUntimed)->UseManualTime();
BENCHMARK_CAPTURE(kernels, loosely_timed, Timing::kLooselyTimed)->UseManualTime();
BENCHMARK_CAPTURE(kernels, approximately_timed, Timing::kApproximatelyTimed)->UseManualTime();

}  // namespace
}  // namespace texpipe::study
