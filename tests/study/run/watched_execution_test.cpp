#include "study/run/watched_execution.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "study/definition/prepare_study.h"
#include "timing/system/block_registry.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

using Calls = std::vector<std::string>;

/// Notes what it is told, each kind of call once in a row.
class NotingWatcher final : public RunWatcher {
 public:
  explicit NotingWatcher(Calls& calls) : calls_{calls} {}
  void built(const Configuration&, timing::Simulation&) override { note("built"); }
  void progress(const ExecutionProgress&) override { note("progress"); }
  std::chrono::nanoseconds held() const override { return std::chrono::hours{1}; }
  void ended() override { note("ended"); }

 private:
  void note(const char* call) {
    if (calls_.empty() || calls_.back() != call) calls_.push_back(call);
  }

  Calls& calls_;
};

Configuration small_study() {
  return load_configuration(
      {TEXPIPE_SOURCE_DIR "/configs/studies/first_look.yaml", {"workload.image=8x8", "timing=loosely_timed"}, nullptr},
      FileKind::kStudy);
}

WatchedExecution watched(const ExecutionOptions& options, RunWatcher* watcher) {
  const Configuration configuration = small_study();
  std::optional<functional::Workload> workload = prepare_study(configuration);
  return execute_watched(configuration, *workload, options, watcher);
}

}  // namespace

TEST_CASE("a watcher is told of the machine, of progress and of the end, each after the options' own callbacks",
          "[run]") {
  const timing::BlockRegistry blocks = timing::model_blocks();
  Calls calls;
  NotingWatcher watcher{calls};
  watched({.timing = Timing::kLooselyTimed,
           .blocks = &blocks,
           .on_progress =
               [&](const ExecutionProgress&) {
                 if (calls == Calls{"own built", "built"}) calls.push_back("own progress");
               },
           .on_built = [&](timing::Simulation&) { calls.push_back("own built"); }},
          &watcher);
  CHECK(calls == Calls{"own built", "built", "own progress", "progress", "ended"});
}

TEST_CASE("a watcher is told of the end of an execution that fails, too", "[run]") {
  const timing::BlockRegistry blocks = timing::model_blocks();
  Calls calls;
  NotingWatcher watcher{calls};
  CHECK_THROWS_AS(watched({.timing = Timing::kLooselyTimed,
                           .blocks = &blocks,
                           .on_progress =
                               [](const ExecutionProgress&) {
                                 throw Error{ExitCode::kUsage, "enough"};
                               }},
                          &watcher),
                  Error);
  CHECK(calls == Calls{"built", "ended"});
}

TEST_CASE("time that a watcher held a run is none of the run's", "[run]") {
  const timing::BlockRegistry blocks = timing::model_blocks();
  Calls calls;
  NotingWatcher watcher{calls};
  const ExecutionOptions options{.timing = Timing::kLooselyTimed, .blocks = &blocks};
  CHECK(watched(options, &watcher).wall_seconds < 0);  // it says that it held the run for an hour
  const WatchedExecution alone = watched(options, nullptr);
  CHECK(alone.wall_seconds > 0);
  CHECK(alone.execution.cycles->value() > 0);
}
