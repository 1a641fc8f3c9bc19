// Workloads without time, on one or several threads of the host.
#include "functional/device/untimed_run.h"

#include <array>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// One instruction, which writes nothing.
class OneStep final : public EuProgram {
 public:
  const EuStep* peek() override { return issued_ ? nullptr : &step_; }
  bool issue(ThreadRegisters&, MessageSend&) override {
    issued_ = true;
    return false;
  }

 private:
  bool issued_ = false;
  EuStep step_;
};

/// Groups of two threads; every group from `failing` on ends in an error that names it.
class Groups final : public ThreadSource {
 public:
  Groups(unsigned count, unsigned failing) : count_{count}, failing_{failing} {}
  unsigned groups() const override { return count_; }
  unsigned threads_per_group() const override { return 2; }
  void start(unsigned group, unsigned, ThreadRegisters&, std::unique_ptr<EuProgram>& program) const override {
    if (group >= failing_) throw Error{ExitCode::kMalformedInput, "group " + std::to_string(group)};
    restart<OneStep>(program);
  }

 private:
  unsigned count_;
  unsigned failing_;
};

Workload workload_of(unsigned groups, unsigned failing) {
  Workload workload;
  workload.threads = std::make_unique<Groups>(groups, failing);
  workload.independent_groups = true;
  return workload;
}

}  // namespace

TEST_CASE("counts of an untimed run do not depend on the threads of the host", "[device][threads]") {
  constexpr std::array<unsigned, 6> kHostThreads{1, 2, 3, 8, 64, 1000};
  for (const unsigned threads : kHostThreads) {
    Workload workload = workload_of(100, 100);
    const UntimedRun run = run_untimed(workload, threads);
    CHECK(run.threads == 200);
    CHECK(run.instructions == 200);
    CHECK(run.messages == 0);
  }
}

TEST_CASE("the first group with an error is told however many threads there are", "[device][threads]") {
  for (unsigned repeat = 0; repeat < 50; ++repeat) {
    Workload workload = workload_of(300, 37 + repeat);
    CHECK_THROWS_WITH(run_untimed(workload, 8), "group " + std::to_string(37 + repeat));
  }
}

TEST_CASE("no groups at all are a run without threads", "[device]") {
  Workload workload = workload_of(0, 0);
  CHECK(run_untimed(workload, 4).threads == 0);
}
