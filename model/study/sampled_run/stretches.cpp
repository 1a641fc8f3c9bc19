#include "study/sampled_run/stretches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "machine/graph/machine_rules.h"
#include "machine/graph/places.h"
#include "machine/graph/tag_levels.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kMostStrata = 10;
constexpr std::size_t kChosenPerStratum = 3;  // on the average, at least
constexpr std::size_t kLeastChosen = 2;       // of a stratum that has as many: one alone tells no spread
constexpr std::uint64_t kLeastLengths = 3;    // of a stretch, in threads that run at one time: they start in bursts
constexpr unsigned kRounds = 50;
constexpr double kLeastSpread = 0.05;  // that a stratum is taken to have when the chosen are divided
constexpr unsigned kLeastSaved = 3;    // a sample simulates at most one group of so many

/// One of all stretches, relative to its mean; none where they all have nothing of it.
void add_feature(std::vector<Stretch>& stretches, const std::function<double(std::size_t)>& value) {
  double sum = 0;
  for (std::size_t s = 0; s < stretches.size(); ++s) sum += value(s);
  if (sum == 0) return;
  const double mean = sum / static_cast<double>(stretches.size());
  for (std::size_t s = 0; s < stretches.size(); ++s) stretches[s].features.push_back(value(s) / mean);
}

std::vector<Stretch> stretches_of(const std::vector<RecordedInterval>& intervals, std::uint64_t least_groups) {
  std::vector<Stretch> stretches;
  std::vector<IntervalSignature> sums;
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    if (stretches.empty() || stretches.back().groups >= least_groups) {
      stretches.push_back({.first_group = intervals[i].first_group, .first_interval = i});
      sums.emplace_back();
    }
    stretches.back().groups += intervals[i].groups;
    for (std::size_t f = 0; f < kIntervalFeatures; ++f) sums.back()[f] += intervals[i].signature[f];
  }
  if (stretches.size() > 1 && stretches.back().groups < least_groups) {  // what is left over joins the last one
    stretches[stretches.size() - 2].groups += stretches.back().groups;
    for (std::size_t f = 0; f < kIntervalFeatures; ++f) sums[sums.size() - 2][f] += sums.back()[f];
    stretches.pop_back();
    sums.pop_back();
  }
  for (std::size_t f = 0; f < kIntervalFeatures; ++f)
    add_feature(stretches, [&](std::size_t s) { return static_cast<double>(sums[s][f]); });
  // Time is a feature because the caches fill with it: write-backs begin when they are full.
  for (std::size_t s = 0; s < stretches.size(); ++s)
    stretches[s].features.push_back(static_cast<double>(2 * s + 1) / static_cast<double>(stretches.size()));
  return stretches;
}

/// Adds the features of the machine's caches: lines that they miss and write back in each stretch, by their tags alone.
void add_misses(const std::vector<RecordedInterval>& intervals, const machine::MachineParameters& machine,
                std::vector<Stretch>& stretches) {
  constexpr std::size_t kCounts = 2 * machine::kTagLevels;
  using Counts = std::array<double, kCounts>;
  machine::TagLevels levels{machine};
  std::vector<Counts> until;  // the end of each stretch
  std::size_t interval = 0;
  for (std::size_t s = 0; s < stretches.size(); ++s) {
    const std::size_t end = s + 1 < stretches.size() ? stretches[s + 1].first_interval : intervals.size();
    for (; interval < end; ++interval) {
      for (const TouchedLine& line : intervals[interval].lines)
        levels.touch(ByteAddress{line.number * kTouchedLineBytes}, line.use, line.groups);
    }
    Counts& counts = until.emplace_back();
    for (std::size_t level = 0; level < machine::kTagLevels; ++level) {
      counts[2 * level] = static_cast<double>(levels.counts()[level].misses);
      counts[2 * level + 1] = static_cast<double>(levels.counts()[level].write_backs);
    }
  }
  for (std::size_t f = 0; f < kCounts; ++f)
    add_feature(stretches, [&](std::size_t s) { return until[s][f] - (s == 0 ? 0 : until[s - 1][f]); });
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t f = 0; f < a.size(); ++f) sum += (a[f] - b[f]) * (a[f] - b[f]);
  return sum;
}

/// Strata of the stretches between the first and the last by the means of their features; the first centres are as far
/// from each other as they can be.
class Strata {
 public:
  Strata(const std::vector<Stretch>& stretches, std::size_t most)
      : stretches_{stretches}, stratum_(stretches.size(), 0) {
    centres_.push_back(stretches[1].features);
    while (centres_.size() < most && add_centre()) {
    }
    for (unsigned round = 0; round < kRounds && assign(); ++round) move_centres();
    for (std::size_t h = 0; h < centres_.size(); ++h) {
      std::vector<std::size_t> members;
      for (std::size_t s = 1; s + 1 < stretches.size(); ++s) {
        if (stratum_[s] == h) members.push_back(s);
      }
      if (members.empty()) continue;
      double sum = 0;
      for (const std::size_t s : members) sum += distance(stretches[s].features, centres_[h]);
      spreads.push_back(std::sqrt(sum / static_cast<double>(members.size())));
      all.push_back(std::move(members));
    }
  }

  std::vector<std::vector<std::size_t>> all;
  std::vector<double> spreads;

 private:
  bool add_centre() {
    std::size_t farthest = 1;
    double most = 0;
    for (std::size_t s = 1; s + 1 < stretches_.size(); ++s) {
      double nearest = std::numeric_limits<double>::max();
      for (const auto& centre : centres_) nearest = std::min(nearest, distance(stretches_[s].features, centre));
      if (nearest <= most) continue;
      most = nearest;
      farthest = s;
    }
    if (most == 0) return false;
    centres_.push_back(stretches_[farthest].features);
    return true;
  }

  bool assign() {
    bool changed = false;
    for (std::size_t s = 1; s + 1 < stretches_.size(); ++s) {
      std::size_t best = 0;
      for (std::size_t h = 1; h < centres_.size(); ++h) {
        if (distance(stretches_[s].features, centres_[h]) < distance(stretches_[s].features, centres_[best])) best = h;
      }
      changed |= stratum_[s] != best;
      stratum_[s] = best;
    }
    return changed;
  }

  void move_centres() {
    for (std::size_t h = 0; h < centres_.size(); ++h) {
      std::vector<double> sum(centres_[h].size(), 0);
      double members = 0;
      for (std::size_t s = 1; s + 1 < stretches_.size(); ++s) {
        if (stratum_[s] != h) continue;
        ++members;
        for (std::size_t f = 0; f < sum.size(); ++f) sum[f] += stretches_[s].features[f];
      }
      if (members == 0) continue;
      for (double& value : sum) value /= members;
      centres_[h] = std::move(sum);
    }
  }

  const std::vector<Stretch>& stretches_;
  std::vector<std::vector<double>> centres_;
  std::vector<std::size_t> stratum_;
};

/// More of a stratum that is large or varied; one drawn (the same by the same seed) of each of as many equal parts of
/// its members, because what repeats from row to row of a picture may keep step with equal distances. Before it, once
/// to twice what the machine holds is simulated, drawn too: a stretch begins anywhere in the bursts in which threads
/// start.
void choose(const Strata& strata, const SampleParameters& parameters, unsigned machine_groups, SamplePlan& plan) {
  std::minstd_rand draws{parameters.seed};
  double whole = 0;
  const auto weight = [&](std::size_t h) {
    return static_cast<double>(strata.all[h].size()) * (strata.spreads[h] + kLeastSpread);
  };
  for (std::size_t h = 0; h < strata.all.size(); ++h) whole += weight(h);
  for (std::size_t h = 0; h < strata.all.size(); ++h) {
    const std::vector<std::size_t>& members = strata.all[h];
    const auto share = static_cast<std::size_t>(std::lround(parameters.stretches * weight(h) / whole));
    const std::size_t count = std::min(std::max(share, kLeastChosen), members.size());
    plan.stratum_sizes.push_back(members.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t begin = i * members.size() / count, end = (i + 1) * members.size() / count;
      const std::size_t stretch = members[begin + draws() % (end - begin)];
      const auto lead_in = machine_groups == 0 ? 0 : static_cast<unsigned>(machine_groups + draws() % machine_groups);
      plan.chosen.push_back({stretch, h, std::min(lead_in, plan.stretches[stretch].first_group)});
    }
  }
  std::sort(plan.chosen.begin(), plan.chosen.end(),
            [](const ChosenStretch& a, const ChosenStretch& b) { return a.stretch < b.stretch; });
}

/// @param least_groups  of a stretch
/// @param lead_in_groups  that fill the machine before a stretch, at least; 0: none
std::optional<SamplePlan> plan_stretches(const std::vector<RecordedInterval>& intervals, std::uint64_t least_groups,
                                         unsigned lead_in_groups, const machine::MachineParameters& machine,
                                         const SampleParameters& parameters) {
  SamplePlan plan;
  plan.stretches = stretches_of(intervals, least_groups);
  std::uint64_t groups = 0;
  for (const RecordedInterval& interval : intervals) groups += interval.groups;
  if (plan.stretches.size() < parameters.stretches + 2) return {};
  add_misses(intervals, machine, plan.stretches);
  const Strata strata{
      plan.stretches,
      std::min<std::size_t>(kMostStrata, std::max<std::size_t>(parameters.stretches / kChosenPerStratum, 1))};
  plan.last_lead_in_groups = std::min(2 * lead_in_groups, plan.stretches.back().first_group);
  choose(strata, parameters, lead_in_groups, plan);
  std::uint64_t simulated = plan.stretches.front().groups;
  std::uint64_t end = simulated;
  const auto add = [&](const Stretch& stretch, unsigned lead_in) {
    simulated += stretch.first_group + stretch.groups - std::max<std::uint64_t>(stretch.first_group - lead_in, end);
    end = stretch.first_group + stretch.groups;
  };
  for (const ChosenStretch& chosen : plan.chosen) add(plan.stretches[chosen.stretch], chosen.lead_in_groups);
  add(plan.stretches.back(), plan.last_lead_in_groups);
  if (simulated * kLeastSaved > groups) return {};
  plan.groups = static_cast<unsigned>(simulated);
  return plan;
}

}  // namespace

std::uint64_t threads_of(const machine::MachineParameters& machine) {
  std::uint64_t threads = 0;
  for (const machine::SubslicePlace& subslice : machine::subslices_of(machine))
    threads += machine::thread_slots(*subslice.parameters);
  return threads;
}

std::optional<SamplePlan> plan_sample(const std::vector<RecordedInterval>& intervals, unsigned threads_per_group,
                                      const machine::MachineParameters& machine, const SampleParameters& parameters) {
  const std::uint64_t machine_threads = threads_of(machine);
  const std::uint64_t least_threads = std::max<std::uint64_t>(parameters.threads, kLeastLengths * machine_threads);
  const auto groups_of = [&](std::uint64_t threads) { return (threads + threads_per_group - 1) / threads_per_group; };
  return plan_stretches(intervals, groups_of(least_threads), static_cast<unsigned>(groups_of(machine_threads)), machine,
                        parameters);
}

}  // namespace texpipe::study
