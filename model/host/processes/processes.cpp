#include "host/processes/processes.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "host/processes/process_pool.h"
#include "host/text/json_text.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::json;

/// Message that a process tells at its end: its result, or its error.
std::string told(const std::function<std::string(std::size_t)>& work, std::size_t piece) {
  try {
    return json_text(Json{{"result", work(piece)}});
  } catch (const Error& error) {
    Json list = Json::array();
    for (const Diagnostic& d : error.diagnostics())
      list.push_back({d.position.file, d.position.line, d.position.column, d.path, d.problem, d.hint});
    return json_text(Json{{"code", static_cast<int>(error.code())}, {"diagnostics", list}});
  } catch (const std::exception& error) {
    return json_text(Json{{"code", static_cast<int>(ExitCode::kInternalError)},
                          {"diagnostics", Json::array({Json::array({"", 0, 0, "", error.what(), ""})})}});
  }
}

std::vector<Diagnostic> diagnostics_of(const Json& list) {
  std::vector<Diagnostic> diagnostics;
  for (const Json& d : list)
    diagnostics.push_back({.position = {d[0], d[1], d[2]}, .path = d[3], .problem = d[4], .hint = d[5]});
  return diagnostics;
}

std::vector<std::string> texts_of_all(std::size_t count, unsigned jobs,
                                      const std::function<std::string(std::size_t)>& work,
                                      const std::function<void()>& ended) {
  std::vector<std::string> texts(count);
  ProcessPool pool{std::max(jobs, 1u)};
  constexpr std::chrono::milliseconds kLook{
      200};  // a signal may have come to another thread of a program that is not ours
  for (std::size_t next = 0; next < count || !pool.empty();) {
    for (; next < count && !pool.full(); ++next)
      pool.start(next, [&](const ProcessPool::Tell& tell) { tell(told(work, next)); });
    for (ProcessPool::Ended& piece : pool.wait(kLook)) {
      if (!piece.how.empty()) throw Error{ExitCode::kInternalError, "a process of a run ended " + piece.how};
      texts[piece.piece] = std::move(piece.told);
      if (ended) ended();
    }
    throw_if_stop_requested();
  }
  return texts;
}

}  // namespace

std::vector<std::string> divide_among_processes(std::size_t count, unsigned jobs,
                                                const std::function<std::string(std::size_t)>& work,
                                                const std::function<void()>& ended) {
  std::vector<std::string> results;
  std::vector<Diagnostic> problems;
  std::optional<ExitCode> code;
  for (const std::string& text : texts_of_all(count, jobs, work, ended)) {
    const Json json = parse_json<Json>(text);
    if (json.contains("result")) {
      results.push_back(json["result"]);
      continue;
    }
    if (!code) code = static_cast<ExitCode>(json["code"].get<int>());
    std::vector<Diagnostic> more = diagnostics_of(json["diagnostics"]);
    std::move(more.begin(), more.end(), std::back_inserter(problems));
  }
  if (code) throw Error{*code, std::move(problems)};
  return results;
}

}  // namespace texpipe::study
