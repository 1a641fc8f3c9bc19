#include "exploration/sweep/sweep_sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "parameters/tree/parameter_number.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kMostLevels = 8;  // values of an axis that stand for themselves
constexpr std::size_t kParts = 4;       // of a sampled axis

/// A point with a value of the objective.
struct Sample {
  std::string level;   // of the axis
  std::string others;  // the values of the other axes
  double value;
};

struct Level {
  std::string name;
  double sum = 0;
  double sum_from = 0;  // of the points that its own are compared with
  std::size_t count = 0;
};

std::vector<Sample> samples_of(const SweepResults& results, std::size_t axis, std::size_t objective) {
  std::vector<Sample> samples;
  for (std::size_t n = 0; n < results.states.size(); ++n) {
    const PointState& state = results.states[n];
    if (state.status != PointStatus::kDone || objective >= state.values.size() || !state.values[objective]) continue;
    std::vector<std::string> values;
    for (const PlanAxis& all : results.plan.axes) values.push_back(all.own);
    Sample sample{.level = values[axis], .others = {}, .value = *state.values[objective]};
    for (const PointSetting& setting : results.plan.points[n].settings) {
      values[setting.axis] = setting.text;
      if (setting.axis == axis) sample.level = setting.shown;
    }
    for (std::size_t other = 0; other < values.size(); ++other)
      if (other != axis) sample.others += values[other] + '\n';
    samples.push_back(std::move(sample));
  }
  return samples;
}

/// Names of levels in the order of the points.
std::vector<std::string> levels_of(const std::vector<Sample>& samples) {
  std::vector<std::string> levels;
  for (const Sample& sample : samples)
    if (std::find(levels.begin(), levels.end(), sample.level) == levels.end()) levels.push_back(sample.level);
  return levels;
}

/// Numbers that are nearly all different become parts of their range.
void divide(std::vector<Sample>& samples) {
  std::vector<std::pair<double, std::string>> numbers;
  for (const std::string& level : levels_of(samples)) {
    const auto number = number_of(level);
    if (!number) return;
    numbers.push_back({*number, level});
  }
  std::sort(numbers.begin(), numbers.end());
  std::map<std::string, std::string> part_of;
  for (std::size_t part = 0; part < kParts; ++part) {
    const std::size_t first = part * numbers.size() / kParts, last = (part + 1) * numbers.size() / kParts;
    for (std::size_t i = first; i < last; ++i)
      part_of[numbers[i].second] = numbers[first].second + " to " + numbers[last - 1].second;
  }
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return *number_of(a.level) < *number_of(b.level); });
  for (Sample& sample : samples) sample.level = part_of.at(sample.level);
}

double part_explained(const std::vector<Sample>& samples) {
  double mean = 0;
  for (const Sample& sample : samples) mean += sample.value / static_cast<double>(samples.size());
  double all = 0, between = 0;
  std::map<std::string, Level> levels;
  for (const Sample& sample : samples) {
    all += (sample.value - mean) * (sample.value - mean);
    levels[sample.level].sum += sample.value;
    ++levels[sample.level].count;
  }
  for (const auto& [name, level] : levels) {
    const double distance = level.sum / static_cast<double>(level.count) - mean;
    between += static_cast<double>(level.count) * distance * distance;
  }
  return all == 0 ? 0 : between / all;
}

/// Each level against the first, over points that are equal otherwise.
std::vector<Level> paired(const std::vector<Sample>& samples, const std::vector<std::string>& names) {
  std::map<std::string, double> from;  // by what else the point sets
  for (const Sample& sample : samples)
    if (sample.level == names.front()) from.emplace(sample.others, sample.value);
  std::vector<Level> levels;
  for (const std::string& name : names) {
    Level level{.name = name};
    for (const Sample& sample : samples) {
      const auto other = from.find(sample.others);
      if (sample.level != name || other == from.end()) continue;
      level.sum += sample.value;
      level.sum_from += other->second;
      ++level.count;
    }
    if (level.count > 0) levels.push_back(level);
  }
  return levels;
}

std::vector<Level> means(const std::vector<Sample>& samples, const std::vector<std::string>& names) {
  std::vector<Level> levels;
  for (const std::string& name : names) {
    Level level{.name = name};
    for (const Sample& sample : samples) {
      if (sample.level != name) continue;
      level.sum += sample.value;
      ++level.count;
    }
    level.sum /= static_cast<double>(level.count);
    levels.push_back(level);
    levels.back().sum_from = levels.front().sum;
  }
  return levels;
}

}  // namespace

std::vector<AxisEffect> axis_effects(const SweepResults& results, std::size_t objective) {
  const bool smaller = results.plan.objectives[objective].goal == Goal::kSmaller;
  std::vector<AxisEffect> effects;
  for (std::size_t axis = 0; axis < results.plan.axes.size(); ++axis) {
    std::vector<Sample> samples = samples_of(results, axis, objective);
    std::vector<std::string> names = levels_of(samples);
    if (names.size() < 2) continue;
    std::vector<Level> levels = paired(samples, names);
    const bool is_paired = levels.size() > 1;
    if (!is_paired) {
      if (names.size() > kMostLevels) divide(samples);
      names = levels_of(samples);
      levels = means(samples, names);
    }
    AxisEffect effect{.axis = results.plan.axes[axis].name, .from = names.front(), .best = names.front()};
    effect.explains = part_explained(samples);
    double worst = 0;
    for (const Level& level : levels) {
      if (level.sum_from == 0) continue;
      const double change = level.sum / level.sum_from - 1;
      if (smaller ? change < effect.change : change > effect.change) {
        effect.change = change;
        effect.best = level.name;
      }
      worst = smaller ? std::max(worst, change) : std::min(worst, change);
      if (is_paired && level.name != names.front()) effect.pairs += level.count;
    }
    effect.range = std::abs(effect.change - worst);
    effects.push_back(std::move(effect));
  }
  std::stable_sort(effects.begin(), effects.end(), [](const AxisEffect& a, const AxisEffect& b) {
    return std::pair{std::abs(a.change), a.range} > std::pair{std::abs(b.change), b.range};
  });
  return effects;
}

std::string sensitivity_text(const SweepResults& results) {
  std::string text;
  for (std::size_t i = 0; i < results.plan.objectives.size(); ++i) {
    if (results.plan.objectives[i].goal == Goal::kHolds) continue;
    const std::vector<AxisEffect> effects = axis_effects(results, i);
    std::size_t axis = 9, from = 4, best = 4;
    for (const AxisEffect& effect : effects) {
      axis = std::max(axis, effect.axis.size());
      from = std::max(from, printable(effect.from).size());
      best = std::max(best, printable(effect.best).size());
    }
    text += fmt::format("{}{}, {} is better\n", i == 0 ? "" : "\n", printable(results.plan.objectives[i].name),
                        name_of(results.plan.objectives[i].goal));
    text += fmt::format("  {:<{}}  {:<{}}  {:<{}}  {:>9}  {:>9}  {:>8}\n", "parameter", axis, "from", from, "best",
                        best, "change", "range", "explains");
    for (const AxisEffect& effect : effects) {
      text += fmt::format("  {:<{}}  {:<{}}  {:<{}}  {:>+7.2f} %  {:>7.2f} %  {:>6.1f} %\n", printable(effect.axis),
                          axis, printable(effect.from), from, printable(effect.best), best, 100 * effect.change,
                          100 * effect.range, 100 * effect.explains);
    }
    if (effects.empty()) text += "  no axis has two values with results\n";
  }
  return text;
}

nlohmann::ordered_json sensitivity_json(const SweepResults& results) {
  using Json = nlohmann::ordered_json;
  Json json{{"schema_version", 1}, {"sweep", results.plan.name}};
  json["objectives"] = Json::array();
  for (std::size_t i = 0; i < results.plan.objectives.size(); ++i) {
    if (results.plan.objectives[i].goal == Goal::kHolds) continue;
    Json list = Json::array();
    for (const AxisEffect& e : axis_effects(results, i)) {
      list.push_back({{"axis", e.axis},
                      {"from", e.from},
                      {"best", e.best},
                      {"change", e.change},
                      {"range", e.range},
                      {"explains", e.explains},
                      {"pairs", e.pairs}});
    }
    json["objectives"].push_back({{"name", results.plan.objectives[i].name}, {"axes", std::move(list)}});
  }
  return json;
}

}  // namespace texpipe::study
