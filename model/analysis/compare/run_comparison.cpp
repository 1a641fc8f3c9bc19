#include "analysis/compare/run_comparison.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "study/summary/run_limit.h"

namespace texpipe::study {

namespace {

/// `slice.subslice[3].eu[1].threads` as `slice.subslice[*].eu[*].threads`.
std::string any_index(std::string_view path) {
  std::string result;
  bool inside = false;
  for (const char c : path) {
    if (c == ']') inside = false;
    if (!inside) result += c;
    if (c == '[') {
      inside = true;
      result += '*';
    }
  }
  return result;
}

std::string_view last_name(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

std::string_view group_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : path.substr(0, dot);
}

bool is_averaged(const RunNumber& number) {
  if (number.kind == NumberKind::kRatio) return true;
  const std::string_view part = last_name(number.path);
  return number.kind == NumberKind::kHistogram && part != "count" && part != "sum";
}

struct Joined {
  const RunNumber* first;
  double sum = 0;
  unsigned count = 0;
  double value() const { return is_averaged(*first) ? sum / count : sum; }
};

struct JoinedRun {
  std::vector<std::string> order;
  std::map<std::string, Joined> numbers;
};

JoinedRun join(const RunRecord& run) {
  JoinedRun joined;
  for (const RunNumber& number : run.numbers) {
    const auto [place, is_new] = joined.numbers.try_emplace(any_index(number.path), Joined{&number});
    if (is_new) joined.order.push_back(place->first);
    place->second.sum += number.value;
    ++place->second.count;
  }
  return joined;
}

/// Scales that differences are measured against: one for the changes of a unit or account.
class Scales {
 public:
  explicit Scales(const std::vector<NumberChange>& changes) {
    for (const NumberChange& c : changes) {
      if (c.kind == NumberKind::kRatio || is_detail(c)) continue;
      Scale& scale = scales_[key(c)];
      if (c.kind == NumberKind::kAccount) {
        scale.before += c.before;
        scale.after += c.after;
      } else {
        scale.most = std::max({scale.most, std::abs(c.before), std::abs(c.after)});
      }
    }
  }

  /// Parts of a histogram beside its mean.
  static bool is_detail(const NumberChange& c) {
    return c.kind == NumberKind::kHistogram && last_name(c.path) != "mean";
  }

  double effect(const NumberChange& c) const {
    if (c.before == c.after || is_detail(c)) return 0;
    if (c.kind == NumberKind::kRatio) return std::abs(c.after - c.before);
    const Scale& scale = scales_.at(key(c));
    if (c.kind != NumberKind::kAccount) return std::abs(c.after - c.before) / scale.most;
    const auto share = [](double part, double whole) { return whole == 0 ? 0 : part / whole; };
    return std::abs(share(c.after, scale.after) - share(c.before, scale.before));
  }

 private:
  struct Scale {
    double before = 0, after = 0;  // of an account: all its cycles
    double most = 0;
  };

  static std::string key(const NumberChange& c) {
    if (c.kind == NumberKind::kAccount) return "account " + std::string{group_of(c.path)};
    if (c.kind == NumberKind::kHistogram) return "mean " + c.unit;
    return c.unit;
  }

  std::map<std::string, Scale> scales_;
};

/// Study and machine under one root, without what names the run alone.
ParameterNode settings_of(const RunRecord& run) {
  ParameterNode root;
  for (const ParameterNode& tree : run.settings)
    std::copy(tree.children.begin(), tree.children.end(), std::back_inserter(root.children));
  std::erase_if(root.children, [](const ParameterNode& node) { return node.name == "machine"; });
  return root;
}

}  // namespace

double NumberChange::relative() const {
  if (before == after) return 0;
  return before == 0 ? std::copysign(std::numeric_limits<double>::infinity(), after) : after / before - 1;
}

RunComparison compare_runs(const RunRecord& before, const RunRecord& after) {
  RunComparison comparison{.before = before.name, .after = after.name};
  if (const auto limit = limit_of(before.numbers)) comparison.limited_before = limit->text();
  if (const auto limit = limit_of(after.numbers)) comparison.limited_after = limit->text();
  const JoinedRun left = join(before), right = join(after);
  for (const std::string& path : left.order) {
    const auto other = right.numbers.find(path);
    if (other == right.numbers.end()) {
      comparison.only_before.push_back(path);
      continue;
    }
    const Joined& number = left.numbers.at(path);
    comparison.all.push_back({.path = path,
                              .kind = number.first->kind,
                              .before = number.value(),
                              .after = other->second.value(),
                              .unit = number.first->unit,
                              .description = number.first->description});
  }
  for (const std::string& path : right.order) {
    if (!left.numbers.contains(path)) comparison.only_after.push_back(path);
  }
  const Scales scales{comparison.all};
  for (NumberChange& change : comparison.all) {
    change.effect = scales.effect(change);
    if (change.before != change.after) comparison.changes.push_back(change);
  }
  std::stable_sort(comparison.changes.begin(), comparison.changes.end(),
                   [](const NumberChange& a, const NumberChange& b) { return a.effect > b.effect; });
  if (!before.settings.empty() && !after.settings.empty()) {
    const auto given = [](const ParameterNode&) { return true; };
    comparison.settings = parameter_changes(settings_of(before), settings_of(after), given, given);
  }
  return comparison;
}

}  // namespace texpipe::study
