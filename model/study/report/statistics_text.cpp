#include "study/report/statistics_text.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;
using machine::Counter;
using machine::CycleAccount;
using machine::Histogram;
using machine::Ratio;

template <class... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

Json account_json(const CycleAccount& account) {
  Json cycles = Json::object();
  for (const EnumRow& row : account.categories().rows)
    cycles[std::string{row.name}] = account.cycles(row.value).value();
  return {{"kind", "account"}, {"total", account.total().value()}, {"cycles", std::move(cycles)}};
}

Json histogram_json(const Histogram& histogram) {
  Json buckets = Json::array();
  for (const Histogram::Bucket& bucket : histogram.buckets())
    buckets.push_back({bucket.low, bucket.high, bucket.weight});
  return {{"kind", "histogram"},          {"count", histogram.count()}, {"sum", histogram.sum()},
          {"low", histogram.low()},       {"high", histogram.high()},   {"mean", histogram.mean()},
          {"buckets", std::move(buckets)}};
}

Json statistic_json(const machine::Statistic& statistic) {
  Json json{{"name", statistic.name}};
  json.update(std::visit(Overloaded{
                             [](const Counter& c) {
                               return Json{{"kind", "counter"}, {"value", c.value()}};
                             },
                             [](const Ratio& r) {
                               return Json{{"kind", "ratio"}, {"value", r.value()}};
                             },
                             [](const Histogram& h) { return histogram_json(h); },
                             [](const CycleAccount& a) { return account_json(a); },
                         },
                         statistic.value));
  const bool ratio = std::holds_alternative<Ratio>(statistic.value);
  json["unit"] = ratio ? "1" : std::string{name_of(statistic.unit)};
  json["description"] = statistic.description;
  return json;
}

}  // namespace

Json statistics_json(const machine::StatisticsRegistry& statistics) {
  Json groups = Json::array();
  for (const auto& [path, group] : statistics.groups()) {
    Json list = Json::array();
    for (const auto& statistic : group.statistics()) list.push_back(statistic_json(*statistic));
    groups.push_back({{"path", path}, {"description", group.description()}, {"statistics", std::move(list)}});
  }
  return groups;
}

std::string statistics_csv(const machine::StatisticsRegistry& statistics) {
  std::string csv = "path,statistic,part,unit,value\n";
  for (const auto& [path, group] : statistics.groups()) {
    for (const auto& statistic : group.statistics()) {
      const auto line = [&, &path = path](std::string_view part, std::string_view unit, const auto& value) {
        csv += fmt::format("{},{},{},{},{}\n", path, statistic->name, part, unit, value);
      };
      const std::string_view unit = name_of(statistic->unit);
      std::visit(Overloaded{
                     [&](const Counter& c) { line("", unit, c.value()); },
                     [&](const Ratio& r) { line("", "1", r.value()); },
                     [&](const Histogram& h) {
                       line("count", "1", h.count());
                       line("sum", unit, h.sum());
                       line("low", unit, h.low());
                       line("high", unit, h.high());
                       line("mean", unit, h.mean());
                       for (const auto& b : h.buckets()) line(fmt::format("{}..{}", b.low, b.high), "1", b.weight);
                     },
                     [&](const CycleAccount& a) {
                       for (const EnumRow& row : a.categories().rows) line(row.name, unit, a.cycles(row.value).value());
                     },
                 },
                 statistic->value);
    }
  }
  return csv;
}

}  // namespace texpipe::study
