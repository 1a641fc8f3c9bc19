#include "analysis/compare/change_limit.h"

#include <charconv>
#include <cmath>

#include "base/diagnostic.h"
#include "parameters/names/name_rule.h"
#include "parameters/names/path_pattern.h"

namespace texpipe::study {

namespace {

[[noreturn]] void refuse_limit(const std::string& text, std::string problem) {
  throw Error{ExitCode::kUsage, Diagnostic{.position = {.file = "--fail-on " + text},
                                           .problem = std::move(problem),
                                           .hint = "expected PATH, > or <, and a number, as cycles>+2%, l1.misses>+100 "
                                                   "or cycles<1000"}};
}

bool breaks(const ChangeLimit& limit, const NumberChange& change) {
  using Against = ChangeLimit::Against;
  const double is = limit.against == Against::kNothing      ? change.after
                    : limit.against == Against::kDifference ? change.after - change.before
                                                            : 100 * change.relative();
  return limit.above ? is > limit.value : is < limit.value;
}

}  // namespace

ChangeLimit parse_change_limit(const std::string& text) {
  ChangeLimit limit{.text = text};
  const std::size_t sign = text.find_first_of("<>");
  if (sign == std::string::npos) refuse_limit(text, "has no > or <; the shell takes both outside of quotes");
  if (sign == 0) refuse_limit(text, "names no statistic");
  limit.pattern = text.substr(0, sign);
  limit.above = text[sign] == '>';
  std::string_view number = std::string_view{text}.substr(sign + 1);
  const bool is_change = number.starts_with('+') || number.starts_with('-');
  if (number.starts_with('+')) number.remove_prefix(1);
  const bool is_percent = number.ends_with('%');
  if (is_percent) number.remove_suffix(1);
  if (is_percent && !is_change) refuse_limit(text, "a share has a sign: it is a change from the first run");
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), limit.value);
  if (error != std::errc{} || end != number.data() + number.size() || !std::isfinite(limit.value))
    refuse_limit(text, "its limit is no number");
  limit.against = is_percent  ? ChangeLimit::Against::kPercent
                  : is_change ? ChangeLimit::Against::kDifference
                              : ChangeLimit::Against::kNothing;
  return limit;
}

std::vector<BrokenLimit> broken_limits(const std::vector<ChangeLimit>& limits, const RunComparison& comparison) {
  std::vector<BrokenLimit> broken;
  for (const ChangeLimit& limit : limits) {
    bool chosen = false;
    for (const NumberChange& change : comparison.all) {
      if (!chooses(limit.pattern, change.path)) continue;
      chosen = true;
      if (breaks(limit, change)) broken.push_back({&limit, &change});
    }
    if (chosen) continue;
    std::vector<std::string_view> paths;
    for (const NumberChange& change : comparison.all) paths.push_back(change.path);
    const std::string nearest = nearest_name(limit.pattern, paths);
    throw Error{ExitCode::kUsage, Diagnostic{.position = {.file = "--fail-on " + limit.text},
                                             .problem = "no statistic of both runs is chosen by " + limit.pattern,
                                             .hint = nearest.empty() ? "`texpipe stats RUN` lists them" : nearest}};
  }
  return broken;
}

}  // namespace texpipe::study
