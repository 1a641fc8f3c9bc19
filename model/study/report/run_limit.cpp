#include "study/report/run_limit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "study/config/parameter_tree.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kSampler = "slice.subslice.sampler.";
/// The sampler's stages in the order in which footprints pass them.
constexpr std::array<std::string_view, 7> kStages{"front_end", "address_generator", "l1", "l1_data", "decoder",
                                                  "filter",    "writeback"};
constexpr std::size_t kFilter = 5;

constexpr std::string_view kEu = "slice.subslice.eu", kDataPort = "slice.subslice.data_port",
                           kGateway = "slice.subslice.gateway", kCoverage = "slice.subslice.pixel_coverage",
                           kDispatch = "slice.dispatch", kRaster = "slice.raster",
                           kRequests = "slice.subslice.interconnect.request",
                           kResponses = "slice.subslice.interconnect.response";

/// Categories by what they say of where to look next.
constexpr std::array<std::string_view, 4> kBlockedBehind{"blocked_downstream", "blocked", "send_blocked", "queue_full"};
constexpr std::array<std::string_view, 3> kLacksWork{"starved", "idle", "waiting_for_message"};

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The unit of an account's category: `slice.subslice[0].sampler.filter.cycles.busy` is the filter's; of a link,
/// `interconnect.request_cycles_to_sampler.busy`, `interconnect.request`; of banks, the cache.
std::string unit_of(std::string_view account) {
  const std::string path = without_indices(account);
  const std::size_t name = path.rfind('.') + 1;
  const std::size_t link = path.find("_cycles_to_", name);
  return link == std::string::npos ? path.substr(0, name - 1) : path.substr(0, link);
}

class Accounts {
 public:
  explicit Accounts(const std::vector<RunNumber>& numbers) {
    for (const RunNumber& number : numbers) {
      if (number.kind != NumberKind::kAccount) continue;
      const std::size_t dot = number.path.rfind('.');
      const std::string account = number.path.substr(0, dot), category = number.path.substr(dot + 1);
      add(unit_of(account), category, number.value);
    }
  }

  /// Nothing where the machine has no such unit, or it never did anything.
  std::optional<UnitAccount> find(std::string_view unit) const {
    const auto found = parts_.find(unit);
    if (found == parts_.end()) return {};
    double all = 0;
    for (const auto& [category, cycles] : found->second) all += cycles;
    if (all == 0) return {};
    UnitAccount account{std::string{unit}};
    for (const auto& [category, cycles] : found->second) account.shares.emplace_back(category, cycles / all);
    return account;
  }

 private:
  void add(const std::string& unit, const std::string& category, double cycles) {
    auto& parts = parts_[unit];
    const auto known = std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return p.first == category; });
    known == parts.end() ? void(parts.emplace_back(category, cycles)) : void(known->second += cycles);
  }

  std::map<std::string, std::vector<std::pair<std::string, double>>, std::less<>> parts_;
};

/// Where one came from: what is blocked looks behind, so that the next unit's lack of work is no answer.
enum class From : std::uint8_t { kStart, kBefore, kBehind };

/// A unit that works so much of the time holds the others back, whatever they wait for.
constexpr double kFullyBusy = 0.85;

/// What most of a unit's cycles without work went to; its work where it has hardly any others.
const std::pair<std::string, double>* largest(const UnitAccount& account, From from) {
  const std::pair<std::string, double>* most = nullptr;
  for (const auto& part : account.shares) {
    if (part.first == "busy" && part.second < kFullyBusy && account.shares.size() > 1) continue;
    if (from == From::kBefore && is_one_of(kLacksWork, part.first)) continue;
    if (from == From::kBehind && is_one_of(kBlockedBehind, part.first)) continue;
    if (most == nullptr || part.second > most->second) most = &part;
  }
  return most;
}

class Walk {
 public:
  explicit Walk(const Accounts& accounts) : accounts_{accounts} {}

  std::optional<RunLimit> take() {
    if (limit_.way.empty() || limit_.share == 0) return {};
    const auto last = std::find_if(limit_.way.begin(), limit_.way.end(),
                                   [&](const UnitAccount& account) { return account.unit == limit_.unit; });
    limit_.way.erase(last + 1, limit_.way.end());
    return std::move(limit_);
  }

  /// @param stage  a place in kStages
  void from_stage(std::size_t stage, From from) {
    const auto account = accounts_.find(std::string{kSampler} + std::string{kStages[stage]});
    if (!account) return stage == 0 || from == From::kBefore ? from_eus() : from_stage(stage - 1, from);
    const std::string state = look_at(*account, from);
    if (is_one_of(kBlockedBehind, state)) {
      stage + 1 == kStages.size() ? from_link(kResponses) : from_stage(stage + 1, From::kBefore);
    } else if (state == "starved" && stage > 0) {
      from_stage(stage - 1, From::kBehind);
    } else if (is_one_of(kLacksWork, state)) {
      from_eus();
    }
  }

  /// Once: what waits for the EUs, and what these wait for, would go in a circle.
  void from_eus() {
    const auto account = accounts_.find(kEu);
    if (!account || std::exchange(eus_seen_, true)) return;
    const std::string state = look_at(*account, From::kStart);
    if (state == "send_blocked") return from_link(kRequests);
    if (state == "waiting_for_message") return from_busiest();
    if (state == "idle") look_at_any({kDispatch, kRaster});
  }

 private:
  /// Notes the unit and its state. @return the state
  std::string look_at(const UnitAccount& account, From from) {
    const auto* state = largest(account, from);
    if (state == nullptr) return "";
    limit_.way.push_back(account);
    note(account, "busy");
    const bool of_another = is_one_of(kBlockedBehind, state->first) || is_one_of(kLacksWork, state->first);
    if (!of_another) note(account, state->first);
    return state->first;
  }

  /// The unit that limits the run is the one on the way that is longest busy, or waits longest for what is no unit on
  /// it.
  void note(const UnitAccount& account, std::string_view state) {
    if (account.share(state) <= limit_.share) return;
    limit_.unit = account.unit;
    limit_.state = state;
    limit_.share = account.share(state);
  }

  void from_link(std::string_view link) {
    const auto account = accounts_.find(link);
    if (!account) return;
    const bool blocked = account->share("blocked_downstream") > account->share("busy");
    look_at(*account, From::kStart);
    if (link == kRequests && blocked) from_busiest();
  }

  /// The shared function that had something to do in most of its cycles.
  void from_busiest() {
    std::optional<UnitAccount> most;
    const auto used = [](const UnitAccount& account) { return 1 - account.share("idle"); };
    for (const std::string_view unit :
         {std::string_view{"slice.subslice.sampler.writeback"}, kDataPort, kGateway, kCoverage}) {
      const auto account = accounts_.find(unit);
      if (account && used(*account) > 0 && (!most || used(*account) > used(*most))) most = account;
    }
    if (!most) return;
    if (most->unit.ends_with("writeback") && !std::exchange(sampler_seen_, true))
      return from_stage(kFilter, From::kStart);
    if (!most->unit.ends_with("writeback")) look_at(*most, From::kStart);
  }

  void look_at_any(std::initializer_list<std::string_view> units) {
    for (const std::string_view unit : units) {
      const auto account = accounts_.find(unit);
      if (account) return void(look_at(*account, From::kStart));
    }
  }

 public:
  void sampler_seen() { sampler_seen_ = true; }

 private:
  const Accounts& accounts_;
  RunLimit limit_;
  bool eus_seen_ = false, sampler_seen_ = false;
};

}  // namespace

double UnitAccount::share(std::string_view category) const {
  for (const auto& [name, part] : shares)
    if (name == category) return part;
  return 0;
}

std::string RunLimit::text() const {
  std::string words = state;
  std::replace(words.begin(), words.end(), '_', ' ');
  std::string name = unit;
  for (const std::string_view front : {"slice.subslice.", "slice."})
    if (name.starts_with(front)) name = name.substr(front.size());
  return fmt::format("{}: {} {:.0f} % of the cycles", name, words, 100 * share);
}

std::optional<RunLimit> limit_of(const std::vector<RunNumber>& numbers) {
  const Accounts accounts{numbers};
  Walk walk{accounts};
  const auto filter = accounts.find(std::string{kSampler} + std::string{kStages[kFilter]});
  if (filter && filter->share("busy") > 0) {
    walk.sampler_seen();
    walk.from_stage(kFilter, From::kStart);
  } else {
    walk.from_eus();
  }
  return walk.take();
}

}  // namespace texpipe::study
