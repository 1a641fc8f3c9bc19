#include "machine/time_series/time_series.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_set>

#include "machine/time_series/whole_cycles.h"

namespace texpipe::machine {
namespace {

constexpr std::array<EnumRow, 4> kSeriesKinds{{
    {0, "counter", "what was counted in the interval"},
    {1, "account", "cycles of the interval that were charged to a category"},
    {2, "ratio", "quotient of two counters over the interval"},
    {3, "mean", "mean of a histogram over the interval"},
}};

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

double quotient(std::uint64_t numerator, std::uint64_t denominator, double scale) {
  return denominator == 0 ? kNothing : scale * static_cast<double>(numerator) / static_cast<double>(denominator);
}

}  // namespace

EnumRows enum_rows(SeriesKind) {
  return {"kind of a series", kSeriesKinds};
}

/// Finds statistics that are new since the last look: some exist only from the first event on that they count.
void TimeSeries::find_statistics() {
  std::size_t count = 0;
  for (const auto& [path, group] : statistics_.groups()) count += group.statistics().size();
  if (count == known_) return;
  known_ = count;
  std::unordered_set<const Statistic*> known;
  for (const Place& place : places_) known.insert(place.statistic);
  for (const auto& [path, group] : statistics_.groups()) {
    for (const auto& statistic : group.statistics()) {
      if (std::holds_alternative<Ratio>(statistic->value)) continue;
      if (known.contains(statistic.get())) continue;
      places_.push_back({statistic.get(), numbers_});
      const auto* account = std::get_if<CycleAccount>(&statistic->value);
      numbers_ += account != nullptr                                    ? account->categories().rows.size()
                  : std::holds_alternative<Histogram>(statistic->value) ? 2
                                                                        : 1;
    }
  }
}

void TimeSeries::look_at(Cycles now) {
  find_statistics();
  Look& look = looks_.emplace_back();
  look.reserve(numbers_);
  for (const Place& place : places_) {
    if (const auto* counter = std::get_if<Counter>(&place.statistic->value)) {
      look.push_back(counter->value());
    } else if (const auto* account = std::get_if<CycleAccount>(&place.statistic->value)) {
      account->append_parts(now, look);
    } else {
      const auto& histogram = std::get<Histogram>(place.statistic->value);
      look.push_back(histogram.count_at(now));
      look.push_back(histogram.sum_at(now));
    }
  }
  ends_.push_back(now.value());
  last_ = now;
}

void TimeSeries::look() {
  look_at(next());
  if (looks_.size() == 2 * std::size_t{intervals_}) halve();
}

void TimeSeries::halve() {
  for (std::size_t i = 0; i < looks_.size() / 2; ++i) {
    looks_[i] = std::move(looks_[2 * i + 1]);
    ends_[i] = ends_[2 * i + 1];
  }
  looks_.resize(intervals_);
  ends_.resize(intervals_);
  length_ = length_ + length_;
}

void TimeSeries::finish(Cycles end) {
  if (!ends_.empty() && ends_.back() == end.value()) {  // events of the last cycle came after the last look
    looks_.pop_back();
    ends_.pop_back();
  }
  if (end > Cycles{}) look_at(end);
}

std::uint64_t TimeSeries::grown(std::size_t number, std::size_t interval) const {
  const std::uint64_t before = interval == 0 ? 0 : number_in(looks_[interval - 1], number);
  return number_in(looks_[interval], number) - before;
}

/// Adds the rows of an account's categories that anything was charged to.
void TimeSeries::add_account(const std::string& path, const Place& place, TimeTable& table) const {
  const EnumRows categories = std::get<CycleAccount>(place.statistic->value).categories();
  CategoryTable subcycles(categories.rows.size());
  for (std::size_t category = 0; category < subcycles.size(); ++category)
    for (const Look& look : looks_) subcycles[category].push_back(number_in(look, place.first + category));
  const CategoryTable cycles = whole_cycles(subcycles);
  for (std::size_t category = 0; category < cycles.size(); ++category) {
    const std::vector<std::uint64_t>& values = cycles[category];
    if (std::all_of(values.begin(), values.end(), [](std::uint64_t value) { return value == 0; })) continue;
    table.rows.push_back({path + '.' + std::string{categories.rows[category].name}, SeriesKind::kAccount, "cycles",
                          std::vector<double>(values.begin(), values.end())});
  }
}

void TimeSeries::add_rows(const std::string& path, const Place& place, TimeTable& table) const {
  const std::string unit{name_of(place.statistic->unit)};
  if (const auto* counter = std::get_if<Counter>(&place.statistic->value)) {
    if (counter->value() == 0) return;
    TimeTable::Row row{path, SeriesKind::kCounter, unit, {}};
    row.values.reserve(ends_.size());
    for (std::size_t i = 0; i < ends_.size(); ++i) row.values.push_back(static_cast<double>(grown(place.first, i)));
    table.rows.push_back(std::move(row));
  } else if (const auto* histogram = std::get_if<Histogram>(&place.statistic->value)) {
    if (histogram->sum() == 0) return;
    TimeTable::Row row{path, SeriesKind::kMean, unit, {}};
    row.values.reserve(ends_.size());
    for (std::size_t i = 0; i < ends_.size(); ++i)
      row.values.push_back(quotient(grown(place.first + 1, i), grown(place.first, i), 1));
    table.rows.push_back(std::move(row));
  } else {
    add_account(path, place, table);
  }
}

TimeTable TimeSeries::table() const {
  TimeTable table{.ends = ends_, .rows = {}};
  std::map<const Statistic*, Place> places;
  std::map<const Counter*, std::size_t> counters;
  for (const Place& place : places_) {
    places[place.statistic] = place;
    if (const auto* counter = std::get_if<Counter>(&place.statistic->value)) counters[counter] = place.first;
  }
  for (const auto& [path, group] : statistics_.groups()) {
    for (const auto& statistic : group.statistics()) {
      const std::string name = path + '.' + statistic->name;
      if (const auto found = places.find(statistic.get()); found != places.end()) {
        add_rows(name, found->second, table);
      } else if (const auto* ratio = std::get_if<Ratio>(&statistic->value)) {
        const auto numerator = counters.find(ratio->numerator), denominator = counters.find(ratio->denominator);
        if (ratio->denominator->value() == 0 || numerator == counters.end() || denominator == counters.end()) continue;
        TimeTable::Row row{name, SeriesKind::kRatio, "1", {}};
        row.values.reserve(ends_.size());
        for (std::size_t i = 0; i < ends_.size(); ++i)
          row.values.push_back(quotient(grown(numerator->second, i), grown(denominator->second, i), ratio->scale));
        table.rows.push_back(std::move(row));
      }
    }
  }
  return table;
}

}  // namespace texpipe::machine
