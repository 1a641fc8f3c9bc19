#include "pages/run/chart_values.h"

#include <fmt/format.h>

#include <cmath>

#include "machine/blocks/block_facts.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

StatisticSums::StatisticSums(const Json& statistics) {
  if (!statistics.contains("groups")) return;
  for (const Json& group : statistics["groups"]) {
    const std::string path = without_indices(group.at("path").get<std::string>());
    for (const Json& statistic : group.at("statistics")) {
      const std::string full = path + '.' + statistic.at("name").get<std::string>();
      if (!by_path_.contains(full)) paths_.push_back(full);
      by_path_[full].push_back(&statistic);
    }
  }
}

const std::vector<const Json*>& StatisticSums::all(const std::string& path) const {
  static const std::vector<const Json*> kNone;
  const auto found = by_path_.find(path);
  return found == by_path_.end() ? kNone : found->second;
}

double StatisticSums::counted(const std::string& path) const {
  double sum = 0;
  for (const Json* statistic : all(path)) sum += statistic->at("value").get<double>();
  return sum;
}

std::vector<std::pair<std::string, double>> StatisticSums::account(const std::string& path) const {
  std::vector<std::pair<std::string, double>> sums;
  for (const Json* statistic : all(path)) {
    std::size_t i = 0;
    for (const auto& [category, cycles] : statistic->at("cycles").items()) {
      if (i == sums.size()) sums.emplace_back(category, 0.0);
      sums[i++].second += cycles.get<double>();
    }
  }
  return sums;
}

IntervalSums::IntervalSums(const machine::TimeTable& table) : table_{table} {
  for (const machine::TimeTable::Row& row : table.rows) {
    const std::string path = without_indices(row.path);
    auto& [sums, parts] = by_path_[path];
    if (parts == 0) paths_.push_back(path);
    ++parts;
    sums.resize(row.values.size(), 0.0);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      if (!std::isnan(row.values[i])) sums[i] += row.values[i];
    }
  }
}

double rounded(double value) {
  return std::round(value * 1000) / 1000;
}

Json chart(std::string_view id, std::string_view kind, std::string_view title, std::string_view unit,
           std::string_view note) {
  return {{"id", id}, {"kind", kind}, {"title", title}, {"unit", unit}, {"note", note}};
}

Json values_of(std::size_t count, const std::function<double(std::size_t)>& value) {
  auto values = Json::array();
  for (std::size_t i = 0; i < count; ++i) {
    const double v = value(i);
    std::isnan(v) ? values.push_back(nullptr) : values.push_back(rounded(v));
  }
  return values;
}

void append_caches(NamedPaths& rows, std::string_view what, std::string_view statistic) {
  for (const machine::CacheFacts& cache : machine::kLineCaches)
    rows.emplace_back(fmt::format("{} {}", cache.label, what), fmt::format("{}.{}", cache.path, statistic));
}

}  // namespace texpipe::study
