#include "study/summary/unit_accounts.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {
namespace {

std::string_view without_number(std::string_view name) {
  while (!name.empty() && std::isdigit(static_cast<unsigned char>(name.back())) != 0) name.remove_suffix(1);
  return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

struct AccountName {
  std::string unit;    // all of a kind
  std::string single;  // this one of them; empty: they count together
};

/// `slice.subslice[0].sampler.filter.cycles` is the filter's; of a link, `interconnect.response_cycles_from_sampler`,
/// `interconnect.response_from_sampler`; of a cache's banks and ports, `slice.l3.bank_2_cycles`, the cache's banks.
/// A unit that waits for lines has another account: `sampler.l1.line_wait_cycles`.
AccountName unit_of(std::string_view account) {
  const std::string path = without_indices(account);
  const std::size_t name = path.rfind('.') + 1;
  const std::string above = path.substr(0, name - 1), last = path.substr(name);
  if (last == "cycles") return {above, ""};
  for (const std::string_view direction : {"_cycles_to_", "_cycles_from_"}) {
    const std::size_t at = last.find(direction);
    if (at == std::string::npos) continue;
    std::string link = path;
    link.erase(name + at, std::string_view{"_cycles"}.size());
    return {std::string{without_number(link)}, ""};
  }
  if (!last.ends_with("_cycles")) return {path, ""};
  const std::string single = path.substr(0, path.size() - std::string_view{"_cycles"}.size());
  const std::string_view kind = without_number(single);
  return {std::string{kind}, kind == single ? "" : single};
}

/// Whether a category counts as work: `busy`, or `notifying` in accounts that have no `busy`.
bool is_work(std::string_view category) {
  return category == "busy" || category == "notifying";
}

}  // namespace

std::string short_unit_name(std::string_view unit) {
  for (const std::string_view front : {"slice.subslice.", "slice."})
    if (unit.starts_with(front)) return std::string{unit.substr(front.size())};
  return std::string{unit};
}

UnitAccounts::UnitAccounts(const std::vector<RunNumber>& numbers) {
  const auto add = [](Parts& to, const std::string& category, double cycles) {
    const auto known = std::find_if(to.categories.begin(), to.categories.end(),
                                    [&](const auto& part) { return part.first == category; });
    known == to.categories.end() ? void(to.categories.emplace_back(category, cycles)) : void(known->second += cycles);
  };
  for (const RunNumber& number : numbers) {
    if (number.kind != NumberKind::kAccount) continue;
    const std::size_t dot = number.path.rfind('.');
    const AccountName name = unit_of(std::string_view{number.path}.substr(0, dot));
    const std::string category = number.path.substr(dot + 1);
    add(units_[name.unit], category, number.value);
    if (!name.single.empty()) add(single_[name.single], category, number.value);
  }
}

std::optional<UnitAccount> UnitAccounts::find(std::string_view unit) const {
  const auto found = units_.find(unit);
  if (found == units_.end()) return {};
  double all = 0;
  for (const auto& [category, cycles] : found->second.categories) all += cycles;
  if (all == 0) return {};
  UnitAccount account{std::string{unit}};
  for (const auto& [category, cycles] : found->second.categories) account.shares.emplace_back(category, cycles / all);
  return account;
}

std::vector<UnitUse> UnitAccounts::working(double least) const {
  std::map<std::string, double> shares;
  const auto look = [&](const std::string& unit, const Parts& parts) {
    double work = 0, all = 0;
    for (const auto& [category, cycles] : parts.categories) {
      all += cycles;
      if (is_work(category)) work += cycles;
    }
    if (work > 0) shares[unit] = work / all;
  };
  for (const auto& [unit, parts] : units_) look(unit, parts);
  for (const auto& [single, parts] : single_) {
    shares.erase(std::string{without_number(single)});
    look(single, parts);
  }
  std::vector<UnitUse> uses;
  for (const auto& [unit, share] : shares)
    if (share >= least) uses.push_back({unit, share});
  std::stable_sort(uses.begin(), uses.end(), [](const UnitUse& a, const UnitUse& b) { return a.busy > b.busy; });
  return uses;
}

}  // namespace texpipe::study
