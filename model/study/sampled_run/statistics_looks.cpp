#include "study/sampled_run/statistics_looks.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <variant>

namespace texpipe::study {

namespace {

using machine::Counter;
using machine::CycleAccount;
using machine::Histogram;
using machine::Ratio;
using machine::Statistic;

std::uint64_t whole(double value) {
  return value <= 0 ? 0 : static_cast<std::uint64_t>(std::llround(value));
}

}  // namespace

/// Statistics come, and do not go.
void StatisticsLooks::find_statistics() {
  std::size_t all = 0;
  for (const auto& [path, group] : statistics_.groups()) all += group.statistics().size();
  if (std::exchange(seen_, all) == all) return;
  for (const auto& [path, group] : statistics_.groups()) {
    for (const auto& statistic : group.statistics()) {
      if (std::holds_alternative<Ratio>(statistic->value)) continue;
      if (!places_.try_emplace(statistic.get(), Place{numbers_, histograms_}).second) continue;
      found_.push_back(statistic.get());
      const auto* account = std::get_if<CycleAccount>(&statistic->value);
      const bool histogram = std::holds_alternative<Histogram>(statistic->value);
      numbers_ += account != nullptr ? account->categories().rows.size() : histogram ? 2 : 1;
      if (histogram) ++histograms_;
    }
  }
}

/// Those of the last look, if it has the same: weights of buckets grow alone.
std::shared_ptr<const StatisticsLooks::Buckets> StatisticsLooks::buckets_of(const Histogram& histogram,
                                                                            std::size_t number) const {
  const bool known = !looks_.empty() && number < looks_.back().buckets.size();
  if (known) {
    const std::shared_ptr<const Buckets>& before = looks_.back().buckets[number];
    std::uint64_t weight = 0;
    for (const Histogram::Bucket& bucket : *before) weight += bucket.weight;
    if (weight == histogram.count()) return before;
  }
  return std::make_shared<const Buckets>(histogram.buckets());
}

std::size_t StatisticsLooks::look(Cycles now) {
  find_statistics();
  Look look;
  look.at = now;
  look.numbers.reserve(numbers_);
  for (const Statistic* statistic : found_) {
    if (const auto* counter = std::get_if<Counter>(&statistic->value)) {
      look.numbers.push_back(counter->value());
    } else if (const auto* account = std::get_if<CycleAccount>(&statistic->value)) {
      account->append_parts(now, look.numbers);
    } else {
      const auto& histogram = std::get<Histogram>(statistic->value);
      look.numbers.push_back(histogram.count_at(now));
      look.numbers.push_back(histogram.sum_at(now));
      look.buckets.push_back(buckets_of(histogram, look.buckets.size()));
    }
  }
  looks_.push_back(std::move(look));
  return looks_.size() - 1;
}

double StatisticsLooks::sum(const std::vector<WeightedSpan>& spans, std::size_t index, bool cycles) const {
  double sum = 0;
  for (const WeightedSpan& span : spans)
    sum += span.weight * (cycles ? span.slowness : 1) *
           (static_cast<double>(number(span.to, index)) - static_cast<double>(number(span.from, index)));
  return sum;
}

std::vector<const Counter*> StatisticsLooks::found(std::string_view path_end, std::string_view name) const {
  std::vector<const Counter*> counters;
  for (const Statistic* statistic : matching(path_end, name)) counters.push_back(&std::get<Counter>(statistic->value));
  return counters;
}

std::vector<std::size_t> StatisticsLooks::counters(std::string_view path_end, std::string_view name) const {
  std::vector<std::size_t> numbers;
  for (const Statistic* statistic : matching(path_end, name)) numbers.push_back(places_.at(statistic).number);
  return numbers;
}

/// Counters that were there at the last look.
std::vector<const Statistic*> StatisticsLooks::matching(std::string_view path_end, std::string_view name) const {
  std::vector<const Statistic*> counters;
  for (const auto& [path, group] : statistics_.groups()) {
    if (!('.' + path).ends_with(path_end)) continue;
    for (const auto& statistic : group.statistics()) {
      if (statistic->name == name && std::holds_alternative<Counter>(statistic->value) &&
          places_.contains(statistic.get()))
        counters.push_back(statistic.get());
    }
  }
  return counters;
}

std::uint64_t StatisticsLooks::grown(const std::vector<std::size_t>& counters, const WeightedSpan& span) const {
  std::uint64_t sum = 0;
  for (const std::size_t counter : counters) sum += number(span.to, counter) - number(span.from, counter);
  return sum;
}

/// The buckets' weights are extrapolated, and their values lie where in the buckets the extrapolated sum puts them.
void StatisticsLooks::add_histogram(const std::vector<WeightedSpan>& spans, const Place& place,
                                    Histogram& histogram) const {
  struct Extrapolated {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    double weight = 0;
  };
  std::vector<Extrapolated> buckets;  // by lowest value, as those of looks
  for (const WeightedSpan& span : spans) {
    const auto add = [&](std::size_t look, double weight) {
      if (place.histogram >= looks_[look].buckets.size()) return;
      auto to = buckets.begin();
      for (const Histogram::Bucket& bucket : *looks_[look].buckets[place.histogram]) {
        while (to != buckets.end() && to->low < bucket.low) ++to;
        if (to == buckets.end() || to->low != bucket.low) to = buckets.insert(to, {bucket.low, bucket.high});
        to->weight += weight * static_cast<double>(bucket.weight);
      }
    };
    add(span.to, span.weight);
    add(span.from, -span.weight);
  }
  double lowest = 0, highest = 0;
  for (const Extrapolated& bucket : buckets) {
    const auto weight = static_cast<double>(whole(bucket.weight));
    lowest += weight * static_cast<double>(bucket.low);
    highest += weight * static_cast<double>(bucket.high);
  }
  const double part =
      highest > lowest ? std::clamp((sum(spans, place.number + 1) - lowest) / (highest - lowest), 0.0, 1.0) : 0;
  for (const auto& [low, high, weight] : buckets)
    histogram.add(low + whole(part * static_cast<double>(high - low)), whole(weight));
}

machine::StatisticsRegistry StatisticsLooks::extrapolated(const std::vector<WeightedSpan>& spans, Cycles end) const {
  machine::StatisticsRegistry all;
  std::unordered_map<const Counter*, const Counter*> counters;
  for (const auto& [path, group] : statistics_.groups()) {
    for (const auto& statistic : group.statistics()) {
      const auto found = places_.find(statistic.get());
      if (found == places_.end()) continue;
      const Place& place = found->second;
      machine::StatisticsGroup& to = all.group(path, group.description());
      if (const auto* counter = std::get_if<Counter>(&statistic->value)) {
        Counter& copy = to.counter(statistic->name, statistic->unit, statistic->description);
        copy.add(whole(sum(spans, place.number)));
        counters[counter] = &copy;
      } else if (const auto* account = std::get_if<CycleAccount>(&statistic->value)) {
        const EnumRows categories = account->categories();
        std::vector<std::uint64_t> parts;
        for (std::size_t i = 0; i < categories.rows.size(); ++i)
          parts.push_back(whole(sum(spans, place.number + i, true)));
        const std::uint64_t cycles = machine::subcycles(end).value();
        std::uint64_t charged = 0;
        for (std::uint64_t& part : parts) {
          part = std::min(part, cycles - charged);
          charged += part;
        }
        parts.back() += cycles - charged;
        to.account(statistic->name, statistic->description, categories).settle(std::move(parts), end);
      } else {
        add_histogram(spans, place, to.histogram(statistic->name, statistic->unit, statistic->description));
      }
    }
  }
  for (const auto& [path, group] : statistics_.groups()) {
    for (const auto& statistic : group.statistics()) {
      const auto* ratio = std::get_if<Ratio>(&statistic->value);
      if (ratio == nullptr || !counters.contains(ratio->numerator) || !counters.contains(ratio->denominator)) continue;
      all.group(path, group.description())
          .ratio(statistic->name, statistic->description, *counters[ratio->numerator], *counters[ratio->denominator],
                 ratio->scale);
    }
  }
  return all;
}

}  // namespace texpipe::study
