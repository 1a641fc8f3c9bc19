#include "study/run/launch_table.h"

#include <fmt/format.h>

#include <utility>

#include "functional/execution/watched_threads.h"

namespace texpipe::study {

/// Threads that tell the table of the launches that they come to.
class LaunchThreads final : public functional::WatchedThreads {
 public:
  LaunchThreads(std::unique_ptr<ThreadSource> threads, LaunchTable& table)
      : WatchedThreads{std::move(threads)}, table_{table} {}

  bool advance() override {
    const bool more = WatchedThreads::advance();
    if (more) table_.begin(name());
    return more;
  }

 private:
  LaunchTable& table_;
};

LaunchTable::LaunchTable(functional::Workload& workload) {
  if (!workload.threads->has_phases()) return;
  workload.threads = std::make_unique<LaunchThreads>(std::move(workload.threads), *this);
}

std::map<std::string, std::uint64_t> LaunchTable::counters_of(const machine::StatisticsRegistry& statistics) {
  std::map<std::string, std::uint64_t> counters;
  for (const auto& [path, group] : statistics.groups()) {
    for (const auto& statistic : group.statistics()) {
      if (const auto* counter = std::get_if<machine::Counter>(&statistic->value))
        counters[path + "." + statistic->name] = counter->value();
    }
  }
  return counters;
}

void LaunchTable::listen(timing::Simulation& simulation) {
  simulation_ = &simulation;
  simulation.phase_listeners.emplace_back([this](Cycles) { last_counters_ = counters_of(simulation_->statistics); });
}

void LaunchTable::begin(std::string name) {
  if (simulation_ == nullptr) return;
  looks_.push_back({std::move(name), simulation_->clock.now(), std::move(last_counters_)});
}

std::string LaunchTable::csv(const machine::StatisticsRegistry& statistics, Cycles end) const {
  if (looks_.empty()) return {};
  std::string text = "statistic";
  for (std::size_t n = 0; n < looks_.size(); ++n) text += fmt::format(",{} {}", n, looks_[n].name);
  text += ",all\nbegin";
  for (const Look& look : looks_) text += fmt::format(",{}", look.at.value());
  text += ",0\ncycles";
  for (std::size_t n = 0; n < looks_.size(); ++n) text += fmt::format(",{}", (end_of(n, end) - looks_[n].at).value());
  text += fmt::format(",{}\n", end.value());
  for (const auto& [path, last] : counters_of(statistics)) {
    const auto count = [&, &name = path, whole = last](std::size_t n) {
      if (n == looks_.size()) return whole;
      const auto found = looks_[n].counters.find(name);
      return n == 0 || found == looks_[n].counters.end() ? std::uint64_t{0} : found->second;
    };
    text += path;
    for (std::size_t n = 0; n < looks_.size(); ++n) text += fmt::format(",{}", count(n + 1) - count(n));
    text += fmt::format(",{}\n", last);
  }
  return text;
}

std::string LaunchTable::text(Cycles end) const {
  std::string text;
  for (std::size_t n = 0; n < looks_.size(); ++n)
    text += fmt::format("  launch {:<7} {}, {} cycles from cycle {} on\n", n, looks_[n].name,
                        (end_of(n, end) - looks_[n].at).value(), looks_[n].at.value());
  return text;
}

}  // namespace texpipe::study
