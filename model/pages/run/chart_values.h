// Values of a run as its charts take them: statistics and time series, summed over equal parts of the machine.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/time_series/time_series.h"

namespace texpipe::study {

/// The run's statistics, which outlive it, by their paths without indices; of equal parts all.
class StatisticSums {
 public:
  explicit StatisticSums(const nlohmann::ordered_json& statistics);

  const std::vector<std::string>& paths() const { return paths_; }
  const std::vector<const nlohmann::ordered_json*>& all(const std::string& path) const;
  bool has(const std::string& path) const { return by_path_.contains(path); }

  /// Sum of a counter over all equal parts.
  double counted(const std::string& path) const;

  /// Cycles of an account's categories, summed over all equal parts, in order.
  std::vector<std::pair<std::string, double>> account(const std::string& path) const;

 private:
  std::vector<std::string> paths_;
  std::map<std::string, std::vector<const nlohmann::ordered_json*>> by_path_;
};

/// The rows of a time table, summed over equal parts of the machine.
class IntervalSums {
 public:
  explicit IntervalSums(const machine::TimeTable& table);

  std::size_t count() const { return table_.ends.size(); }
  const std::vector<std::string>& paths() const { return paths_; }
  double length(std::size_t i) const { return static_cast<double>(table_.ends[i] - (i == 0 ? 0 : table_.ends[i - 1])); }
  const std::vector<double>* find(const std::string& path) const {
    const auto found = by_path_.find(path);
    return found == by_path_.end() ? nullptr : &found->second.first;
  }
  double parts(const std::string& path) const { return static_cast<double>(by_path_.at(path).second); }

 private:
  const machine::TimeTable& table_;
  std::vector<std::string> paths_;
  std::map<std::string, std::pair<std::vector<double>, std::size_t>> by_path_;
};

/// Number with three digits behind the point.
double rounded(double value);

/// An empty chart. See run_charts().
nlohmann::ordered_json chart(std::string_view id, std::string_view kind, std::string_view title, std::string_view unit,
                             std::string_view note);

/// `count` values; NaN stands for one that there is not.
nlohmann::ordered_json values_of(std::size_t count, const std::function<double(std::size_t)>& value);

/// Names of series, and the paths of their statistics.
using NamedPaths = std::vector<std::pair<std::string, std::string>>;

/// Adds a statistic of each cache of lines. @param what  behind the cache's label in the series' name
void append_caches(NamedPaths& rows, std::string_view what, std::string_view statistic);

}  // namespace texpipe::study
