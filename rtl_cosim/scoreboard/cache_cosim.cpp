#include "rtl_cosim/scoreboard/cache_cosim.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "rtl_cosim/scoreboard/cache_trace.h"
#include "rtl_cosim/scoreboard/shorten.h"

namespace texpipe::rtl_cosim {

namespace {

namespace rtl_of = verilated_texture_cache;

constexpr EnumRow kRtls[] = {
    {0, "repository", "rtl_cosim/rtl/texture_cache.sv"},
    {1, "fifo_replacement", "planted bug: a hit does not count as use for the replacement"},
};

constexpr std::uint64_t kPatience = 4096;  // cycles that the RTL may take longer than the model

std::string cycle_text(std::uint64_t cycle) {
  return cycle == CacheTrace::kNot ? "-" : std::to_string(cycle);
}

std::string key_text(std::uint64_t key) {
  return fmt::format("{:#x} (set {}, tag {:#x}, bank {})", key, key % rtl_of::kSets, key / rtl_of::kSets,
                     key % rtl_of::kBanks);
}

std::string lookup_text(const CacheTrace& trace, std::size_t lookup, bool with_way) {
  if (lookup >= trace.lookups.size()) return "none";
  const CacheTrace::Lookup& found = trace.lookups[lookup];
  std::string text = fmt::format("{} in cycle {}, {} of {} registers taken after it", outcome_name(found.outcome),
                                 found.cycle, found.on_their_way, rtl_of::kRegisters);
  if (with_way) text += fmt::format(", way {}", found.way);
  return text;
}

std::string passage_text(const CacheTrace::Passage& passage) {
  return fmt::format("accepted {}, looked up {}, out of the FIFO {}, read {}, taken {}", cycle_text(passage.accepted),
                     cycle_text(passage.looked_up), cycle_text(passage.moved), cycle_text(passage.read),
                     cycle_text(passage.taken));
}

bool same(const CacheTrace::Passage& model, const CacheTrace::Passage& rtl) {
  return model.accepted == rtl.accepted && model.looked_up == rtl.looked_up && model.moved == rtl.moved &&
         model.read == rtl.read && model.taken == rtl.taken && rtl.wrong.empty();
}

/// The first cycle in which two passages differ.
std::uint64_t parting(const CacheTrace::Passage& model, const CacheTrace::Passage& rtl) {
  std::uint64_t first = CacheTrace::kNot;
  const auto look = [&first](std::uint64_t one, std::uint64_t other) {
    if (one != other) first = std::min({first, one, other});
  };
  look(model.accepted, rtl.accepted);
  look(model.looked_up, rtl.looked_up);
  look(model.moved, rtl.moved);
  look(model.read, rtl.read);
  look(model.taken, rtl.taken);
  return rtl.wrong.empty() ? first : std::min(first, rtl.taken);
}

/// Compares the traces of a stretch.
class Comparison {
 public:
  Comparison(const CacheStimulus& stimulus, const CacheStretch& stretch, const CacheTrace& model, const CacheTrace& rtl,
             const LastReset& last_reset)
      : stimulus_{stimulus}, stretch_{stretch}, model_{model}, rtl_{rtl}, last_reset_{last_reset} {}

  void into(CacheCosimResult& result) {
    const std::size_t most = std::max(model_.passages.size(), rtl_.passages.size());
    std::uint64_t differ = 0;
    for (std::size_t i = 0; i < most; ++i) {
      const CacheTrace::Passage model = passage(model_, i), rtl = passage(rtl_, i);
      const bool came = model.taken != CacheTrace::kNot && rtl.taken != CacheTrace::kNot;
      if (!same(model, rtl)) {
        ++differ;
        if (came && rtl.wrong.empty()) ++result.late;
      }
      if (!came) continue;
      ++result.compared;
      note_latency(result.latency, model.taken - model.accepted, rtl.taken - rtl.accepted);
    }
    find_first();
    if (first_ && differ == 0) differ = 1;
    result.mismatches += differ;
    if (first_ && !result.first) {
      first_->turn += stretch_.first;
      first_->what += "; " + last_reset_.text(first_->cycle);
      result.first = std::move(first_);
    }
    const auto held = [](const CacheTrace::Passage& passage) { return passage.taken == CacheTrace::kNot; };
    if (stretch_.end != CacheTrace::kNot)
      result.dropped += static_cast<std::uint64_t>(std::count_if(model_.passages.begin(), model_.passages.end(), held));
  }

 private:
  static void note_latency(NumberDifferences& counted, std::uint64_t model, std::uint64_t rtl) {
    ++counted.compared;
    const auto apart = static_cast<std::int64_t>(rtl - model);
    if (apart != 0) ++counted.differing[apart];
  }

  static CacheTrace::Passage passage(const CacheTrace& trace, std::size_t i) {
    return i < trace.passages.size() ? trace.passages[i] : CacheTrace::Passage{};
  }

  void offer(std::uint64_t cycle, std::size_t turn, std::string what) {
    if (first_ && first_->cycle <= cycle) return;
    first_ = CacheMismatch{.cycle = cycle, .turn = turn, .what = std::move(what), .details = details(turn)};
  }

  void find_first() {
    find_stop();
    find_fault();
    find_misjudged();
    find_lookup();
    find_request();
    const std::size_t most = std::max(model_.passages.size(), rtl_.passages.size());
    for (std::size_t i = 0; i < most; ++i) {
      const CacheTrace::Passage model = passage(model_, i), rtl = passage(rtl_, i);
      if (same(model, rtl)) continue;
      const std::uint64_t cycle = parting(model, rtl);
      std::string what = fmt::format("cycle {}: footprint {} goes another way", cycle, number(i));
      if (!rtl.wrong.empty() && cycle == rtl.taken)
        what = fmt::format("cycle {}: footprint {} gets other bytes: {}", cycle, number(i), rtl.wrong);
      offer(cycle, i, std::move(what));
      break;
    }
  }

  void find_stop() {
    if (rtl_.stopped.empty()) return;
    const std::size_t last = rtl_.passages.empty() ? 0 : rtl_.passages.size() - 1;
    offer(rtl_.stopped_in, last, fmt::format("cycle {}: {}", rtl_.stopped_in, rtl_.stopped));
  }

  void find_fault() {
    if (rtl_.fault.empty()) return;
    const std::size_t last = rtl_.passages.empty() ? 0 : rtl_.passages.size() - 1;
    offer(rtl_.fault_in, last, fmt::format("cycle {}: {}", rtl_.fault_in, rtl_.fault));
  }

  void find_misjudged() {
    if (rtl_.misjudged == CacheTrace::kNot) return;
    std::size_t turn = 0;
    while (turn + 1 < rtl_.passages.size() && rtl_.passages[turn].moved < rtl_.misjudged) ++turn;
    offer(rtl_.misjudged, turn,
          fmt::format("cycle {}: the RTL's account of the head of the FIFO is none of: it moves on, waits for a line, "
                      "waits for room",
                      rtl_.misjudged));
  }

  void find_lookup() {
    const std::size_t most = std::max(model_.lookups.size(), rtl_.lookups.size());
    for (std::size_t i = 0; i < most; ++i) {
      const bool both = i < model_.lookups.size() && i < rtl_.lookups.size();
      if (both) {
        const CacheTrace::Lookup &model = model_.lookups[i], &rtl = rtl_.lookups[i];
        if (model.cycle == rtl.cycle && model.key == rtl.key && model.outcome == rtl.outcome) continue;
      }
      const auto cycle_of = [i](const CacheTrace& trace) {
        return i < trace.lookups.size() ? trace.lookups[i].cycle : CacheTrace::kNot;
      };
      const std::size_t turn = turn_of_lookup(i);
      const std::uint64_t cycle = std::min(cycle_of(model_), cycle_of(rtl_));
      offer(cycle, turn,
            fmt::format("cycle {}: lookup {} of footprint {}: model {}; RTL {}", cycle,
                        i - passage(longer(), turn).first_lookup, number(turn), lookup_text(model_, i, false),
                        lookup_text(rtl_, i, true)));
      return;
    }
  }

  void find_request() {
    const std::size_t most = std::max(model_.requests.size(), rtl_.requests.size());
    for (std::size_t i = 0; i < most; ++i) {
      const auto request = [i](const CacheTrace& trace) {
        return i < trace.requests.size() ? trace.requests[i] : CacheTrace::Request{CacheTrace::kNot, 0};
      };
      const CacheTrace::Request model = request(model_), rtl = request(rtl_);
      if (model.cycle == rtl.cycle && model.line == rtl.line) continue;
      const std::uint64_t cycle = std::min(model.cycle, rtl.cycle);
      offer(cycle, turn_of_lookup(std::min(model_.lookups.size(), rtl_.lookups.size()) - 1),
            fmt::format("cycle {}: request {} of memory: model line {:#x} in cycle {}; RTL line {:#x} in cycle {}",
                        cycle, i, model.line, cycle_text(model.cycle), rtl.line, cycle_text(rtl.cycle)));
      return;
    }
  }

  const CacheTrace& longer() const { return model_.passages.size() < rtl_.passages.size() ? rtl_ : model_; }
  std::uint64_t number(std::size_t turn) const { return passage(longer(), turn).number; }

  std::size_t turn_of_lookup(std::size_t lookup) const {
    const auto& passages = longer().passages;
    const auto behind =
        std::upper_bound(passages.begin(), passages.end(), lookup,
                         [](std::size_t at, const CacheTrace::Passage& passage) { return at < passage.first_lookup; });
    return static_cast<std::size_t>(behind - passages.begin()) - (behind == passages.begin() ? 0 : 1);
  }

  std::string details(std::size_t turn) const {
    const CacheTrace::Passage found = passage(longer(), turn);
    const std::vector<std::uint64_t> keys = stimulus_.keys(found.number);
    std::string text =
        fmt::format("    footprint {}, {} lines\n", found.number, name_of(stimulus_.pattern(found.number)));
    for (std::size_t line = 0; line < keys.size(); ++line) {
      text += fmt::format("    line {:<2} {}\n      model {}\n      RTL   {}\n", line, key_text(keys[line]),
                          lookup_text(model_, found.first_lookup + line, false),
                          lookup_text(rtl_, found.first_lookup + line, true));
    }
    text += fmt::format("    model {}\n    RTL   {}\n", passage_text(passage(model_, turn)),
                        passage_text(passage(rtl_, turn)));
    if (!rtl_.waits_for.empty()) {
      const auto hangs = std::find_if(rtl_.passages.begin(), rtl_.passages.end(),
                                      [](const auto& passage) { return passage.taken == CacheTrace::kNot; });
      text += fmt::format("    footprint {} does not come out of the RTL\n{}",
                          hangs == rtl_.passages.end() ? 0 : hangs->number, rtl_.waits_for);
    }
    return text;
  }

  const CacheStimulus& stimulus_;
  const CacheStretch& stretch_;
  const CacheTrace& model_;
  const CacheTrace& rtl_;
  const LastReset& last_reset_;
  std::optional<CacheMismatch> first_;
};

std::uint64_t last_cycle(const CacheTrace& trace, const CacheStretch& stretch) {
  std::uint64_t last = stretch.begin;
  for (const CacheTrace::Passage& passage : trace.passages) {
    if (passage.taken != CacheTrace::kNot) last = std::max(last, passage.taken);
  }
  return last;
}

bool differs(const CacheCosimParameters& parameters) {
  return run_cache_cosim(parameters).mismatches != 0;
}

}  // namespace

EnumRows enum_rows(TextureCacheVariant) {
  return {"texture cache RTL", kRtls};
}

CacheCosimResult run_cache_cosim(const CacheCosimParameters& parameters, CosimWaves* waves) {
  const CacheStimulus stimulus{parameters.stimulus};
  CacheCosimResult result;
  CacheRtlBench bench{stimulus, parameters.rtl, result.bins, waves};
  CacheStretch stretch;
  LastReset last_reset;
  while (stretch.first < stimulus.count()) {
    stretch.end = stimulus.next_reset(stretch.begin);
    const CacheTrace model = trace_of_model(stimulus, stretch);
    const std::uint64_t last = last_cycle(model, stretch);
    const CacheTrace rtl = bench.run(stretch, last + kPatience);
    Comparison{stimulus, stretch, model, rtl, last_reset}.into(result);
    stretch.first += model.passages.size();
    const bool cut = stretch.end != CacheTrace::kNot && (stretch.first < stimulus.count() || last + 1 >= stretch.end);
    result.cycles = cut ? stretch.end : last + 1;
    if (stretch.first == stimulus.count() || result.first) break;
    bench.reset();
    last_reset.note(stretch.end);
    stretch.begin = stretch.end + 1;
    stretch.resets = last_reset.count();
  }
  if (waves != nullptr && result.first) waves->mark(result.first->cycle);
  return result;
}

CacheCosimParameters shrink(const CacheCosimParameters& parameters) {
  CacheCosimParameters shortest = parameters;
  const auto try_with = [&](auto change) {
    CacheCosimParameters simpler = shortest;
    change(simpler.stimulus);
    if (differs(simpler)) shortest = std::move(simpler);
  };
  try_with([](auto& simpler) { simpler.reset_every = 0; });
  try_with([](auto& simpler) { simpler.offered_percent = simpler.ready_percent = simpler.asked_percent = 100; });
  const CacheMismatch first = *run_cache_cosim(shortest).first;
  std::vector<std::uint64_t> only = shortest.stimulus.only;
  if (only.empty()) {
    for (std::uint64_t number = 0; number < shortest.stimulus.requests; ++number) only.push_back(number);
  }
  only.resize(std::min<std::size_t>(only.size(), first.turn + 1));
  shortest.stimulus.only = std::move(only);
  shorten(shortest.stimulus.only, [&](const std::vector<std::uint64_t>& fewer) {
    CacheCosimParameters shorter = shortest;
    shorter.stimulus.only = fewer;
    return differs(shorter);
  });
  return shortest;
}

}  // namespace texpipe::rtl_cosim
