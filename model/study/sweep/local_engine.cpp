#include <nlohmann/json.hpp>
#include <optional>

#include "base/stop_request.h"
#include "study/processes/process_pool.h"
#include "study/sweep/sweep_engine.h"
#include "study/sweep/sweep_point.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

/// In the point's process.
std::string told(const EngineTask& task, std::size_t point, PointLoader& loader) {
  try {
    return outcome_text(run_point(task.plan, point, task.folder, loader, task.blocks));
  } catch (const Error& error) {
    const Diagnostic& first = error.diagnostics().front();
    return Json{{"path", first.path}, {"problem", first.problem}, {"hint", first.hint}}.dump(
        -1, ' ', false, Json::error_handler_t::replace);
  } catch (const std::exception& error) {
    return Json{{"path", ""}, {"problem", error.what()}, {"hint", ""}}.dump(-1, ' ', false,
                                                                            Json::error_handler_t::replace);
  }
}

PointOutcome outcome_of(const ProcessPool::Ended& ended) {
  if (!ended.told) {
    return {.status = PointStatus::kFailed,
            .exit_code = ExitCode::kInternalError,
            .failure = "its process ended " + ended.how,
            .values = {}};
  }
  const Json json = Json::parse(*ended.told);
  if (!json.contains("problem")) return read_outcome(*ended.told);
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = json["path"], .problem = json["problem"], .hint = json["hint"]}};
}

class LocalEngine final : public SweepEngine {
 public:
  explicit LocalEngine(unsigned jobs) : jobs_{jobs} {}

  void run(const EngineTask& task) override {
    PointLoader loader{task.plan.study, task.plan.environment, task.blocks};
    loader.load(task.plan.words(task.plan.points[task.points.front()]));  // its files are read once, here
    ProcessPool pool{jobs_};
    auto next = task.points.begin();
    while (next != task.points.end() || !pool.empty()) {
      for (; next != task.points.end() && !pool.full() && task.proceed(); ++next)
        pool.start(*next, [&] { return told(task, *next, loader); });
      if (pool.empty()) return;
      constexpr std::chrono::milliseconds kIdle{100};
      for (const ProcessPool::Ended& ended : pool.wait(kIdle)) task.on_ended(ended.piece, outcome_of(ended));
      if (stop_requested()) return;
      task.on_idle();
    }
  }

 private:
  unsigned jobs_;
};

}  // namespace

std::unique_ptr<SweepEngine> local_engine(unsigned jobs) {
  return std::make_unique<LocalEngine>(jobs);
}

}  // namespace texpipe::study
