#include "study/summary/run_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "machine/blocks/block_facts.h"
#include "study/summary/limit_words.h"
#include "study/summary/unit_accounts.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kSampler = "slice.subslice.sampler.";
constexpr std::size_t kFilter = machine::stage_number(machine::BlockKind::kFilter);

constexpr std::string_view kL1 = "slice.subslice.sampler.l1", kEu = "slice.subslice.eu",
                           kDataPort = "slice.subslice.data_port", kWriteback = "slice.subslice.sampler.writeback",
                           kGateway = "slice.subslice.gateway", kCoverage = "slice.subslice.pixel_coverage",
                           kDispatch = "slice.dispatch", kRaster = "slice.raster",
                           kInterconnect = "slice.subslice.interconnect.";

/// Categories by what they say of where to look next.
constexpr std::array<std::string_view, 5> kBlockedBehind{"blocked_downstream", "blocked", "send_blocked", "queue_full",
                                                         "waiting"};
constexpr std::array<std::string_view, 6> kLacksWork{"starved", "idle",         "waiting_for_message",
                                                     "done",    "no_free_slot", "store_full"};
constexpr std::array<std::string_view, 2> kMissesLines{"waiting_for_miss", "waiting_for_memory"};
constexpr std::string_view kWaitsForLines = "waits_for_lines", kIssuesNothing = "issues_nothing";

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Direction from which the search reached a unit: from a blocked one it looks behind, so that the next unit's lack of
/// work is no answer.
enum class From : std::uint8_t { kStart, kBefore, kBehind };

/// A unit that works so much of the time holds the others back, whatever they wait for.
constexpr double kNearlyAlways = 0.85;
/// Least share of the time of a category that can limit a run.
constexpr double kMostly = 0.5;

/// Category that most of a unit's cycles without work went to; its work where it has hardly any others.
const std::pair<std::string, double>* largest(const UnitAccount& account, From from) {
  const std::pair<std::string, double>* most = nullptr;
  for (const auto& part : account.shares) {
    if (part.first == "busy" && part.second < kNearlyAlways && account.shares.size() > 1) continue;
    if (from == From::kBefore && is_one_of(kLacksWork, part.first)) continue;
    if (from == From::kBehind && is_one_of(kBlockedBehind, part.first)) continue;
    if (most == nullptr || part.second > most->second) most = &part;
  }
  return most;
}

class Walk {
 public:
  explicit Walk(const UnitAccounts& accounts) : accounts_{accounts} {}

  RunLimit take() { return std::move(limit_); }
  const std::optional<UnitAccount>& eus() const { return eus_; }

  void start() {
    const auto filter = accounts_.find(path_of(kFilter));
    if (!filter || filter->share("busy") == 0) return from_eus();
    sampler_seen_ = true;
    from_stage(kFilter, From::kStart);
  }

 private:
  static std::string path_of(std::size_t stage) {
    return std::string{kSampler} + std::string{machine::kSamplerStages[stage].name};
  }

  /// @param stage  a place in kSamplerStages
  void from_stage(std::size_t stage, From from) {
    const auto account = accounts_.find(path_of(stage));
    if (!account) return stage == 0 || from == From::kBefore ? from_eus() : from_stage(stage - 1, from);
    const std::string state = look_at(*account, from);
    if (is_one_of(kBlockedBehind, state)) {
      stage + 1 == machine::kSamplerStages.size() ? from_responses("sampler") : from_stage(stage + 1, From::kBefore);
    } else if (state == "starved" && stage > 0) {
      from_stage(stage - 1, From::kBehind);
    } else if (is_one_of(kLacksWork, state)) {
      from_eus();
    }
  }

  /// Once: what waits for the EUs, and what these wait for, would go in a circle.
  void from_eus() {
    if (eus_) return;
    eus_ = accounts_.find(kEu);
    if (!eus_) return;
    const std::string state = look_at(*eus_, From::kStart);
    if (state == "send_blocked") return from_requests();
    if (state == "waiting_for_message") return from_busiest();
    if (state == "idle") look_at_any({std::string{kDispatch}, std::string{kRaster}});
  }

  /// Notes the unit and its state. @return the state
  std::string look_at(const UnitAccount& account, From from) {
    const auto* state = largest(account, from);
    if (state == nullptr) return "";
    limit_.way.push_back(account);
    for (const auto& [category, share] : account.shares) {
      const bool of_another = is_one_of(kBlockedBehind, category) || is_one_of(kLacksWork, category);
      if (is_one_of(kMissesLines, category)) {
        note_lines(account, category);
      } else if (category == "busy" || (!of_another && category == state->first)) {
        note(account.unit, category, share);
      }
    }
    return state->first;
  }

  /// Notes where the lines are that a unit waits for, if it keeps that account.
  void note_lines(const UnitAccount& account, const std::string& category) {
    const auto lines = accounts_.find(account.unit + ".line_wait");
    if (!lines) return note(account.unit, category, account.share(category));
    const double all = 1 - lines->share("idle");
    if (all <= limit_.share) return;
    note(account.unit, std::string{kWaitsForLines}, all);
    limit_.places.clear();
    for (const auto& part : lines->shares)
      if (part.first != "idle" && part.second > 0) limit_.places.push_back(part);
    std::stable_sort(limit_.places.begin(), limit_.places.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
  }

  /// The unit that limits the run is the one on the way that is longest busy, or waits longest for what is no unit on
  /// it.
  void note(const std::string& unit, const std::string& state, double share) {
    if (share <= limit_.share) return;
    limit_.unit = unit;
    limit_.state = state;
    limit_.share = share;
    limit_.places.clear();
  }

  void from_responses(const std::string& unit) {
    const auto in = accounts_.find(std::string{kInterconnect} + "response_from_" + unit);
    if (in && look_at(*in, From::kStart) != "waiting") return;
    look_at_any({std::string{kInterconnect} + "response_to_eu"});
  }

  void from_requests() {
    const auto in = accounts_.find(std::string{kInterconnect} + "request_from_eu");
    if (in && look_at(*in, From::kStart) != "waiting") return;
    from_busiest();
  }

  /// The shared function that had something to do in most of its cycles.
  void from_busiest() {
    std::optional<UnitAccount> most;
    const auto used = [](const UnitAccount& account) { return 1 - account.share("idle") - account.share("waiting"); };
    for (const std::string_view unit : {kWriteback, kDataPort, kGateway, kCoverage}) {
      const auto account = accounts_.find(unit);
      if (account && used(*account) > 0 && (!most || used(*account) > used(*most))) most = account;
    }
    if (!most) return;
    if (most->unit != kWriteback) return void(look_at(*most, From::kStart));
    if (std::exchange(sampler_seen_, true)) return;
    from_stage(kFilter, From::kStart);
  }

  void look_at_any(std::initializer_list<std::string> units) {
    for (const std::string& unit : units) {
      const auto account = accounts_.find(unit);
      if (account) return void(look_at(*account, From::kStart));
    }
  }
  const UnitAccounts& accounts_;
  RunLimit limit_;
  std::optional<UnitAccount> eus_;
  bool sampler_seen_ = false;
};

/// The way ends at the unit that limits the run.
void end_way(RunLimit& limit, const UnitAccounts& accounts) {
  const auto last = std::find_if(limit.way.begin(), limit.way.end(),
                                 [&](const UnitAccount& account) { return account.unit == limit.unit; });
  if (last != limit.way.end()) {
    limit.way.erase(last + 1, limit.way.end());
  } else if (auto account = accounts.find(limit.unit)) {
    limit.way.push_back(std::move(*account));
  }
  const std::string lines = limit.unit + ".line_wait";
  if (limit.state != kWaitsForLines) return;
  if (auto account = accounts.find(lines)) limit.way.push_back(std::move(*account));
}

void set(RunLimit& limit, const std::string& unit, const std::string& state, double share) {
  limit.unit = unit;
  limit.state = state;
  limit.share = share;
  limit.places.clear();
}

std::string words_of(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

/// Name of a place of lines, or of a reason why EUs issue nothing.
std::string name_of_part(const std::string& category) {
  if (const PlaceWords* place = find_line_place(category)) return place->text;
  return category == "idle" ? "no thread" : words_of(category);
}

/// EUs are not held back by one unit: what their threads wait for.
void blame_threads(RunLimit& limit, const UnitAccount& eus) {
  set(limit, eus.unit, std::string{kIssuesNothing}, 1 - eus.share("busy"));
  for (const auto& part : eus.shares)
    if (part.first != "busy") limit.places.push_back(part);
  std::stable_sort(limit.places.begin(), limit.places.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

/// The sampler or data port that waits for lines longest, when that counts.
std::optional<LineWait> longest_line_wait(const UnitAccounts& accounts) {
  constexpr double kCounts = 0.2;
  LineWait longest;
  for (const std::string_view unit : {kL1, kDataPort}) {
    const auto account = accounts.find(std::string{unit} + ".line_wait");
    if (!account || 1 - account->share("idle") <= std::max(kCounts, longest.share)) continue;
    longest = {.unit = std::string{unit}, .share = 1 - account->share("idle")};
    for (const auto& [place, part] : account->shares) {
      if (place == "idle" || part <= longest.there) continue;
      longest.place = place;
      longest.there = part;
    }
  }
  return longest.share == 0 ? std::nullopt : std::optional{longest};
}

/// Units that work beside the one that limits the run: beside a busy one those that work hardly less, beside a waiting
/// one the unit that works most.
std::vector<UnitUse> others_at_work(const RunLimit& limit, const UnitAccounts& accounts) {
  constexpr double kHardlyLess = 0.95;
  constexpr std::size_t kMost = 4;
  const bool busy = limit.state == "busy";
  std::vector<UnitUse> uses = accounts.working(busy ? kHardlyLess * limit.share : 0);
  std::erase_if(uses, [&](const UnitUse& use) { return use.unit == limit.unit; });
  uses.resize(std::min(uses.size(), busy ? kMost : 1));
  return uses;
}

}  // namespace

double UnitAccount::share(std::string_view category) const {
  for (const auto& [name, part] : shares)
    if (name == category) return part;
  return 0;
}

std::string RunLimit::text() const {
  std::string all = fmt::format("{}: {} {:.0f} % of the cycles", short_unit_name(unit), words_of(state), 100 * share);
  constexpr double kTold = 0.03, kRest = 0.005;
  std::string_view gap = ": ";
  double rest = 0;
  for (const auto& [category, part] : places) {
    if (part < kTold)
      rest += part;
    else
      all += fmt::format("{}{} {:.0f} %", std::exchange(gap, ", "), name_of_part(category), 100 * part);
  }
  if (rest >= kRest) all += fmt::format("{}other {:.0f} %", gap, 100 * rest);
  gap = state == "busy" ? "; also " : "; most at work is ";
  for (const UnitUse& use : uses)
    all += fmt::format("{}{} {:.0f} %", std::exchange(gap, ", "), short_unit_name(use.unit), 100 * use.busy);
  if (lines)
    all += fmt::format("; {} waits for lines {:.0f} %, of which {} {:.0f} %", short_unit_name(lines->unit),
                       100 * lines->share, name_of_part(lines->place), 100 * lines->there);
  return all;
}

std::string RunLimit::word() const {
  if (state == kWaitsForLines && !places.empty())
    if (const PlaceWords* place = find_line_place(places.front().first)) return place->word;
  return word_of_unit(unit);
}

std::optional<RunLimit> limit_of(const std::vector<RunNumber>& numbers) {
  const UnitAccounts accounts{numbers};
  Walk walk{accounts};
  walk.start();
  RunLimit limit = walk.take();
  if (limit.way.empty()) return {};
  const std::vector<UnitUse> working = accounts.working(kMostly);
  const bool works = limit.state == "busy" && limit.share >= kNearlyAlways;
  const bool full = !working.empty() && working.front().busy >= kNearlyAlways;
  if (!works && !working.empty() && (full || working.front().busy > limit.share)) {
    set(limit, working.front().unit, "busy", working.front().busy);
  } else if (limit.share < kMostly && walk.eus()) {
    blame_threads(limit, *walk.eus());
  }
  if (limit.share == 0) return {};
  limit.uses = others_at_work(limit, accounts);
  const bool always = limit.state == "busy" && limit.share >= kNearlyAlways;
  if (!always && limit.state != kWaitsForLines) limit.lines = longest_line_wait(accounts);
  end_way(limit, accounts);
  return limit;
}

}  // namespace texpipe::study
