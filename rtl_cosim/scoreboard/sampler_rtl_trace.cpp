#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rtl_cosim/scoreboard/pauses.h"
#include "rtl_cosim/scoreboard/sampler_trace.h"
#include "rtl_cosim/verilated/rtl_stopped.h"

namespace texpipe::rtl_cosim {

namespace {

using Doings = VerilatedSampler::Doings;

constexpr std::string_view kOutcomes[] = {"lookup: hit", "lookup: merge", "lookup: miss"};
constexpr std::string_view kBlocked[] = {
    "stall: addresses full, the texture cache takes none", "stall: latency FIFO full, the data read has no room",
    "stall: data read full, the decoders take none", "stall: decoders full, the filter takes none",
    "stall: filter full, sums wait"};
constexpr std::string_view kNoLine = "stall: latency FIFO full, a line is missing";
constexpr std::string_view kNoRegister = "stall: no miss register";
constexpr std::string_view kAskWaits = "stall: a request waits for the memory";
constexpr std::string_view kOvertakes = "memory: an answer overtakes";
constexpr std::string_view kHitUnderMiss = "lookup: hit while a line is on its way";
constexpr std::string_view kResetHolds = "reset with subspans in flight";
constexpr std::string_view kFilters[] = {"point", "bilinear", "trilinear", "anisotropic"};

std::string format_bin(const functional::TextureBinding& binding, std::string_view filter) {
  return std::string{binding.surface.decoder->facts().name} + ", " + std::string{filter};
}

std::string mode_bin(unsigned axis, gen9::TextureCoordinateMode mode) {
  return std::string{"UV"[axis]} + " " + std::string{name_of(mode)};
}

class Stretch {
 public:
  Stretch(const SamplerStimulus& stimulus, const SamplerStretch& stretch, VerilatedSampler& rtl, CoverBins& bins,
          CosimWaves* waves)
      : stimulus_{stimulus},
        begin_{stretch.begin},
        end_{stretch.end},
        resets_{stretch.resets},
        rtl_{rtl},
        bins_{bins},
        waves_{waves},
        memory_{stimulus.around()},
        cycle_{stretch.begin},
        turn_{stretch.first} {}

  SamplerTrace run(std::uint64_t give_up) {
    try {
      run_to(give_up);
    } catch (const RtlStopped& stopped) {
      trace_.stopped = true;
      fault(stopped.what());
    }
    trace_.cycles = cycle_ - begin_ - drained_;
    return std::move(trace_);
  }

 private:
  void run_to(std::uint64_t give_up) {
    while (cycle_ < end_ && cycle_ < give_up && (works() || drained_ < kDrainCycles)) {
      if (!works()) ++drained_;
      drive();
      const Doings doings = rtl_.doings();
      check(doings);
      if (drained_ == 0) {
        look_up(doings);
        account(doings);
      }
      accept();
      ask();
      take();
      if (waves_ != nullptr) waves_->cycle(std::exchange(seen_, {}));
      rtl_.clock();
      ++cycle_;
    }
    if (cycle_ == end_ && taken_ < trace_.passages.size()) hit(kResetHolds);
    if (cycle_ != end_ && works()) tell_lines();
  }

  bool works() const { return turn_ < stimulus_.count() || taken_ < trace_.passages.size(); }

  /// Tells the lines and subspans that the RTL may wait for when the bench gives it up.
  void tell_lines() {
    if (!expected_.empty())
      fault(fmt::format("subspan {} does not come out of the RTL", trace_.passages[taken_].number));
    else
      fault("the RTL takes nothing in");
    for (std::size_t tag = 0; tag < asked_.size(); ++tag) {
      if (came_.contains(tag)) continue;
      trace_.waits_for += fmt::format("    line {:#x} is asked for with id {}, and memory has not answered yet\n",
                                      asked_[tag].line, asked_[tag].id);
    }
    if (trace_.waits_for.empty()) trace_.waits_for = "    every line that was asked for came\n";
  }

  void hit(std::string_view bin) { bins_.hit(std::string{bin}); }

  void fault(std::string what) {
    if (!trace_.fault.empty()) return;
    trace_.fault = std::move(what);
    trace_.fault_in = cycle_;
  }

  /// No stage waits in the cycle in which what it has moves on.
  void check(const Doings& doings) {
    const std::array<std::pair<bool, bool>, kSamplerStages> waits_and_moves{
        {{doings.lines_wait, doings.asks_lines},
         {doings.lacks_room || doings.lacks_line, doings.moves},
         {doings.texels_wait, doings.decodes},
         {doings.codes_wait, doings.filters},
         {doings.sums_wait, doings.sums}}};
    for (unsigned stage = 0; stage < kSamplerStages; ++stage) {
      const auto [waits, moves] = waits_and_moves[stage];
      if (waits && moves)
        fault(fmt::format("stage {} of the RTL says that it waits, and moves on",
                          stage_name(static_cast<SamplerStage>(stage))));
    }
    if (doings.looks_up && doings.outcome >= std::size(kOutcomes))
      fault(fmt::format("the RTL's lookup has outcome {}, which does not exist", doings.outcome));
  }

  void drive() {
    if (!offered_ && turn_ < stimulus_.count() && cycle_ >= stimulus_.arrival(turn_)) {
      offered_ = stimulus_.subspan(stimulus_.number(turn_), resets_);
      const functional::SubspanCompare* compare = offered_->compares ? &offered_->compare : nullptr;
      rtl_.put(sampler_request(*offered_->binding, offered_->setup, compare));
    }
    answer_ = memory_.answer(cycle_);
    VerilatedSampler::Inputs inputs;
    inputs.request_valid = offered_.has_value();
    inputs.result_ready = stimulus_.takes(cycle_);
    inputs.ask_ready = stimulus_.memory_takes(cycle_);
    if (answer_) {
      const VerilatedSampler::Ask& asked = asked_[*answer_];
      inputs.answer_id = asked.id;
      stimulus_.scene().memory(resets_).read(ByteAddress{asked.line * verilated_texture_cache::kLineBytes},
                                             std::as_writable_bytes(std::span{line_}));
      inputs.answer = &line_;
      came_.insert(*answer_);
      --on_their_way_;
      if (*answer_ != answers_) hit(kOvertakes);
      ++answers_;
    }
    rtl_.drive(inputs);
  }

  void account(const Doings& doings) {
    using machine::StageState;
    const SamplerAccounts::States states = accounts_.pass(doings);
    for (unsigned stage = 0; stage < kSamplerStages; ++stage) {
      SamplerAccount& account = trace_.accounts[stage];
      std::uint64_t* const counts[] = {&account.busy, &account.blocked, &account.miss, &account.latency};
      const auto state = static_cast<std::size_t>(states[stage]);
      ++(state < std::size(counts) ? *counts[state] : account.idle);
      if (states[stage] == StageState::kBlocked) hit(kBlocked[stage]);
    }
    if (doings.lacks_register) hit(kNoRegister);
    if (doings.lacks_line && accounts_.full(SamplerStage::kTags)) hit(kNoLine);
  }

  void look_up(const Doings& doings) {
    if (!doings.looks_up || doings.outcome >= std::size(kOutcomes)) return;
    hit(kOutcomes[doings.outcome]);
    if (doings.outcome == 0 && on_their_way_ != 0) hit(kHitUnderMiss);
    ++trace_.lookups[doings.outcome];
    on_their_way_ += doings.outcome == 2;
  }

  void accept() {
    if (!offered_) return;
    seen_.offered = stimulus_.number(turn_);
    seen_.request_taken = rtl_.request_ready();
    if (!rtl_.request_ready()) return;
    cover(*offered_);
    trace_.passages.push_back({.number = stimulus_.number(turn_++)});
    expected_.push_back(offered_->sums);
    offered_.reset();
  }

  void cover(const SamplerSubspan& subspan) {
    const functional::TextureBinding& binding = *subspan.binding;
    bins_.hit(format_bin(binding, subspan.filter));
    for (unsigned axis = 0; axis < 2; ++axis) bins_.hit(mode_bin(axis, binding.sampler.address[axis]));
    if (subspan.compares) bins_.hit("compare " + std::string{name_of(binding.sampler.state.shadow_function)});
    unsigned borders = 0, levels = 0;
    for (const functional::Footprint& footprint : subspan.plan.footprints) {
      bins_.hit("lines of a footprint: " + std::to_string(footprint.line_count));
      bins_.hit("tap " + std::to_string(footprint.tap));
      bins_.hit("level " + std::to_string(footprint.level));
      borders += footprint.texels == 0;
      levels |= 1u << footprint.level;
    }
    if (borders != 0) hit("footprint without texels");
    bins_.hit("tiling " + std::string{functional::name_of(binding.surface.layout->geometry().tiling)});
  }

  void ask() {
    if (!rtl_.ask_valid()) return;
    if (!stimulus_.memory_takes(cycle_)) return hit(kAskWaits);
    memory_.ask(cycle_, asked_.size());
    asked_.push_back(rtl_.ask());
  }

  void take() {
    if (!rtl_.result_valid()) return;
    if (expected_.empty()) return fault("a result that no subspan is waiting for");
    if (taken_ < trace_.passages.size()) seen_.answered = trace_.passages[taken_].number;
    seen_.result_taken = stimulus_.takes(cycle_);
    if (!stimulus_.takes(cycle_)) return;
    SamplerTrace::Passage& passage = trace_.passages[taken_++];
    passage.taken = cycle_;
    const PortValues result = rtl_.result();
    for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) passage.sums[p] = sampler_sums(result, p);
    passage.wrong = passage.sums != expected_.front();
    expected_.pop_front();
  }

  const SamplerStimulus& stimulus_;
  std::uint64_t begin_, end_;
  std::uint64_t resets_;  // in flight before
  VerilatedSampler& rtl_;
  CoverBins& bins_;
  CosimWaves* waves_;
  CosimCycle seen_;  // of the cycle in progress
  CacheMemory memory_;
  SamplerTrace trace_;
  SamplerAccounts accounts_;
  std::uint64_t cycle_;
  std::uint64_t turn_;
  std::optional<SamplerSubspan> offered_;                                                  // until it is taken
  std::deque<std::array<functional::PixelSums, functional::kPixelsPerSubspan>> expected_;  // oldest first
  std::size_t taken_ = 0;
  std::vector<VerilatedSampler::Ask> asked_;  // by tag
  std::set<std::uint64_t> came_;              // tags that were answered
  std::uint64_t drained_ = 0;                 // cycles after the last result
  std::optional<std::uint64_t> answer_;       // tag, of this cycle
  CacheLineWords line_{};
  std::uint64_t answers_ = 0;
  unsigned on_their_way_ = 0;
};

}  // namespace

SamplerRtlBench::SamplerRtlBench(const SamplerStimulus& stimulus, SamplerVariant rtl, CoverBins& bins,
                                 CosimWaves* waves)
    : stimulus_{stimulus},
      bins_{bins},
      rtl_{make_verilated_sampler(rtl, stimulus.power_up())},
      waves_{waves != nullptr && waves->begin(*rtl_, {}) ? waves : nullptr} {}

void SamplerRtlBench::declare(CoverBins& bins, const SamplerScene& scene) {
  for (unsigned number = 0; number < scene.size(); ++number) {
    const functional::TextureBinding& binding = scene.binding(number);
    for (const std::string_view filter : kFilters) bins.declare(format_bin(binding, filter));
    bins.declare("tiling " + std::string{functional::name_of(binding.surface.layout->geometry().tiling)});
    for (unsigned axis = 0; axis < 2; ++axis) bins.declare(mode_bin(axis, binding.sampler.address[axis]));
    bins.declare("compare " + std::string{name_of(binding.sampler.state.shadow_function)});
  }
  for (const std::string_view bin : kOutcomes) bins.declare(std::string{bin});
  for (const std::string_view bin : kBlocked) bins.declare(std::string{bin});
  for (const std::string_view bin : {kNoLine, kNoRegister, kAskWaits, kOvertakes, kHitUnderMiss, kResetHolds})
    bins.declare(std::string{bin});
  bins.declare("footprint without texels");
  for (unsigned lines = 0; lines <= verilated_texture_cache::kLines; ++lines)
    bins.declare("lines of a footprint: " + std::to_string(lines));
  for (unsigned tap = 0; tap < functional::kMaxTaps; ++tap) bins.declare("tap " + std::to_string(tap));
  for (unsigned level = 0; level < 8; ++level) bins.declare("level " + std::to_string(level));
}

SamplerTrace SamplerRtlBench::run(const SamplerStretch& stretch, std::uint64_t give_up) {
  return Stretch{stimulus_, stretch, *rtl_, bins_, waves_}.run(give_up);
}

void SamplerRtlBench::reset() {
  rtl_->reset(true);
  rtl_->drive({});
  if (waves_ != nullptr) waves_->cycle({});
  rtl_->clock();
  rtl_->reset(false);
}

}  // namespace texpipe::rtl_cosim
