#include "study/summary/statistics_text.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <variant>

#include "host/files/json_writer.h"

namespace texpipe::study {

namespace {

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

void write_account(JsonWriter& json, const CycleAccount& account) {
  json.member("kind", std::string_view{"account"});
  json.member("total", account.total().value());
  json.key("cycles");
  json.begin_object();
  for (const EnumRow& row : account.categories().rows) json.member(row.name, account.cycles(row.value).value());
  json.end_object();
}

void write_histogram(JsonWriter& json, const Histogram& histogram) {
  json.member("kind", std::string_view{"histogram"});
  json.member("count", histogram.count());
  json.member("sum", histogram.sum());
  json.member("low", histogram.low());
  json.member("high", histogram.high());
  json.member("mean", histogram.mean());
  json.key("buckets");
  json.begin_array();
  for (const Histogram::Bucket& bucket : histogram.buckets()) {
    json.begin_array();
    json.value(bucket.low);
    json.value(bucket.high);
    json.value(bucket.weight);
    json.end_array();
  }
  json.end_array();
}

void write_statistic(JsonWriter& json, const machine::Statistic& statistic) {
  json.begin_object();
  json.member("name", statistic.name);
  std::visit(Overloaded{
                 [&](const Counter& c) {
                   json.member("kind", std::string_view{"counter"});
                   json.member("value", c.value());
                 },
                 [&](const Ratio& r) {
                   json.member("kind", std::string_view{"ratio"});
                   json.member("value", r.value());
                 },
                 [&](const Histogram& h) { write_histogram(json, h); },
                 [&](const CycleAccount& a) { write_account(json, a); },
             },
             statistic.value);
  json.member("unit", std::holds_alternative<Ratio>(statistic.value) ? std::string_view{"1"} : name_of(statistic.unit));
  json.member("description", statistic.description);
  json.end_object();
}

}  // namespace

void write_statistics(JsonWriter& json, const machine::StatisticsRegistry& statistics) {
  json.begin_array();
  for (const auto& [path, group] : statistics.groups()) {
    json.begin_object();
    json.member("path", path);
    json.member("description", group.description());
    json.key("statistics");
    json.begin_array();
    for (const auto& statistic : group.statistics()) write_statistic(json, *statistic);
    json.end_array();
    json.end_object();
  }
  json.end_array();
}

std::string statistics_json(const machine::StatisticsRegistry& statistics) {
  JsonWriter json{1};
  write_statistics(json, statistics);
  return json.take();
}

std::string statistics_csv(const machine::StatisticsRegistry& statistics) {
  std::string csv = "path,statistic,part,unit,value\n";
  for (const auto& [path, group] : statistics.groups()) {
    for (const auto& statistic : group.statistics()) {
      const auto line = [&, &path = path](std::string_view part, std::string_view unit, const auto& value) {
        fmt::format_to(std::back_inserter(csv), FMT_COMPILE("{},{},{},{},{}\n"), path, statistic->name, part, unit,
                       value);
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
