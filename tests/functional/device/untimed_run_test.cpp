// Workloads without time, on one or several threads of the host.
#include "functional/device/untimed_run.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "functional/shared_function/barriers.h"

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

TEST_CASE("the place of an instruction stands behind the program's name, a file stands alone", "[device]") {
  struct Named final : ThreadSource {
    std::string name() const override { return "program p"; }
    unsigned groups() const override { return 1; }
    unsigned threads_per_group() const override { return 1; }
    void start(unsigned, unsigned, ThreadRegisters&, std::unique_ptr<EuProgram>&) const override {}
  };
  Workload workload;
  workload.threads = std::make_unique<Named>();
  const auto named = [&](Diagnostic diagnostic) {
    try {
      rethrow_named({ExitCode::kMalformedInput, std::move(diagnostic)}, workload);
    } catch (const Error& error) {
      return std::string{error.what()};
    }
  };
  CHECK(named({.problem = "fails"}) == "program p: fails");
  CHECK(named({.path = "instruction at byte 0x10", .problem = "fails"}) ==
        "program p: instruction at byte 0x10: fails");
  CHECK(named({.path = "memory.latency", .problem = "fails"}) == "memory.latency: fails");
  CHECK(named({.position = {.file = "a"}, .path = "instruction at byte 0x10", .problem = "fails"}) ==
        "a: instruction at byte 0x10: fails");
}

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

namespace {

/// Sends a barrier message, waits for its answer, and notes when it passes each; `barriers` times.
class BarrierThread final : public EuProgram {
 public:
  BarrierThread(unsigned thread, unsigned threads, unsigned barriers, std::vector<std::string>& log)
      : thread_{thread}, threads_{threads}, left_{barriers}, log_{&log} {}

  const EuStep* peek() override {
    if (left_ == 0) return nullptr;
    step_.awaits_answer = waits_ && !answered_;
    return &step_;
  }
  bool issue(ThreadRegisters&, MessageSend& send) override {
    log_->push_back((waits_ ? "pass " : "arrive ") + std::to_string(thread_));
    waits_ = !waits_;
    if (!waits_) {
      --left_;
      answered_ = false;
      return false;
    }
    send.restart();
    send.message.shared_function = 3;
    send.message.descriptor = 0x0200'0004;
    send.message.extended_descriptor = 3;
    send.message.payload.assign(1, Grf{});
    send.message.group = 0;
    send.message.group_threads = threads_;
    send.ticket = thread_;
    return true;
  }
  void answered(std::uint32_t ticket, MessageResponse) override { answered_ = ticket == thread_; }
  std::string place() const override { return "instruction at byte 0x10"; }

 private:
  unsigned thread_, threads_, left_;
  std::vector<std::string>* log_;
  bool waits_ = false;
  bool answered_ = false;
  EuStep step_;
};

/// One group whose threads meet at barriers; thread 0 at more of them, if asked.
class BarrierGroup final : public ThreadSource {
 public:
  BarrierGroup(unsigned threads, unsigned expected, unsigned first_barriers, bool in_phases = false)
      : threads_{threads}, expected_{expected}, first_barriers_{first_barriers}, in_phases_{in_phases} {}
  bool has_phases() const override { return in_phases_; }
  unsigned groups() const override { return 1; }
  unsigned threads_per_group() const override { return threads_; }
  void start(unsigned, unsigned thread, ThreadRegisters&, std::unique_ptr<EuProgram>& program) const override {
    restart<BarrierThread>(program, thread, expected_, thread == 0 ? first_barriers_ : 2u, log);
  }
  mutable std::vector<std::string> log;

 private:
  unsigned threads_, expected_, first_barriers_;
  bool in_phases_;
};

}  // namespace

TEST_CASE("threads pass a barrier when all of their group have arrived", "[device][barrier]") {
  Workload workload;
  auto threads = std::make_unique<BarrierGroup>(3, 3, 2);
  const BarrierGroup& group = *threads;
  workload.threads = std::move(threads);
  const UntimedRun run = run_untimed(workload);
  CHECK(run.messages == 6);
  CHECK(run.threads == 3);
  // The last one to arrive goes on at once, the others in their order when it waits again.
  CHECK(group.log == std::vector<std::string>{"arrive 0", "arrive 1", "arrive 2", "pass 2", "arrive 2", "pass 0",
                                              "arrive 0", "pass 1", "arrive 1", "pass 1", "pass 2", "pass 0"});
}

TEST_CASE("a group whose threads wait for ever ends the run with the instruction's place", "[device][barrier]") {
  for (const auto& [threads, expected, first] : {std::array{2u, 3u, 2u}, std::array{2u, 2u, 3u}}) {
    Workload workload;
    workload.threads = std::make_unique<BarrierGroup>(threads, expected, first);
    try {
      run_untimed(workload);
      FAIL("ended");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kWatchdog);
      CHECK_THAT(error.what(), Catch::Contains("thread 0") && Catch::Contains("byte 0x10") && Catch::Contains("of 2"));
    }
  }
}

TEST_CASE("threads of frames that end keep no others of their group at a barrier", "[device][barrier][R62]") {
  for (const unsigned first : {1u, 0u, 4u}) {  // barriers of thread 0, of two of the others
    Workload workload;
    auto threads = std::make_unique<BarrierGroup>(3, 3, first, true);
    const BarrierGroup& group = *threads;
    workload.threads = std::move(threads);
    run_phase(*workload.threads, *workload.memory);
    std::size_t passed = 0;
    for (const std::string& line : group.log) passed += line.starts_with("pass") ? 1 : 0;
    CHECK(passed == first + 2 + 2);
  }
}

TEST_CASE("a barrier waits for as many threads as have not ended", "[device][barrier][R62]") {
  Barriers<int> barriers;
  Message message;
  message.shared_function = 3;
  message.descriptor = 0x0200'0004;
  message.extended_descriptor = 3;
  message.payload.assign(1, Grf{});
  message.group = 5;
  message.group_threads = 4;
  CHECK(barriers.leave(5, 4).empty());
  CHECK(barriers.arrive(message, 1).empty());
  CHECK(barriers.groups() == 1);
  CHECK(barriers.arrive(message, 2).empty());
  CHECK(barriers.arrive(message, 3) == std::vector{1, 2, 3});
  CHECK(barriers.groups() == 0);
  CHECK(barriers.arrive(message, 1).empty());
  CHECK(barriers.leave(5, 4).empty());
  CHECK(barriers.leave(5, 4) == std::vector{1});
  CHECK(barriers.leave(5, 4).empty());  // the last one
  // Another group of the same number waits for all of its threads.
  for (const int waiter : {1, 2, 3}) CHECK(barriers.arrive(message, waiter).empty());
  CHECK(barriers.arrive(message, 4).size() == 4);
}

TEST_CASE("the gateway counts as many threads as a payload says and does nothing but barriers", "[device][barrier]") {
  Message message{.shared_function = 3, .descriptor = 0x0200'0004, .extended_descriptor = 3, .group_threads = 7};
  CHECK_THROWS_WITH(barrier_threads(message), Catch::Contains("0 payload registers"));
  message.payload = {Grf{}};
  CHECK(barrier_threads(message) == 7);
  message.payload[0][2] = 1u << 15 | 4u << 9;
  CHECK(barrier_threads(message) == 4);
  message.payload[0][2] = 1u << 15;
  CHECK_THROWS_WITH(barrier_threads(message), Catch::Contains("no thread"));
  message.descriptor = 0x0200'0003;
  CHECK_THROWS_WITH(barrier_threads(message), Catch::Contains("get timestamp"));
}
