#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>

#include "base/stop_request.h"
#include "exploration/sweep/sweep_engine.h"
#include "exploration/sweep/sweep_point.h"
#include "host/processes/process_pool.h"
#include "host/text/json_text.h"
#include "study/plugins/plugin_watch.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

/// In the point's process.
std::string told(const EngineTask& task, std::size_t point, PointLoader& loader) {
  try {
    return outcome_text(run_point(task.plan, point, task.folder, loader, task.blocks));
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    return json_text(Json{{"path", first.path}, {"problem", first.problem}, {"hint", first.hint}}, kOneLine,
                     InvalidUtf8::kReplaced);
  } catch (const std::exception& error) {
    return json_text(Json{{"path", ""}, {"problem", error.what()}, {"hint", ""}}, kOneLine, InvalidUtf8::kReplaced);
  }
}

PointOutcome outcome_of(const std::string& text) {
  const Json json = parse_json<Json>(text);
  if (!json.contains("problem")) return read_outcome(text);
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = json["path"], .problem = json["problem"], .hint = json["hint"]}};
}

/// A process runs points one after the other as long as they are short: a new process costs more than a trivial
/// point does. Where code of a plug-in takes part, each point has its own: what that code keeps outside its objects
/// would make a point depend on those before it, and on --jobs.
class LocalEngine final : public SweepEngine {
 public:
  explicit LocalEngine(unsigned jobs) : jobs_{jobs} {}

  void run(const EngineTask& task) override {
    PointLoader loader{task.plan.study, task.plan.environment, task.blocks};
    loader.load(task.plan.words(task.plan.points[task.points.front()]));  // its files are read once, here
    ProcessPool pool{jobs_};
    std::deque<std::size_t> waiting{task.points.begin(), task.points.end()};
    std::map<std::size_t, std::vector<std::size_t>> batches;  // of the processes that run
    std::size_t started = 0;
    while (!waiting.empty() || !pool.empty()) {
      for (; !waiting.empty() && !pool.full() && task.proceed(); ++started) {
        const std::vector<std::size_t>& batch = batches[started] = take(waiting);
        pool.start(started, [&](const ProcessPool::Tell& tell) { run_batch(task, batch, loader, tell); });
      }
      if (pool.empty()) return;
      constexpr std::chrono::milliseconds kIdle{100};
      for (const ProcessPool::Ended& ended : pool.wait(kIdle)) {
        note(task, ended, batches[ended.piece], waiting);
        batches.erase(ended.piece);
      }
      if (stop_requested()) return;
      task.on_idle();
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// All processes have something to do until the last points.
  std::vector<std::size_t> take(std::deque<std::size_t>& waiting) const {
    const std::size_t most = strange_plugins().empty() ? 64 : 1;
    const std::size_t count = std::clamp<std::size_t>(waiting.size() / (2 * std::size_t{jobs_}), 1, most);
    std::vector<std::size_t> batch{waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count)};
    waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(count));
    return batch;
  }

  /// In a process of its own: a line a point, until the time is over or one fails.
  static void run_batch(const EngineTask& task, const std::vector<std::size_t>& batch, PointLoader& loader,
                        const ProcessPool::Tell& tell) {
    constexpr std::chrono::milliseconds kLong{100};
    const Clock::time_point begin = Clock::now();
    for (const std::size_t point : batch) {
      const std::string text = told(task, point, loader);
      const Json json = parse_json<Json>(text);
      if (!tell(text + '\n') || json.contains("problem") || read_outcome(text).status == PointStatus::kFailed) return;
      if (Clock::now() - begin >= kLong) return;
    }
  }

  /// Notes how a process ended: a point at which it died has failed, and points that it did not reach wait again.
  static void note(const EngineTask& task, const ProcessPool::Ended& ended, const std::vector<std::size_t>& batch,
                   std::deque<std::size_t>& waiting) {
    std::size_t done = 0, at = 0;
    for (std::size_t end; (end = ended.told.find('\n', at)) != std::string::npos; at = end + 1)
      task.on_ended(batch[done++], outcome_of(ended.told.substr(at, end - at)));
    if (!ended.how.empty() && done < batch.size()) {
      task.on_ended(batch[done++], {.status = PointStatus::kFailed,
                                    .exit_code = ExitCode::kInternalError,
                                    .failure = "its process ended " + ended.how,
                                    .values = {}});
    }
    waiting.insert(waiting.begin(), batch.begin() + static_cast<std::ptrdiff_t>(done), batch.end());
  }

  unsigned jobs_;
};

}  // namespace

std::unique_ptr<SweepEngine> local_engine(unsigned jobs) {
  return std::make_unique<LocalEngine>(jobs);
}

}  // namespace texpipe::study
