#include "study/draws/draw_phases.h"

#include <unordered_set>
#include <utility>

#include "functional/execution/watched_threads.h"
#include "machine/statistics/issue_slot.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// Threads that tell of the phases that they come to.
class PhasedThreads final : public functional::WatchedThreads {
 public:
  PhasedThreads(std::unique_ptr<functional::ThreadSource> threads, DrawPhases& phases)
      : WatchedThreads{std::move(threads)}, phases_{phases} {}

  bool advance() override {
    phases_.end_phase();
    const bool more = WatchedThreads::advance();
    if (!more) return false;
    std::optional<std::uint32_t> number;
    if (const auto of = draw()) number = static_cast<std::uint32_t>(of->number);
    phases_.begin(number, stage());
    return true;
  }

 private:
  DrawPhases& phases_;
};

std::uint64_t Growth::counted(std::string_view path) const {
  if (names_ == nullptr) return 0;
  const auto known = names_->counters.find(path);
  return known == names_->counters.end() || known->second >= values_.size() ? 0 : values_[known->second];
}

double Growth::share(std::string_view account, std::string_view category) const {
  if (names_ == nullptr) return 0;
  double all = 0, part = 0;
  for (const Names::Category& one : names_->categories) {
    if (one.path.size() <= account.size() || !one.path.starts_with(account) || one.path[account.size()] != '.')
      continue;
    if (one.place >= values_.size()) continue;
    const auto value = static_cast<double>(values_[one.place]);
    all += value;
    if (std::string_view{one.path}.substr(account.size() + 1) == category) part += value;
  }
  return all == 0 ? 0 : part / all;
}

std::vector<RunNumber> Growth::accounts() const {
  std::vector<RunNumber> numbers;
  if (names_ == nullptr) return numbers;
  for (const Names::Category& category : names_->categories) {
    if (category.place >= values_.size()) continue;
    const double cycles = static_cast<double>(values_[category.place]) / machine::kSubcyclesPerCycle;
    numbers.push_back({.path = category.path, .kind = NumberKind::kAccount, .value = cycles});
  }
  return numbers;
}

void Growth::add(const Growth& other) {
  if (names_ == nullptr) names_ = other.names_;
  if (values_.size() < other.values_.size()) values_.resize(other.values_.size());
  for (std::size_t i = 0; i < other.values_.size(); ++i) values_[i] += other.values_[i];
}

DrawPhases::DrawPhases(functional::Workload& workload) {
  workload.threads = std::make_unique<PhasedThreads>(std::move(workload.threads), *this);
}

void DrawPhases::begin(std::optional<std::uint32_t> draw, std::string stage) {
  if (simulation_ == nullptr) return;
  const Cycles now = simulation_->clock.now();
  if (phases_.empty()) at_begin_ = look(now);
  phases_.push_back({.draw = draw, .stage = std::move(stage), .from = now, .to = now});
}

void DrawPhases::end_phase() {
  if (simulation_ == nullptr || phases_.empty()) return;
  const Cycles now = simulation_->clock.now();
  simulation_->count_what_has_happened();
  std::vector<std::uint64_t> values = look(now);
  DrawPhase& phase = phases_.back();
  phase.to = now;
  if (phase.draw) {
    Growth grown;
    grown.names_ = &names_;
    grown.values_ = values;
    for (std::size_t i = 0; i < at_begin_.size(); ++i) grown.values_[i] -= at_begin_[i];
    growth_[*phase.draw].add(grown);
  }
  at_begin_ = std::move(values);
}

const Growth* DrawPhases::of(std::uint32_t draw) const {
  const auto known = growth_.find(draw);
  return known == growth_.end() ? nullptr : &known->second;
}

std::vector<std::uint64_t> DrawPhases::look(Cycles now) {
  find_statistics();
  std::vector<std::uint64_t> values(names_.values), parts;
  for (const Place& place : places_) {
    if (const auto* counter = std::get_if<machine::Counter>(&place.statistic->value)) {
      values[place.value] += counter->value();
      continue;
    }
    parts.clear();
    std::get<machine::CycleAccount>(place.statistic->value).append_parts(now, parts);
    for (std::size_t i = 0; i < parts.size(); ++i) values[place.value + i] += parts[i];
  }
  return values;
}

/// Finds statistics that are new since the last look: some exist only from the first event on that they count.
void DrawPhases::find_statistics() {
  std::size_t count = 0;
  for (const auto& [path, group] : simulation_->statistics.groups()) count += group.statistics().size();
  if (count == std::exchange(known_, count)) return;
  std::unordered_set<const machine::Statistic*> known;
  for (const Place& place : places_) known.insert(place.statistic);
  for (const auto& [group_path, group] : simulation_->statistics.groups()) {
    for (const auto& statistic : group.statistics()) {
      const auto* account = std::get_if<machine::CycleAccount>(&statistic->value);
      const bool counts = account != nullptr || std::holds_alternative<machine::Counter>(statistic->value);
      if (!counts || known.contains(statistic.get())) continue;
      const std::string path = without_indices(group_path) + '.' + statistic->name;
      const auto [at, fresh] = names_.counters.try_emplace(path, names_.values);
      places_.push_back({statistic.get(), at->second});
      if (!fresh) continue;
      if (account == nullptr) {
        ++names_.values;
        continue;
      }
      for (const EnumRow& row : account->categories().rows)
        names_.categories.push_back({path + '.' + std::string{row.name}, names_.values++});
    }
  }
}

}  // namespace texpipe::study
