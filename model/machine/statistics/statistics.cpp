#include "machine/statistics/statistics.h"

#include <algorithm>
#include <array>

#include "base/diagnostic.h"

namespace texpipe::machine {
namespace {

constexpr std::array<EnumRow, 17> kUnitRows{{
    {0, "cycles", "cycles of the GPU clock"},
    {1, "bytes", "bytes"},
    {2, "messages", "messages between EUs and shared functions"},
    {3, "subspans", "2x2 pixels of a message"},
    {4, "footprints", "one level and one tap of a subspan"},
    {5, "texels", "texel accesses"},
    {6, "pixels", "enabled pixels"},
    {7, "lines", "cache lines"},
    {8, "lookups", "cache tag lookups"},
    {9, "registers", "general registers of 32 bytes"},
    {10, "requests", "memory transactions"},
    {11, "instructions", "EU instructions"},
    {12, "threads", "EU threads"},
    {13, "events", "occurrences"},
    {14, "taps", "anisotropic taps per level"},
    {15, "entries", "entries of a queue"},
    {16, "subcycles", "1/46126080 cycle of the GPU clock"},
}};

constexpr bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

/// Reads the number at the front of `text` and removes it. Leading zeros do not occur in paths.
std::uint64_t take_number(std::string_view& text) {
  std::uint64_t number = 0;
  while (!text.empty() && is_digit(text.front())) {
    number = number * 10 + static_cast<std::uint64_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  return number;
}

}  // namespace

EnumRows enum_rows(StatisticUnit) {
  return {"statistic unit", kUnitRows};
}

bool PathOrder::operator()(std::string_view a, std::string_view b) const {
  // The beginnings of two paths are mostly equal. A number is compared from its first digit on.
  auto same = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  while (same > 0 && is_digit(a[same - 1])) --same;
  a.remove_prefix(same);
  b.remove_prefix(same);
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::uint64_t left = take_number(a);
      const std::uint64_t right = take_number(b);
      if (left != right) return left < right;
      continue;
    }
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && !b.empty();
}

Statistic& StatisticsGroup::add(std::string name, StatisticUnit unit, std::string description,
                                std::variant<Counter, Ratio, Histogram, CycleAccount> value) {
  if (find(name) != nullptr)
    throw Error{ExitCode::kInternalError, "statistic '" + path_ + "." + name + "' exists twice"};
  statistics_.push_back(
      std::make_unique<Statistic>(Statistic{std::move(name), unit, std::move(description), std::move(value)}));
  return *statistics_.back();
}

Counter& StatisticsGroup::counter(std::string name, StatisticUnit unit, std::string description) {
  return std::get<Counter>(add(std::move(name), unit, std::move(description), Counter{}).value);
}

void StatisticsGroup::ratio(std::string name, std::string description, const Counter& numerator,
                            const Counter& denominator, double scale) {
  add(std::move(name), StatisticUnit::kEvents, std::move(description), Ratio{&numerator, &denominator, scale});
}

Histogram& StatisticsGroup::histogram(std::string name, StatisticUnit unit, std::string description) {
  return std::get<Histogram>(add(std::move(name), unit, std::move(description), Histogram{}).value);
}

CycleAccount& StatisticsGroup::account(std::string name, std::string description, EnumRows categories) {
  return std::get<CycleAccount>(
      add(std::move(name), StatisticUnit::kCycles, std::move(description), CycleAccount{categories}).value);
}

const Statistic* StatisticsGroup::find(std::string_view name) const {
  for (const auto& statistic : statistics_) {
    if (statistic->name == name) return statistic.get();
  }
  return nullptr;
}

StatisticsGroup& StatisticsRegistry::group(std::string_view path, std::string_view description) {
  auto found = groups_.find(path);
  if (found == groups_.end()) {
    found = groups_.try_emplace(std::string{path}, std::string{path}, std::string{description}).first;
  }
  return found->second;
}

const Statistic* StatisticsRegistry::find(std::string_view path) const {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return nullptr;
  const auto group = groups_.find(path.substr(0, dot));
  return group == groups_.end() ? nullptr : group->second.find(path.substr(dot + 1));
}

void StatisticsRegistry::close_accounts(Cycles end) {
  for (auto& [path, group] : groups_) {
    for (const auto& statistic : group.statistics()) {
      if (auto* histogram = std::get_if<Histogram>(&statistic->value)) histogram->charge_to(end);
      auto* account = std::get_if<CycleAccount>(&statistic->value);
      if (account == nullptr) continue;
      account->charge_to(end);
      if (account->total() != end) {
        throw Error{ExitCode::kInternalError, "cycle account '" + path + "." + statistic->name + "' sums to " +
                                                  std::to_string(account->total().value()) + " of " +
                                                  std::to_string(end.value()) + " cycles"};
      }
    }
  }
}

}  // namespace texpipe::machine
