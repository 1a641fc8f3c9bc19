#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "base/stop_request.h"
#include "exploration/search/run_search.h"
#include "exploration/search/search_space.h"
#include "host/signals/interruption.h"
#include "host/text/json_text.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

std::string line_of(const Json& json) {
  return json_text(json, kOneLine, InvalidUtf8::kReplaced);
}

[[noreturn]] void refuse_answer(std::string path, std::string problem, std::string hint) {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.path = std::move(path), .problem = std::move(problem), .hint = std::move(hint)}};
}

Json error_line(const Error& error) {
  Json list = Json::array();
  for (const Diagnostic& d : error.diagnostics())
    list.push_back({{"path", d.path}, {"problem", d.problem}, {"hint", d.hint}, {"text", d.text()}});
  return {{"error", std::move(list)}, {"exit_code", static_cast<int>(error.code())}};
}

}  // namespace

class AskedSearch::Answers {
 public:
  Answers(const SweepOptions& options, SweepEngine& engine, const timing::BlockRegistry& blocks)
      : space_{options, engine, blocks} {}

  /// Head of the answers: axes and objectives that may be asked for.
  Json head() const {
    Json axes = Json::array(), objectives = Json::array();
    for (const Axis& axis : space_.section().axes) {
      Json entry{{"name", axis.name}, {"path", axis.path}};
      if (axis.values.empty()) {
        entry.update({{"from", axis.from}, {"to", axis.to}, {"scale", name_of(axis.scale)}});
      } else {
        entry["values"] = Json::array();
        for (const AxisValue& value : axis.values) entry["values"].push_back(value.shown);
      }
      axes.push_back(std::move(entry));
    }
    for (const PlanObjective& objective : space_.plan().objectives)
      objectives.push_back({{"name", objective.name}, {"goal", name_of(objective.goal)}});
    return {{"axes", std::move(axes)}, {"objectives", std::move(objectives)}};
  }

  Json to(const std::string& line) {
    const Json request = parse_json_or_discard<Json>(line);
    if (!request.is_object() || !request.contains("ask") || !request["ask"].is_array())
      refuse_answer("", "'" + line.substr(0, 40) + "' asks for nothing", R"(expected {"ask": [POINT, ...]})");
    std::vector<std::optional<std::size_t>> points;
    for (const Json& point : request["ask"]) points.push_back(space_.add(values_of(point)));
    if (!space_.run()) throw_if_stop_requested();
    const SweepResults results{space_.plan(), space_.states()};
    Json told = Json::array();
    for (const auto& point : points)
      told.push_back(point ? point_json(results, *point)
                           : Json{{"status", "refused"}, {"failure", "a constraint does not hold"}});
    return {{"tell", std::move(told)}};
  }

  SweepOutcome finish() { return space_.finish(); }

 private:
  std::vector<AxisValue> values_of(const Json& point) const {
    const std::vector<Axis>& axes = space_.section().axes;
    std::vector<AxisValue> values;
    if (point.is_array()) {
      if (point.size() != axes.size())
        refuse_answer("ask", "a point of " + std::to_string(point.size()) + " numbers",
                      "expected " + std::to_string(axes.size()) + ", one for each axis");
      for (std::size_t i = 0; i < axes.size(); ++i) {
        const double part = point[i].is_number() ? point[i].get<double>() : -1;
        if (!(part >= 0 && part < 1))
          refuse_answer(axes[i].name, json_text(point[i]) + " is no part of the axis", "expected 0 to below 1");
        values.push_back(axes[i].at(part));
      }
      return values;
    }
    if (!point.is_object())
      refuse_answer("ask", json_text(point) + " is no point", R"(expected {"axis": "value", ...} or [0.5, ...])");
    for (const auto& [name, value] : point.items()) check_name(name);
    for (const Axis& axis : axes) {
      if (!point.contains(axis.name)) refuse_answer(axis.name, "is missing", "a point gives every axis a value");
      const Json& value = point[axis.name];
      const std::string text = value.is_string() ? value.get<std::string>() : json_text(value);
      values.push_back({text, text, SourcePosition{.file = axis.name + "=" + text}});
    }
    return values;
  }

  void check_name(const std::string& name) const {
    std::vector<std::string_view> names;
    for (const Axis& axis : space_.section().axes) names.push_back(axis.name);
    if (std::find(names.begin(), names.end(), name) == names.end())
      refuse_answer(name, "is no axis of this search", spelling_hint(name, names));
  }

  SearchSpace space_;
};

AskedSearch::AskedSearch(const SweepOptions& options, SweepEngine& engine, const timing::BlockRegistry& blocks)
    : answers_{std::make_unique<Answers>(options, engine, blocks)} {}

AskedSearch::~AskedSearch() = default;

std::string AskedSearch::head() const {
  return line_of(answers_->head());
}

std::string AskedSearch::answer(const std::string& request) {
  return line_of(answers_->to(request));
}

SweepOutcome AskedSearch::finish() {
  return answers_->finish();
}

SweepOutcome answer_lines(AskedSearch& search, const std::function<bool(std::string&)>& next_line,
                          const std::function<void(const std::string&)>& say) {
  const InterruptionGuard guard;
  say(search.head());
  for (std::string line; !stop_requested() && next_line(line);) {
    if (line.empty()) continue;
    try {
      say(search.answer(line));
    } catch (const Error& error) {
      if (error.code() == ExitCode::kInternalError) throw;
      if (!stop_requested()) say(line_of(error_line(error)));
    }
  }
  return search.finish();
}

}  // namespace texpipe::study
