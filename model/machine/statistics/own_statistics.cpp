#include "machine/statistics/own_statistics.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/word_registry.h"

namespace texpipe::machine {

namespace {

struct DerivedRatio {
  std::string numerator, denominator;  // paths
  double scale;
};

struct OwnStatistic {
  std::string name;
  StatisticUnit unit;
  std::string description;
  std::variant<DerivedCount, DerivedRatio> value;
};

std::deque<OwnStatistic>& own_statistics() {
  static std::deque<OwnStatistic> all;
  return all;
}

void add(OwnStatistic statistic) {
  std::vector<EnumRow> rows;
  for (const OwnStatistic& other : own_statistics()) rows.push_back({0, other.name, ""});
  check_new_word({"statistic", rows}, statistic.name);
  own_statistics().push_back(std::move(statistic));
}

/// A path with `[*]` in the place of every index.
std::string without_indices(std::string_view path) {
  std::string text;
  for (std::size_t at = 0; at < path.size(); ++at) {
    text += path[at];
    if (path[at] != '[') continue;
    text += '*';
    at = std::min(path.find(']', at), path.size()) - 1;
  }
  return text;
}

[[noreturn]] void refuse_path(std::string_view path) {
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.path = std::string{path}, .problem = "names no counter of this machine"}};
}

const Counter& counter_at(const StatisticsRegistry& statistics, std::string_view path) {
  const Statistic* const found = statistics.find(path);
  const auto* counter = found == nullptr ? nullptr : std::get_if<Counter>(&found->value);
  if (counter == nullptr) refuse_path(path);
  return *counter;
}

}  // namespace

void add_derived_count(std::string name, StatisticUnit unit, std::string description, DerivedCount count) {
  add({std::move(name), unit, std::move(description), std::move(count)});
}

void add_derived_ratio(std::string name, std::string description, std::string numerator, std::string denominator,
                       double scale) {
  add({std::move(name), StatisticUnit::kEvents, std::move(description),
       DerivedRatio{std::move(numerator), std::move(denominator), scale}});
}

std::uint64_t count_of(const StatisticsRegistry& statistics, std::string_view path) {
  if (path.find("[*]") == std::string_view::npos) return counter_at(statistics, path).value();
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) refuse_path(path);
  std::uint64_t sum = 0;
  bool found = false;
  for (const auto& [group_path, group] : statistics.groups()) {
    if (without_indices(group_path) != path.substr(0, dot)) continue;
    const Statistic* const statistic = group.find(path.substr(dot + 1));
    const auto* counter = statistic == nullptr ? nullptr : std::get_if<Counter>(&statistic->value);
    if (counter == nullptr) continue;
    found = true;
    sum += counter->value();
  }
  if (!found) refuse_path(path);
  return sum;
}

void add_own_statistics(StatisticsRegistry& statistics) {
  if (own_statistics().empty()) return;
  StatisticsGroup& group = statistics.group(kOwnStatistics, "statistics of plug-ins");
  for (const OwnStatistic& own : own_statistics()) {
    if (const auto* count = std::get_if<DerivedCount>(&own.value)) {
      group.counter(own.name, own.unit, own.description).add((*count)(statistics));
      continue;
    }
    const auto& ratio = std::get<DerivedRatio>(own.value);
    group.ratio(own.name, own.description, counter_at(statistics, ratio.numerator),
                counter_at(statistics, ratio.denominator), ratio.scale);
  }
}

}  // namespace texpipe::machine
