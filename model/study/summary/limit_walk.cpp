#include "study/summary/limit_walk.h"

#include <algorithm>
#include <array>
#include <utility>

#include "machine/blocks/block_facts.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kSampler = "slice.subslice.sampler.";
constexpr std::size_t kFilter = machine::stage_number(machine::BlockKind::kFilter);

constexpr std::string_view kEu = "slice.subslice.eu", kWriteback = "slice.subslice.sampler.writeback",
                           kGateway = "slice.subslice.gateway", kCoverage = "slice.subslice.pixel_coverage",
                           kDispatch = "slice.dispatch", kRaster = "slice.raster",
                           kInterconnect = "slice.subslice.interconnect.";

/// Categories by what they say of where to look next.
constexpr std::array<std::string_view, 5> kBlockedBehind{"blocked_downstream", "blocked", "send_blocked", "queue_full",
                                                         "waiting"};
constexpr std::array<std::string_view, 6> kLacksWork{"starved", "idle",         "waiting_for_message",
                                                     "done",    "no_free_slot", "store_full"};
constexpr std::array<std::string_view, 2> kMissesLines{"waiting_for_miss", "waiting_for_memory"};

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Category that most of a unit's cycles without work went to; its work where it has hardly any others.
const std::pair<std::string, double>* largest(const UnitAccount& account, ReachedFrom from) {
  const std::pair<std::string, double>* most = nullptr;
  for (const auto& part : account.shares) {
    if (part.first == "busy" && part.second < kNearlyAlways && account.shares.size() > 1) continue;
    if (from == ReachedFrom::kBefore && is_one_of(kLacksWork, part.first)) continue;
    if (from == ReachedFrom::kBehind && is_one_of(kBlockedBehind, part.first)) continue;
    if (most == nullptr || part.second > most->second) most = &part;
  }
  return most;
}

}  // namespace

void LimitWalk::start() {
  const auto filter = accounts_.find(path_of(kFilter));
  if (!filter || filter->share("busy") == 0) return from_eus();
  sampler_seen_ = true;
  from_stage(kFilter, ReachedFrom::kStart);
}

std::string LimitWalk::path_of(std::size_t stage) {
  return std::string{kSampler} + std::string{machine::kSamplerStages[stage].name};
}

/// @param stage  a place in kSamplerStages
void LimitWalk::from_stage(std::size_t stage, ReachedFrom from) {
  const auto account = accounts_.find(path_of(stage));
  if (!account) return stage == 0 || from == ReachedFrom::kBefore ? from_eus() : from_stage(stage - 1, from);
  const std::string state = look_at(*account, from);
  if (is_one_of(kBlockedBehind, state)) {
    stage + 1 == machine::kSamplerStages.size() ? from_responses("sampler")
                                                : from_stage(stage + 1, ReachedFrom::kBefore);
  } else if (state == "starved" && stage > 0) {
    from_stage(stage - 1, ReachedFrom::kBehind);
  } else if (is_one_of(kLacksWork, state)) {
    from_eus();
  }
}

/// Once: what waits for the EUs, and what these wait for, would go in a circle.
void LimitWalk::from_eus() {
  if (eus_) return;
  eus_ = accounts_.find(kEu);
  if (!eus_) return;
  const std::string state = look_at(*eus_, ReachedFrom::kStart);
  if (state == "send_blocked") return from_requests();
  if (state == "waiting_for_message") return from_busiest();
  if (state == "idle") look_at_any({std::string{kDispatch}, std::string{kRaster}});
}

/// Notes the unit and its state. @return the state
std::string LimitWalk::look_at(const UnitAccount& account, ReachedFrom from) {
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
void LimitWalk::note_lines(const UnitAccount& account, const std::string& category) {
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
void LimitWalk::note(const std::string& unit, const std::string& state, double share) {
  if (share <= limit_.share) return;
  limit_.unit = unit;
  limit_.state = state;
  limit_.share = share;
  limit_.places.clear();
}

void LimitWalk::from_responses(const std::string& unit) {
  const auto in = accounts_.find(std::string{kInterconnect} + "response_from_" + unit);
  if (in && look_at(*in, ReachedFrom::kStart) != "waiting") return;
  look_at_any({std::string{kInterconnect} + "response_to_eu"});
}

void LimitWalk::from_requests() {
  const auto in = accounts_.find(std::string{kInterconnect} + "request_from_eu");
  if (in && look_at(*in, ReachedFrom::kStart) != "waiting") return;
  from_busiest();
}

/// The shared function that had something to do in most of its cycles.
void LimitWalk::from_busiest() {
  std::optional<UnitAccount> most;
  const auto used = [](const UnitAccount& account) { return 1 - account.share("idle") - account.share("waiting"); };
  for (const std::string_view unit : {kWriteback, kDataPort, kGateway, kCoverage}) {
    const auto account = accounts_.find(unit);
    if (account && used(*account) > 0 && (!most || used(*account) > used(*most))) most = account;
  }
  if (!most) return;
  if (most->unit != kWriteback) return void(look_at(*most, ReachedFrom::kStart));
  if (std::exchange(sampler_seen_, true)) return;
  from_stage(kFilter, ReachedFrom::kStart);
}

void LimitWalk::look_at_any(std::initializer_list<std::string> units) {
  for (const std::string& unit : units) {
    const auto account = accounts_.find(unit);
    if (account) return void(look_at(*account, ReachedFrom::kStart));
  }
}

}  // namespace texpipe::study
