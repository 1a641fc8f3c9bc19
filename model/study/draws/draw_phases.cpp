#include "study/draws/draw_phases.h"

#include <algorithm>
#include <numeric>
#include <span>
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
    phases_.begin(parts());
    return true;
  }

 private:
  DrawPhases& phases_;
};

namespace {

std::uint64_t add_groups(std::uint64_t sum, const DrawPhase& part) {
  return sum + part.groups;
}

std::uint64_t add_pixel_groups(std::uint64_t sum, const DrawPhase& part) {
  return sum + (part.stage == "pixel shader" ? part.groups : 0);
}

/// Share of threads from `from` to `to` of all in a count; shares of all threads are the count.
std::uint64_t share_of(std::uint64_t count, std::uint64_t from, std::uint64_t to, std::uint64_t all) {
  if (all == 0 || (from == 0 && to == all)) return count;
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(Wide{count} * to / all) - static_cast<std::uint64_t>(Wide{count} * from / all);
}

}  // namespace

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

void DrawPhases::listen(timing::Simulation& simulation) {
  simulation_ = &simulation;
  simulation.phase_listeners.emplace_back([this](Cycles next) { last_look_ = look(next); });
  simulation.draw_listeners.push_back({[this](std::uint32_t draw) { return concerns(draw); },
                                       [this](std::uint32_t draw, Cycles next) { draw_over(draw, next); }});
}

void DrawPhases::begin(const std::vector<functional::PhasePart>& parts) {
  if (simulation_ == nullptr) return;
  const Cycles now = simulation_->clock.now();
  if (phases_.empty()) at_begin_ = last_look_;
  first_part_ = phases_.size();
  begun_ = now;
  open_ = true;
  draws_of_.clear();
  for (const functional::PhasePart& part : parts) {
    std::optional<std::uint32_t> number;
    if (part.draw) number = static_cast<std::uint32_t>(part.draw->number);
    phases_.push_back({.draw = number, .stage = part.stage, .from = now, .to = now, .groups = part.groups});
    draws_of_.push_back(number.value_or(static_cast<std::uint32_t>(part.next_draw)));
  }
}

/// Whether a draw has left the fixed functions of which no thread runs or is about to.
bool DrawPhases::concerns(std::uint32_t draw) const {
  return simulation_ != nullptr &&
         (!open_ || std::all_of(draws_of_.begin(), draws_of_.end(), [&](std::uint32_t of) { return draw < of; }));
}

/// Growth since the last phase began, or since the draw before left, is this draw's; the phase begins behind
/// it.
void DrawPhases::draw_over(std::uint32_t draw, Cycles next) {
  const std::vector<std::uint64_t> values = look(next);
  Growth grown;
  grown.names_ = &names_;
  grown.values_ = values;
  for (std::size_t i = 0; i < std::min(values.size(), at_begin_.size()); ++i) grown.values_[i] -= at_begin_[i];
  growth_[draw].add(grown);
  at_begin_ = values;
  const std::size_t place = open_ ? first_part_++ : phases_.size();
  phases_.insert(phases_.begin() + static_cast<std::ptrdiff_t>(place),
                 {.draw = draw, .stage = kWithoutThreads, .from = begun_, .to = next});
  begun_ = next;
  for (std::size_t part = place + 1; part < phases_.size(); ++part) phases_[part].from = next;
}

/// Counts of a compute walker are those of the draw behind it, whose commands it belongs to. Counts of threads of
/// several draws together are divided by their numbers, so that sums are those of the run. Sampling is the pixel
/// threads', where there are any.
void DrawPhases::end_phase() {
  if (simulation_ == nullptr || !open_) return;
  const Cycles now = simulation_->clock.now();
  open_ = false;
  begun_ = now;
  const std::vector<std::uint64_t>& values = last_look_;
  const std::span<DrawPhase> parts = std::span{phases_}.subspan(first_part_);
  const auto all = std::accumulate(parts.begin(), parts.end(), std::uint64_t{0}, add_groups);
  const auto shaded = std::accumulate(parts.begin(), parts.end(), std::uint64_t{0}, add_pixel_groups);
  std::uint64_t before = 0, shaded_before = 0;
  for (std::size_t n = 0; n < parts.size(); ++n) {
    DrawPhase& part = parts[n];
    part.to = now;
    const std::uint64_t behind = add_groups(before, part), shaded_behind = add_pixel_groups(shaded_before, part);
    Growth grown;
    grown.names_ = &names_;
    grown.values_ = values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint64_t grew = values[i] - (i < at_begin_.size() ? at_begin_[i] : 0);
      const bool of_pixels = shaded != 0 && of_samplers_[i];
      grown.values_[i] =
          of_pixels ? share_of(grew, shaded_before, shaded_behind, shaded) : share_of(grew, before, behind, all);
    }
    growth_[draws_of_[n]].add(grown);
    if (part.draw) cycles_[*part.draw] += (now - part.from).value();
    before = behind;
    shaded_before = shaded_behind;
  }
  at_begin_ = values;
}

std::uint64_t DrawPhases::cycles_of(std::uint32_t draw) const {
  const auto known = cycles_.find(draw);
  return known == cycles_.end() ? 0 : known->second;
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
      const bool of_samplers = path.find(".sampler.") != std::string::npos;
      if (account == nullptr) {
        ++names_.values;
        of_samplers_.push_back(of_samplers);
        continue;
      }
      for (const EnumRow& row : account->categories().rows)
        names_.categories.push_back({path + '.' + std::string{row.name}, names_.values++});
      of_samplers_.resize(names_.values, of_samplers);
    }
  }
}

}  // namespace texpipe::study
