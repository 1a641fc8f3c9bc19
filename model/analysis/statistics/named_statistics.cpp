#include "analysis/statistics/named_statistics.h"

#include <algorithm>
#include <set>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace texpipe::study {

namespace {

/// Every index as `[*]`.
std::string pattern_of(std::string_view path) {
  std::string pattern;
  for (std::size_t at = 0; at < path.size(); ++at) {
    pattern += path[at];
    if (path[at] != '[') continue;
    pattern += "*]";
    at = path.find(']', at);
  }
  return pattern;
}

/// True when `path` is what `name` says; an index of the path may be `[*]` in the name, or left out.
bool matches(std::string_view name, std::string_view path) {
  while (!path.empty()) {
    if (path.front() == '[') {
      const std::size_t close = path.find(']') + 1;
      if (name.starts_with(path.substr(0, close)))
        name.remove_prefix(close);
      else if (name.starts_with("[*]"))
        name.remove_prefix(3);
      else if (name.starts_with("["))
        return false;
      path.remove_prefix(close);
    } else if (!name.empty() && name.front() == path.front()) {
      name.remove_prefix(1);
      path.remove_prefix(1);
    } else {
      return false;
    }
  }
  return name.empty();
}

bool is_called(std::string_view name, std::string_view path) {
  if (matches(name, path)) return true;
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1))
    if (matches(name, path.substr(dot + 1))) return true;
  return false;
}

bool is_added(const RunNumber& number) {
  const std::string_view part = std::string_view{number.path}.substr(number.path.rfind('.') + 1);
  if (number.kind == NumberKind::kHistogram) return part == "count" || part == "sum";
  return number.kind != NumberKind::kRatio;
}

}  // namespace

std::optional<double> NamedStatistics::find(const std::string& name) const {
  std::vector<const RunNumber*> found;
  for (const RunNumber& number : run_.numbers)
    if (matches(name, number.path)) found.push_back(&number);
  if (found.empty()) {
    for (const RunNumber& number : run_.numbers)
      if (is_called(name, number.path)) found.push_back(&number);
  }
  if (found.empty()) return {};
  double sum = 0;
  std::set<std::string> patterns;
  for (const RunNumber* number : found) {
    sum += number->value;
    patterns.insert(pattern_of(number->path));
  }
  if (patterns.size() > 1) {
    std::string hint = "it may be ";
    for (const std::string& pattern : patterns) hint += (pattern == *patterns.begin() ? "" : " or ") + pattern;
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.path = name, .problem = "more than one statistic ends in this", .hint = hint}};
  }
  return is_added(*found.front()) ? sum : sum / static_cast<double>(found.size());
}

std::string NamedStatistics::hint(const std::string& name) const {
  std::set<std::string> patterns;
  for (const RunNumber& number : run_.numbers) patterns.insert(pattern_of(number.path));
  const std::string_view near = nearest_spelling(name, std::vector<std::string_view>{patterns.begin(), patterns.end()});
  return near.empty() ? "" : "did you mean " + std::string{near} + "?";
}

}  // namespace texpipe::study
