#include "exploration/sweep/sweep_point.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exploration/sweep/point_values.h"
#include "host/files/byte_reader.h"
#include "host/text/json_text.h"
#include "study/run/run_study.h"
#include "study/run_folder/manifest.h"
#include "study/run_folder/run_folder_content.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Error& error) {
  std::string text;
  for (const Diagnostic& diagnostic : error.diagnostics()) text += (text.empty() ? "" : "\n") + diagnostic.text();
  return text;
}

PointOutcome failed(ExitCode code, std::string why) {
  return {.status = PointStatus::kFailed, .exit_code = code, .failure = std::move(why), .values = {}};
}

/// Unit that limits the run, where an objective asks for it; else empty.
std::string limited_by(const SweepPlan& plan, const RunRecord& record, Configuration& configuration) {
  const bool asked = std::any_of(plan.objectives.begin(), plan.objectives.end(),
                                 [](const PlanObjective& objective) { return objective.is_word(); });
  return asked ? PointValues{record, configuration}.limited_by() : "";
}

std::vector<std::string> rerun_line(const SweepPlan& plan, const PlannedPoint& point) {
  std::vector<std::string> line{"texpipe", "run", plan.study.string()};
  for (const std::string& word : plan.words(point)) line.insert(line.end(), {"-p", word});
  return line;
}

}  // namespace

fs::path point_folder(const fs::path& sweep, const PlannedPoint& point) {
  return sweep / "points" / point.id;
}

PointOutcome run_point(const SweepPlan& plan, std::size_t number, const fs::path& sweep, PointLoader& loader,
                       const timing::BlockRegistry& blocks) {
  const PlannedPoint& point = plan.points[number];
  std::optional<Configuration> configuration;
  RunOutcome run;
  try {
    configuration.emplace(loader.load(plan.words(point)));
    run = run_study(*configuration, {.command_line = rerun_line(plan, point),
                                     .out = point_folder(sweep, point),
                                     .detail = FolderDetail::kPoint,
                                     .threads = 1,
                                     .blocks = blocks});
  } catch (const Error& error) {
    return failed(error.code(), text_of(error));
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::kInternalError, "not enough memory for this point");
  } catch (const std::exception& error) {
    return failed(ExitCode::kInternalError, std::string{"internal error: "} + error.what());
  }
  if (run.exit_code != ExitCode::kSuccess) return failed(run.exit_code, "stopped");
  const RunRecord record = run.registry ? record_of(*run.registry, run.cycles) : RunRecord{};
  return {.status = PointStatus::kDone,
          .failure = {},
          .seconds = run.seconds,
          .values = PointValues{record, *configuration}.of(plan.objectives),
          .limited_by = limited_by(plan, record, *configuration)};
}

PointOutcome read_point(const SweepPlan& plan, std::size_t number, const fs::path& sweep, PointLoader& loader) {
  using Kind = RunFolderContent::Kind;
  const PlannedPoint& point = plan.points[number];
  const fs::path folder = point_folder(sweep, point);
  const RunFolderContent content = run_folder_content(folder);
  if ((content.kind != Kind::kComplete && content.kind != Kind::kUnfinished) || !content.strange.empty()) return {};
  std::ifstream file{folder / kManifestName};
  const Json manifest = parse_json_or_discard<Json>(file);
  if (content.kind == Kind::kUnfinished) {
    const auto code = static_cast<ExitCode>(manifest.value("exit_status", 1));
    if (code == ExitCode::kInterrupted || code == ExitCode::kTerminated) return {};
    return failed(code, manifest.value("failure", "without a reason"));
  }
  const RunRecord record = read_statistics(read_text(folder / "stats.json"), point.id);
  Configuration configuration = loader.load(plan.words(point));
  return {.status = PointStatus::kDone,
          .failure = {},
          .seconds = manifest.value("wall_seconds", 0.0),
          .values = PointValues{record, configuration}.of(plan.objectives),
          .limited_by = limited_by(plan, record, configuration)};
}

std::string outcome_text(const PointOutcome& outcome) {
  Json values = Json::array();
  for (const auto& value : outcome.values) values.push_back(value ? Json(*value) : Json());
  return json_text(Json{{"status", static_cast<int>(outcome.status)},
                        {"exit_code", static_cast<int>(outcome.exit_code)},
                        {"failure", outcome.failure},
                        {"seconds", outcome.seconds},
                        {"values", values},
                        {"limited_by", outcome.limited_by}},
                   kOneLine, InvalidUtf8::kReplaced);
}

PointOutcome read_outcome(const std::string& text) {
  const Json json = parse_json<Json>(text);
  PointOutcome outcome{.status = static_cast<PointStatus>(json.at("status").get<int>()),
                       .exit_code = static_cast<ExitCode>(json.at("exit_code").get<int>()),
                       .failure = json.at("failure"),
                       .seconds = json.at("seconds"),
                       .values = {},
                       .limited_by = json.at("limited_by")};
  for (const Json& value : json.at("values"))
    outcome.values.push_back(value.is_null() ? std::optional<double>{} : value.get<double>());
  return outcome;
}

}  // namespace texpipe::study
