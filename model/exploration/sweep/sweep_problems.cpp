#include "exploration/sweep/sweep_problems.h"

#include <algorithm>
#include <utility>

#include "base/stop_request.h"

namespace texpipe::study {

namespace {

/// Settings of a point as text; empty where the place of its problem says it: that of its only value.
std::string name_of_point(const std::vector<Choice>& point, const SourcePosition& problem_at) {
  if (point.size() == 1 && point.front().value.position == problem_at) return "";
  std::string name;
  for (const Choice& choice : point) name += (name.empty() ? "" : " ") + choice.axis->name + '=' + choice.value.shown;
  return name;
}

}  // namespace

void SweepProblems::note_word(const std::string& path, const AxisValue& value) {
  places_["-p " + path + '=' + value.text] = value.position;
}

void SweepProblems::keep(const Error& error, const std::vector<Choice>& point) {
  if (stop_requested()) throw error;
  if (problems_.empty()) code_ = error.code();
  const Error told = placed(error);
  for (const Diagnostic& diagnostic : told.diagnostics()) {
    const auto same = [&](const Problem& problem) { return problem.diagnostic.text() == diagnostic.text(); };
    const auto known = std::find_if(problems_.begin(), problems_.end(), same);
    if (known != problems_.end())
      ++known->points;
    else
      problems_.push_back({diagnostic, name_of_point(point, diagnostic.position)});
  }
}

Error SweepProblems::placed(const Error& error) const {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& diagnostic : diagnostics) {
    const auto place = places_.find(diagnostic.position.file);
    if (place != places_.end()) diagnostic.position = place->second;
  }
  return {error.code(), std::move(diagnostics)};
}

void SweepProblems::refuse() const {
  if (problems_.empty()) return;
  std::vector<Diagnostic> all;
  for (const auto& [diagnostic, point, points] : problems_) {
    all.push_back(diagnostic);
    if (point.empty()) continue;
    all.back().problem += ", at " + point;
    if (points > 1) all.back().problem += " and " + std::to_string(points - 1) + (points > 2 ? " others" : " other");
  }
  throw Error{code_, std::move(all)};
}

}  // namespace texpipe::study
