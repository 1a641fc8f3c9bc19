#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rtl_cosim/scoreboard/cache_trace.h"
#include "rtl_cosim/scoreboard/pauses.h"
#include "rtl_cosim/verilated/rtl_stopped.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr std::string_view kOutcomes[] = {"lookup: hit", "lookup: merge", "lookup: miss"};
constexpr std::string_view kHitUnderMiss = "lookup: hit while a footprint before it waits for a line";
constexpr std::string_view kMergeArriving = "lookup: merge with a line that arrives in this cycle";
constexpr std::string_view kPutBack = "lookup: merge with a line that was evicted on its way";
constexpr std::string_view kEvictsOwn = "lookup: evicts a line of the same footprint";
constexpr std::string_view kReusedRegister = "registers: taken in the cycle in which its line arrives";
constexpr std::string_view kNoRegister = "stall: no miss register";
constexpr std::string_view kFifoFull = "stall: FIFO full, a footprint waits";
constexpr std::string_view kFullMoves = "FIFO: full, one leaves and one comes";
constexpr std::string_view kMissAtHead = "stall: the head of the FIFO waits for a line";
constexpr std::string_view kDataFull = "stall: data read full, a footprint waits in the FIFO";
constexpr std::string_view kBankConflict = "stall: lines of a footprint in one bank";
constexpr std::string_view kResultWaits = "stall: a result waits";
constexpr std::string_view kAskWaits = "stall: a request waits for the memory";
constexpr std::string_view kOvertakes = "memory: an answer overtakes";
constexpr std::string_view kEmpty = "footprint: no lines";
constexpr std::string_view kWhole = "footprint: 16 lines";
constexpr std::string_view kResetHolds = "reset with footprints in flight";

std::string evicts_way(unsigned way) {
  return "lookup: evicts way " + std::to_string(way);
}

}  // namespace

CacheRtlBench::CacheRtlBench(const CacheStimulus& stimulus, TextureCacheVariant rtl, CoverBins& bins, CosimWaves* waves)
    : stimulus_{stimulus},
      bins_{bins},
      rtl_{make_verilated_texture_cache(rtl, stimulus.power_up())},
      waves_{waves != nullptr && waves->begin(*rtl_, {}) ? waves : nullptr} {
  declare();
}

void CacheRtlBench::declare() {
  for (const std::string_view bin : kOutcomes) bins_.declare(std::string{bin});
  for (const std::string_view bin :
       {kHitUnderMiss, kMergeArriving, kPutBack, kEvictsOwn, kReusedRegister, kNoRegister, kFifoFull, kFullMoves,
        kMissAtHead, kDataFull, kBankConflict, kResultWaits, kAskWaits, kOvertakes, kEmpty, kWhole, kResetHolds}) {
    bins_.declare(std::string{bin});
  }
  for (unsigned way = 0; way < verilated_texture_cache::kWays; ++way) bins_.declare(evicts_way(way));
  for (const CachePattern pattern : stimulus_.patterns()) {
    for (const std::string_view outcome : kOutcomes)
      bins_.declare(std::string{name_of(pattern)} + " lines, " + std::string{outcome});
  }
  for (const AnswerPattern answers : stimulus_.answers())
    bins_.declare("memory: answers " + std::string{name_of(answers)});
}

namespace {

class Stretch {
 public:
  Stretch(const CacheStimulus& stimulus, const CacheStretch& stretch, VerilatedTextureCache& rtl, CoverBins& bins,
          CosimWaves* waves)
      : stimulus_{stimulus},
        end_{stretch.end},
        resets_{stretch.resets},
        rtl_{rtl},
        bins_{bins},
        waves_{waves},
        memory_{stimulus},
        cycle_{stretch.begin},
        turn_{stretch.first} {}

  CacheTrace run(std::uint64_t give_up) {
    try {
      run_to(give_up);
    } catch (const RtlStopped& stopped) {
      trace_.stopped = stopped.what();
      trace_.stopped_in = cycle_;
    }
    return std::move(trace_);
  }

 private:
  void run_to(std::uint64_t give_up) {
    while (cycle_ < end_ && cycle_ < give_up && (works() || drained_ < kDrainCycles)) {
      if (!works()) ++drained_;
      drive();
      accept();
      look_up();
      ask();
      move();
      if (waves_ != nullptr) waves_->cycle(std::exchange(seen_, {}));
      rtl_.clock();
      ++cycle_;
    }
    if (cycle_ == end_ && taken_ < trace_.passages.size()) hit(kResetHolds);
    if (cycle_ != end_ && works() && !held_.empty()) tell_lines(held_.front());
  }

  bool works() const { return turn_ < stimulus_.count() || taken_ < trace_.passages.size(); }

  /// Tells for each line of the footprint that does not come out how far it came.
  void tell_lines(const std::vector<std::uint64_t>& keys) {
    for (std::size_t line = 0; line < keys.size(); ++line) {
      std::string way = "not asked for since the last reset";
      for (std::size_t tag = 0; tag < asked_.size(); ++tag) {
        if (asked_[tag].key != keys[line]) continue;
        way = fmt::format("asked for in cycle {} with id {}, ", asked_in_[tag], asked_[tag].id);
        const auto came = came_in_.find(tag);
        way += came == came_in_.end() ? "memory has not answered yet" : fmt::format("came in cycle {}", came->second);
      }
      trace_.waits_for += fmt::format("    line {} (key {:#x}): {}\n", line, keys[line], way);
    }
  }

  void fault(std::string what) {
    if (!trace_.fault.empty()) return;
    trace_.fault = std::move(what);
    trace_.fault_in = cycle_;
  }

  void hit(std::string_view bin) { bins_.hit(std::string{bin}); }
  CacheTrace::Passage& passage(std::size_t number) { return trace_.passages[number]; }

  void drive() {
    if (!offered_ && turn_ < stimulus_.count() && stimulus_.offers(cycle_)) {
      offered_ = true;
      keys_ = stimulus_.keys(stimulus_.number(turn_));
    }
    answer_ = memory_.answer(cycle_);
    const std::span<const std::uint64_t> keys{keys_};
    VerilatedTextureCache::Inputs inputs;
    inputs.keys = offered_ ? &keys : nullptr;
    inputs.result_ready = stimulus_.takes(cycle_);
    inputs.ask_ready = stimulus_.memory_takes(cycle_);
    if (answer_) {
      inputs.answer_id = asked_[*answer_].id;
      line_ = CacheStimulus::line(asked_[*answer_].key, resets_);
      came_in_.emplace(*answer_, cycle_);
      inputs.answer = &line_;
      --on_their_way_;
      if (*answer_ != answers_) hit(kOvertakes);
      ++answers_;
    }
    rtl_.drive(inputs);
  }

  void accept() {
    const bool full = trace_.passages.size() - moved_ == verilated_texture_cache::kFifoSlots;
    if (!offered_) return;
    seen_.offered = stimulus_.number(turn_);
    seen_.request_taken = rtl_.request_ready();
    if (!rtl_.request_ready()) return hit(kFifoFull);
    if (full) hit(kFullMoves);
    if (keys_.empty()) hit(kEmpty);
    if (keys_.size() == verilated_texture_cache::kLines) hit(kWhole);
    const std::uint64_t number = stimulus_.number(turn_++);
    trace_.passages.push_back({.number = number, .accepted = cycle_, .first_lookup = lookups_accepted_});
    lookups_accepted_ += keys_.size();
    held_.push_back(std::move(keys_));
    offered_ = false;
  }

  void look_up() {
    if (rtl_.lacks_register()) hit(kNoRegister);
    if (rtl_.looks_up()) {
      const VerilatedTextureCache::Lookup lookup = rtl_.lookup();
      on_their_way_ += lookup.outcome == 2;
      trace_.lookups.push_back(
          {cycle_, lookup.key, static_cast<CacheOutcome>(lookup.outcome), on_their_way_, lookup.way});
      if (looked_up_ < trace_.passages.size()) cover(lookup);
    }
    if (!rtl_.looks_up_last() || looked_up_ == trace_.passages.size()) return;
    passage(looked_up_++).looked_up = cycle_;
    places_.clear();
  }

  void cover(const VerilatedTextureCache::Lookup& lookup) {
    const std::string_view outcome = kOutcomes[lookup.outcome];
    hit(outcome);
    hit(std::string{name_of(stimulus_.pattern(passage(looked_up_).number))} + " lines, " + std::string{outcome});
    if (lookup.outcome == 0 && on_their_way_ != 0) hit(kHitUnderMiss);
    if (lookup.outcome == 1 && lookup.evicts) hit(kPutBack);
    if (answer_ && lookup.outcome == 1 && asked_[*answer_].key == lookup.key) hit(kMergeArriving);
    if (answer_ && lookup.outcome == 2 && on_their_way_ == verilated_texture_cache::kRegisters) hit(kReusedRegister);
    const std::pair<std::uint64_t, unsigned> place{lookup.key % verilated_texture_cache::kSets, lookup.way};
    if (lookup.evicts) {
      hit(evicts_way(lookup.way));
      if (std::find(places_.begin(), places_.end(), place) != places_.end()) hit(kEvictsOwn);
    }
    places_.push_back(place);
  }

  void ask() {
    if (!rtl_.ask_valid()) return;
    if (!stimulus_.memory_takes(cycle_)) return hit(kAskWaits);
    const VerilatedTextureCache::Ask ask = rtl_.ask();
    trace_.requests.push_back({cycle_, ask.key % (std::uint64_t{1} << (verilated_texture_cache::kKeyBits - 1))});
    hit("memory: answers " + std::string{name_of(stimulus_.answer_pattern(cycle_))});
    memory_.ask(cycle_, asked_.size());
    asked_.push_back(ask);
    asked_in_.push_back(cycle_);
  }

  /// A footprint at the head of the FIFO, whose tags were read, moves on, waits for a line or waits for room: one of
  /// them. One that is looked up, its tags not read yet, may wait for a line.
  void judge_head() {
    const bool any = moved_ < looked_up_;
    const bool tags_read = any && cycle_ >= passage(moved_).looked_up + verilated_texture_cache::kTagLatency;
    const unsigned said = unsigned{rtl_.moves()} + unsigned{rtl_.lacks_line()} + unsigned{rtl_.lacks_room()};
    const bool possible = tags_read ? said == 1 : !rtl_.moves() && !rtl_.lacks_room() && (any || !rtl_.lacks_line());
    if (!possible) trace_.misjudged = std::min(trace_.misjudged, cycle_);
  }

  /// From the FIFO to the data read, out of the banks, out of the cache.
  void move() {
    judge_head();
    if (rtl_.lacks_room()) hit(kDataFull);
    if (rtl_.lacks_line()) hit(kMissAtHead);
    if (rtl_.moves() && moved_ < trace_.passages.size()) passage(moved_++).moved = cycle_;
    if (!rtl_.reads() && read_ < moved_) hit(kBankConflict);
    if (rtl_.reads() && read_ < trace_.passages.size()) passage(read_++).read = cycle_;
    if (!rtl_.result_valid()) return;
    if (held_.empty()) return fault("a result that no footprint is waiting for");
    if (taken_ < trace_.passages.size()) seen_.answered = passage(taken_).number;
    seen_.result_taken = stimulus_.takes(cycle_);
    if (!stimulus_.takes(cycle_)) return hit(kResultWaits);
    compare(passage(taken_), held_.front());
    passage(taken_++).taken = cycle_;
    held_.pop_front();
  }

  void compare(CacheTrace::Passage& passage, const std::vector<std::uint64_t>& keys) const {
    if (rtl_.result_lines() != keys.size())
      passage.wrong = fmt::format("{} lines in the place of {}", rtl_.result_lines(), keys.size());
    for (unsigned line = 0; line < keys.size() && passage.wrong.empty(); ++line) {
      const CacheLineWords found = rtl_.result_line(line);
      if (found != CacheStimulus::line(keys[line], resets_))
        passage.wrong = wrong_line_text(line, keys, resets_, found);
    }
  }

  const CacheStimulus& stimulus_;
  std::uint64_t end_;
  std::uint64_t resets_;  // in flight before
  VerilatedTextureCache& rtl_;
  CoverBins& bins_;
  CosimWaves* waves_;
  CosimCycle seen_;  // of the cycle in progress
  CacheMemory memory_;
  CacheTrace trace_;
  std::uint64_t cycle_;
  std::uint64_t turn_;
  bool offered_ = false;  // keys_, until they are taken
  std::vector<std::uint64_t> keys_;
  std::deque<std::vector<std::uint64_t>> held_;  // in the cache, oldest first
  std::size_t lookups_accepted_ = 0;
  std::size_t looked_up_ = 0, moved_ = 0, read_ = 0, taken_ = 0;  // footprints
  std::vector<std::pair<std::uint64_t, unsigned>> places_;        // set and way, of the footprint that is looked up
  std::vector<VerilatedTextureCache::Ask> asked_;                 // by tag
  std::vector<std::uint64_t> asked_in_;                           // cycle, by tag
  std::map<std::uint64_t, std::uint64_t> came_in_;                // cycle, by tag
  std::uint64_t drained_ = 0;                                     // cycles after the last result
  std::optional<std::uint64_t> answer_;                           // tag, of this cycle
  CacheLineWords line_{};
  std::uint64_t answers_ = 0;
  unsigned on_their_way_ = 0;
};

}  // namespace

CacheTrace CacheRtlBench::run(const CacheStretch& stretch, std::uint64_t give_up) {
  return Stretch{stimulus_, stretch, *rtl_, bins_, waves_}.run(give_up);
}

void CacheRtlBench::reset() {
  rtl_->reset(true);
  rtl_->drive({});
  if (waves_ != nullptr) waves_->cycle({});
  rtl_->clock();
  rtl_->reset(false);
}

}  // namespace texpipe::rtl_cosim
