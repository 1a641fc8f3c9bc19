#include "rtl_cosim/scoreboard/sampler_cosim.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "rtl_cosim/scoreboard/last_reset.h"
#include "rtl_cosim/scoreboard/shorten.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr EnumRow kRtls[] = {
    {0, "repository", "rtl_cosim/rtl/sampler.sv"},
    {1, "levels_swapped", "planted bug: each of two levels has the other one's weight"},
};

constexpr std::uint64_t kPatience = 20'000;  // cycles that the RTL may take longer than the model
constexpr std::size_t kShrinkTries = 64;     // a try is a whole run
constexpr std::uint64_t kAlone = 6;          // subspans of a workload whose latency alone is taken

std::uint64_t apart(std::uint64_t one, std::uint64_t other) {
  return one > other ? one - other : other - one;
}

void add(SamplerTiming::Side& side, const SamplerTrace& trace) {
  side.cycles += trace.cycles;
  for (std::size_t outcome = 0; outcome < side.lookups.size(); ++outcome)
    side.lookups[outcome] += trace.lookups[outcome];
  for (unsigned stage = 0; stage < kSamplerStages; ++stage) {
    SamplerAccount& sum = side.accounts[stage];
    const SamplerAccount& more = trace.accounts[stage];
    sum.busy += more.busy;
    sum.blocked += more.blocked;
    sum.miss += more.miss;
    sum.latency += more.latency;
    sum.idle += more.idle;
  }
}

std::string sums_text(const functional::PixelSums& sums) {
  return fmt::format("{} border {}", fmt::join(sums.texels, " "), sums.border_weight);
}

std::string details_of(const SamplerSubspan& subspan, const SamplerTrace::Passage& passage) {
  std::string text = subspan_text(subspan, passage.number);
  for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) {
    if (passage.sums[p] == subspan.sums[p]) continue;
    text += fmt::format("    pixel {}, sums model {}\n                  RTL {}\n", p, sums_text(subspan.sums[p]),
                        sums_text(passage.sums[p]));
  }
  return text;
}

/// Resets in a row before which the RTL takes nothing in that say that it never will.
constexpr std::uint64_t kSilentResets = 1000;

/// A workload through both, stretch by stretch.
class Comparison {
 public:
  Comparison(const SamplerStimulus& stimulus, SamplerVariant rtl, SamplerCosimResult& result, CosimWaves* waves)
      : stimulus_{stimulus}, bench_{stimulus, rtl, result.bins, waves}, result_{result}, waves_{waves} {}

  SamplerTiming run() {
    SamplerTiming timing{.workload = stimulus_.workload()};
    SamplerStretch stretch;
    std::uint64_t silent = 0;
    while (stretch.first < stimulus_.count()) {
      stretch.end = stimulus_.next_reset(stretch.begin);
      const SamplerTrace model = sampler_trace_of_model(stimulus_, stretch);
      const SamplerTrace rtl = bench_.run(stretch, stretch.begin + model.cycles + kPatience);
      const bool cut = model.passages.empty() || model.passages.back().taken == SamplerTrace::kNot;
      compare(model, rtl, timing);
      if (rtl.stopped) break;
      if (!cut || stretch.end == SamplerTrace::kNot) {
        add(timing.model, model);
        add(timing.rtl, rtl);
        stretch.first += model.passages.size();
        if (stretch.first == stimulus_.count() || stretch.end == SamplerTrace::kNot) break;
      } else {
        // A subspan that was taken in before the reset is not offered again.
        result_.dropped +=
            static_cast<std::uint64_t>(std::count_if(rtl.passages.begin(), rtl.passages.end(), [](const auto& passage) {
              return passage.taken == SamplerTrace::kNot;
            }));
        // RTL that takes nothing in any more would be offered the same for ever.
        silent = rtl.passages.empty() ? silent + 1 : 0;
        if (silent == kSilentResets) {
          timing.silent = silent;
          break;
        }
        stretch.first += rtl.passages.size();
        timing.model.cycles += stretch.end - stretch.begin;
        timing.rtl.cycles += rtl.cycles;
      }
      bench_.reset();
      last_reset_.note(stretch.end);
      stretch.begin = stretch.end + 1;
      stretch.resets = last_reset_.count();
    }
    result_.cycles += timing.rtl.cycles;
    timing.subspans = stimulus_.count();
    return timing;
  }

 private:
  /// Whether what differs first of this workload, or of another, is before this cycle.
  bool found(std::uint64_t cycle) const {
    return result_.first && (result_.first->workload != stimulus_.workload() || result_.first->cycle <= cycle);
  }

  void compare(const SamplerTrace& model, const SamplerTrace& rtl, SamplerTiming& timing) {
    for (std::size_t i = 0; i < rtl.passages.size(); ++i) {
      const SamplerTrace::Passage& passage = rtl.passages[i];
      if (i >= model.passages.size() || model.passages[i].taken != passage.taken) ++timing.later;
      if (passage.taken == SamplerTrace::kNot) continue;
      ++result_.compared;
      if (!passage.wrong) continue;
      ++result_.mismatches;
      if (found(passage.taken)) continue;
      note({.workload = stimulus_.workload(),
            .number = passage.number,
            .cycle = passage.taken,
            .what = fmt::format("other sums of subspan {} of workload {}, taken in cycle {}; {}", passage.number,
                                name_of(stimulus_.workload()), passage.taken, last_reset_.text(passage.taken)),
            .details = details_of(stimulus_.subspan(passage.number, last_reset_.count()), passage)});
    }
    if (rtl.fault.empty()) return;
    ++result_.mismatches;
    if (found(rtl.fault_in)) return;
    const std::uint64_t last = rtl.passages.empty() ? stimulus_.number(0) : rtl.passages.back().number;
    note({.workload = stimulus_.workload(),
          .number = last,
          .cycle = rtl.fault_in,
          .what = fmt::format("cycle {} of workload {}: {}; {}", rtl.fault_in, name_of(stimulus_.workload()), rtl.fault,
                              last_reset_.text(rtl.fault_in)),
          .details = rtl.waits_for + "    the last subspan that was taken in:\n" +
                     subspan_text(stimulus_.subspan(last), last)});
  }

  void note(SamplerMismatch mismatch) {
    if (waves_ != nullptr) waves_->mark(mismatch.cycle);
    result_.first = std::move(mismatch);
  }

  const SamplerStimulus& stimulus_;
  SamplerRtlBench bench_;
  SamplerCosimResult& result_;
  CosimWaves* waves_;
  LastReset last_reset_;
};

/// Latency of each of the first subspans alone.
void take_alone(const SamplerScene& scene, const SamplerCosimParameters& parameters, SamplerTiming& timing) {
  SamplerCosimResult unused;
  for (std::uint64_t number = 0; number < std::min<std::uint64_t>(kAlone, parameters.stimulus.requests); ++number) {
    SamplerStimulusParameters alone = parameters.stimulus;
    alone.only = {number};
    const SamplerStimulus stimulus{scene, alone, timing.workload};
    const SamplerTrace model = sampler_trace_of_model(stimulus, {});
    const SamplerTrace rtl = SamplerRtlBench{stimulus, parameters.rtl, unused.bins}.run({}, model.cycles + kPatience);
    const std::uint64_t difference = apart(model.cycles, rtl.cycles);
    timing.alone_differ += difference != 0;
    timing.alone_most = std::max(timing.alone_most, difference);
    timing.least = timing.alone == 0 ? rtl.cycles - 1 : std::min(timing.least, rtl.cycles - 1);
    timing.most = std::max(timing.most, rtl.cycles - 1);
    ++timing.alone;
  }
}

std::vector<SamplerWorkload> workloads_of(const SamplerStimulusParameters& parameters) {
  if (!parameters.workloads.empty()) return parameters.workloads;
  std::vector<SamplerWorkload> all;
  for (const EnumRow& row : enum_rows(SamplerWorkload{}).rows) all.push_back(static_cast<SamplerWorkload>(row.value));
  return all;
}

struct State {
  std::string_view name;
  std::uint64_t SamplerAccount::*cycles;
};
constexpr State kStates[] = {{"busy", &SamplerAccount::busy},
                             {"blocked", &SamplerAccount::blocked},
                             {"miss", &SamplerAccount::miss},
                             {"latency", &SamplerAccount::latency}};

}  // namespace

EnumRows enum_rows(SamplerVariant) {
  return {"sampler RTL", kRtls};
}

double SamplerTiming::cycles_apart() const {
  return 100.0 * static_cast<double>(apart(model.cycles, rtl.cycles)) /
         static_cast<double>(std::max<std::uint64_t>(rtl.cycles, 1));
}

double SamplerTiming::accounts_apart(std::string* where) const {
  std::uint64_t worst = 0;
  for (unsigned stage = 0; stage < kSamplerStages; ++stage) {
    for (const State& state : kStates) {
      const std::uint64_t difference = apart(model.accounts[stage].*state.cycles, rtl.accounts[stage].*state.cycles);
      if (difference <= worst) continue;
      worst = difference;
      if (where != nullptr) *where = fmt::format("{} {}", stage_name(static_cast<SamplerStage>(stage)), state.name);
    }
  }
  return 100.0 * static_cast<double>(worst) / static_cast<double>(std::max<std::uint64_t>(rtl.cycles, 1));
}

double SamplerTiming::lookups_apart() const {
  std::uint64_t worst = 0, all = 0;
  for (std::size_t outcome = 0; outcome < rtl.lookups.size(); ++outcome) {
    worst = std::max(worst, apart(model.lookups[outcome], rtl.lookups[outcome]));
    all += rtl.lookups[outcome];
  }
  return 100.0 * static_cast<double>(worst) / static_cast<double>(std::max<std::uint64_t>(all, 1));
}

SamplerCosimResult run_sampler_cosim(const SamplerCosimParameters& parameters, CosimWaves* waves) {
  const SamplerScene scene{mixed(parameters.stimulus.seed, 1)};
  SamplerCosimResult result;
  SamplerRtlBench::declare(result.bins, scene);
  for (const SamplerWorkload workload : workloads_of(parameters.stimulus)) {
    const SamplerStimulus stimulus{scene, parameters.stimulus, workload};
    SamplerTiming timing = Comparison{stimulus, parameters.rtl, result, std::exchange(waves, nullptr)}.run();
    if (parameters.stimulus.only.empty()) take_alone(scene, parameters, timing);
    result.timings.push_back(timing);
  }
  return result;
}

std::vector<std::string> beyond_limits(const std::vector<SamplerTiming>& timings, const SamplerLimits& limits) {
  std::vector<std::string> lines;
  for (const SamplerTiming& timing : timings) {
    const std::string_view name = name_of(timing.workload);
    std::string where;
    const double accounts = timing.accounts_apart(&where);
    if (timing.cycles_apart() > limits.cycles)
      lines.push_back(
          fmt::format("{}: cycles {:.2f} % apart, more than {} %", name, timing.cycles_apart(), limits.cycles));
    if (timing.silent != 0)
      lines.push_back(fmt::format("{}: the RTL took nothing in before {} resets in a row", name, timing.silent));
    if (static_cast<double>(timing.alone_most) > limits.latency)
      lines.push_back(fmt::format("{}: latency of a subspan alone {} cycles apart", name, timing.alone_most));
    if (timing.lookups_apart() > limits.lookups)
      lines.push_back(fmt::format("{}: {:.2f} % of the lookups have another outcome, more than {} %", name,
                                  timing.lookups_apart(), limits.lookups));
    if (accounts > limits.accounts)
      lines.push_back(
          fmt::format("{}: {} {:.2f} % of the cycles apart, more than {} %", name, where, accounts, limits.accounts));
  }
  return lines;
}

std::string timing_table(const std::vector<SamplerTiming>& timings) {
  std::string text = fmt::format("{:14}{:>9}{:>10}{:>10}{:>9}{:>15}{:>10}  {}\n", "workload", "subspans", "model",
                                 "RTL", "apart", "later results", "alone", "largest difference of a stage's account");
  const SamplerTiming* worst = nullptr;
  for (const SamplerTiming& timing : timings) {
    std::string where = "none";
    const double accounts = timing.accounts_apart(&where);
    if (worst == nullptr || timing.cycles_apart() > worst->cycles_apart()) worst = &timing;
    const std::string alone = timing.alone == 0             ? "-"
                              : timing.least == timing.most ? std::to_string(timing.least)
                                                            : fmt::format("{}..{}", timing.least, timing.most);
    text += fmt::format("{:14}{:>9}{:>10}{:>10}{:>7.2f} %{:>15}{:>10}  {}{}\n", name_of(timing.workload),
                        timing.subspans, timing.model.cycles, timing.rtl.cycles, timing.cycles_apart(), timing.later,
                        alone, where, accounts == 0 ? std::string{} : fmt::format(", {:.2f} %", accounts));
  }
  if (worst != nullptr)
    text += fmt::format("worst: {}, {:.2f} % of its cycles\n", name_of(worst->workload), worst->cycles_apart());
  return text;
}

SamplerCosimParameters shrink(const SamplerCosimParameters& parameters) {
  const SamplerMismatch first = *run_sampler_cosim(parameters).first;
  SamplerCosimParameters shorter = parameters;
  shorter.stimulus.workloads = {first.workload};
  SamplerCosimParameters alone = shorter;
  alone.stimulus.only = {first.number};
  if (run_sampler_cosim(alone).first) return alone;
  // It takes what was before it, too.
  std::vector<std::uint64_t> only = shorter.stimulus.only;
  for (std::uint64_t number = 0; only.size() < shorter.stimulus.requests && shorter.stimulus.only.empty(); ++number)
    only.push_back(number);
  const auto behind = std::find(only.begin(), only.end(), first.number);
  if (behind != only.end()) only.erase(behind + 1, only.end());
  const auto with = [&shorter](const std::vector<std::uint64_t>& fewer) {
    SamplerCosimParameters tried = shorter;
    tried.stimulus.only = fewer;
    return tried;
  };
  const auto differs = [&](const std::vector<std::uint64_t>& fewer) {
    return run_sampler_cosim(with(fewer)).first.has_value();
  };
  if (!differs(only)) return shorter;
  shorten(only, differs, kShrinkTries);
  return with(only);
}

}  // namespace texpipe::rtl_cosim
