#include "study/summary/run_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "study/summary/limit_walk.h"
#include "study/summary/limit_words.h"
#include "study/summary/unit_accounts.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kL1 = "slice.subslice.sampler.l1";

/// Least share of the time of a category that can limit a run.
constexpr double kMostly = 0.5;

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
  const std::string word = word_of_unit(unit);
  const std::string waiting = word + '.' + state;  // not the unit's own rate, where there is such a word
  return is_limit_word(waiting) ? waiting : word;
}

std::optional<RunLimit> limit_of(const std::vector<RunNumber>& numbers) {
  const UnitAccounts accounts{numbers};
  LimitWalk walk{accounts};
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
