#include "study/summary/run_numbers.h"

#include <variant>

#include "base/enum_table.h"

namespace texpipe::study {

namespace {

void add_numbers(const std::string& path, const machine::Statistic& statistic, std::vector<RunNumber>& numbers) {
  const auto add = [&](std::string name, NumberKind kind, double value) {
    numbers.push_back({.path = std::move(name),
                       .kind = kind,
                       .value = value,
                       .text = {},
                       .unit = kind == NumberKind::kRatio ? "1" : std::string{name_of(statistic.unit)},
                       .description = statistic.description});
  };
  if (const auto* counter = std::get_if<machine::Counter>(&statistic.value)) {
    add(path, NumberKind::kCounter, static_cast<double>(counter->value()));
  } else if (const auto* ratio = std::get_if<machine::Ratio>(&statistic.value)) {
    add(path, NumberKind::kRatio, ratio->value());
  } else if (const auto* account = std::get_if<machine::CycleAccount>(&statistic.value)) {
    for (const EnumRow& row : account->categories().rows)
      add(path + '.' + std::string{row.name}, NumberKind::kAccount,
          static_cast<double>(account->cycles(row.value).value()));
  } else {
    const auto& histogram = std::get<machine::Histogram>(statistic.value);
    add(path + ".count", NumberKind::kHistogram, static_cast<double>(histogram.count()));
    add(path + ".sum", NumberKind::kHistogram, static_cast<double>(histogram.sum()));
    add(path + ".low", NumberKind::kHistogram, static_cast<double>(histogram.low()));
    add(path + ".high", NumberKind::kHistogram, static_cast<double>(histogram.high()));
    add(path + ".mean", NumberKind::kHistogram, histogram.mean());
  }
}

}  // namespace

std::vector<RunNumber> numbers_of(const machine::StatisticsRegistry& statistics, std::optional<Cycles> cycles) {
  std::vector<RunNumber> numbers;
  if (cycles) {
    numbers.push_back({.path = "cycles",
                       .kind = NumberKind::kCounter,
                       .value = static_cast<double>(cycles->value()),
                       .text = {},
                       .unit = "cycles",
                       .description = std::string{kCyclesDescription}});
  }
  for (const auto& [path, group] : statistics.groups())
    for (const auto& statistic : group.statistics()) add_numbers(path + '.' + statistic->name, *statistic, numbers);
  return numbers;
}

}  // namespace texpipe::study
