#include "rtl_cosim/scoreboard/stream_cosim.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "rtl_cosim/scoreboard/elastic_pipeline.h"
#include "rtl_cosim/scoreboard/pauses.h"
#include "rtl_cosim/scoreboard/random_stream.h"
#include "rtl_cosim/scoreboard/shorten.h"
#include "rtl_cosim/verilated/rtl_stopped.h"

namespace texpipe::rtl_cosim {

namespace {

/// Independent streams of one seed.
enum Stream : std::uint64_t {
  kRequestStream = 1,
  kOfferStream,
  kReadyStream,
  kResetStream,
  kPowerUpStream,
  kPauseStream
};

constexpr std::string_view kInputWaits = "handshake: a request waits";
constexpr std::string_view kResultWaits = "handshake: a result waits";
constexpr std::string_view kBubbleCloses = "handshake: a request is taken while a result waits";
constexpr std::string_view kFullMoves = "handshake: all steps full, result and request taken";
constexpr std::string_view kResetHolds = "reset with requests in flight";

class Bench {
 public:
  Bench(const StreamBlock& block, const StreamCosimParameters& parameters, CosimWaves* waves)
      : block_{block},
        parameters_{parameters},
        rtl_{block.make_rtl(mixed(parameters.seed, kPowerUpStream))},
        pipeline_{block.slots()},
        pauses_{mixed(parameters.seed, kPauseStream), parameters.offered_percent != 100},
        waves_{waves != nullptr && waves->begin(*rtl_, block.outputs()) ? waves : nullptr} {
    block.declare(result_.bins);
    for (const std::string_view bin : {kInputWaits, kResultWaits, kBubbleCloses, kFullMoves, kPauseBin, kResetHolds}) {
      result_.bins.declare(std::string{bin});
    }
  }

  StreamCosimResult run() {
    try {
      while (next_ < count() || pipeline_.held() != 0 || (drained_ < kDrainCycles && !result_.first)) {
        if (next_ == count() && pipeline_.held() == 0) ++drained_;
        seen_ = {};
        if (!cycle()) {
          // The cycle in which the two part belongs to the waves, too.
          seen_.differs = true;
          if (waves_ != nullptr) end_cycle();
          break;
        }
        ++result_.cycles;
      }
    } catch (const RtlStopped& stopped) {
      ++result_.mismatches;
      if (!result_.first) result_.first = mismatch_of(stopped);
      if (waves_ != nullptr) waves_->mark(result_.cycles);
    }
    result_.cycles -= std::min(drained_, result_.cycles);
    return std::move(result_);
  }

 private:
  std::uint64_t count() const { return parameters_.only.empty() ? parameters_.requests : parameters_.only.size(); }
  std::uint64_t index(std::uint64_t turn) const { return parameters_.only.empty() ? turn : parameters_.only[turn]; }
  std::uint64_t seed() const { return mixed(parameters_.seed, kRequestStream); }
  bool chance(Stream stream, std::uint32_t percent) const {
    return mixed(mixed(parameters_.seed, stream), result_.cycles) % 100 < percent;
  }
  bool resets() const {
    return parameters_.reset_every != 0 &&
           mixed(mixed(parameters_.seed, kResetStream), result_.cycles) % parameters_.reset_every == 0;
  }
  void hit(std::string_view bin) { result_.bins.hit(std::string{bin}); }

  /// False when the handshakes part.
  bool cycle() {
    const bool empty = pipeline_.held() == 0;
    const bool offered =
        next_ < count() &&
        (waiting_ || (!pauses_.hold(next_, empty) && chance(kOfferStream, parameters_.offered_percent)));
    if (!offered && empty && next_ != 0 && next_ < count()) hit(kPauseBin);
    const bool ready = chance(kReadyStream, parameters_.ready_percent);
    if (offered && !waiting_) {
      request_ = block_.request(seed(), index(next_));
      waiting_ = true;
    }
    rtl_->drive(offered ? &request_ : nullptr, ready);
    const bool takes = pipeline_.request_ready(ready);
    const std::optional<std::uint64_t> result = pipeline_.result();
    if (offered) seen_.offered = index(next_);
    seen_.answered = result;
    if (offered && rtl_->request_ready() != takes) return part("request", takes);
    if (rtl_->result_valid() != result.has_value()) return part("result", result.has_value());

    seen_.request_taken = offered && takes;
    seen_.result_taken = result && ready;
    if (result && ready) compare(*result);
    if (offered && !takes) hit(kInputWaits);
    if (result && !ready) hit(kResultWaits);
    if (offered && takes && result && !ready) hit(kBubbleCloses);
    if (offered && result && ready && pipeline_.held() == block_.slots()) hit(kFullMoves);

    const bool reset = resets();
    if (reset) rtl_->reset(true);
    std::optional<std::uint64_t> taken;
    if (offered && takes) {
      taken = index(next_++);
      requests_.push_back(std::move(request_));
      waiting_ = false;
      block_.cover(seed(), *taken, requests_.back(), result_.bins);
    }
    end_cycle();
    pipeline_.clock(taken, ready);
    if (reset) {
      if (pipeline_.held() != 0) hit(kResetHolds);
      last_reset_.note(result_.cycles);
      result_.dropped += pipeline_.held();
      pipeline_.reset();
      requests_.clear();
      before_.reset();
      rtl_->reset(false);
    }
    return true;
  }

  void end_cycle() {
    if (waves_ != nullptr) waves_->cycle(std::move(seen_));
    rtl_->clock();
  }

  std::string held_text() const {
    return fmt::format("    the model holds {} of {} {}\n", pipeline_.held(), block_.slots(), block_.unit());
  }

  StreamMismatch mismatch_of(const RtlStopped& stopped) const {
    return {.cycle = result_.cycles,
            .what = fmt::format("cycle {}: {}; {}", result_.cycles, stopped.what(), last_reset_.text(result_.cycles)),
            .details = held_text()};
  }

  bool part(std::string_view side, bool model) {
    const std::string_view word = side == "request" ? "takes the" : "has a";
    ++result_.mismatches;
    if (!result_.first) {
      result_.first =
          StreamMismatch{.cycle = result_.cycles,
                         .what = fmt::format("cycle {}: the model {} {} and the RTL {}; {}", result_.cycles,
                                             model ? word : (side == "request" ? "does not take the" : "has no"), side,
                                             model ? "not" : "does", last_reset_.text(result_.cycles)),
                         .details = held_text()};
    }
    return false;
  }

  void compare(std::uint64_t index) {
    const PortValues request = std::move(requests_.front());
    requests_.pop_front();
    ++result_.compared;
    const PortValues model = block_.result(seed(), index, request, before_ ? &*before_ : nullptr);
    const PortValues rtl = rtl_->result();
    before_ = model;
    if (waves_ != nullptr) seen_.expected = model;
    if (model == rtl) return;
    seen_.differs = true;
    ++result_.mismatches;
    if (result_.first) return;
    std::string details;
    for (std::size_t port = 0; port < request.size(); ++port) {
      details +=
          fmt::format("    {:<12} {}\n", block_.inputs()[port].name, text_of(block_.inputs()[port], request[port]));
    }
    details += block_.explain(seed(), index, request);
    for (std::size_t port = 0; port < model.size(); ++port) {
      const Port& output = block_.outputs()[port];
      details += fmt::format("    {:<12} model {}\n    {:<12} RTL   {}\n", output.name, text_of(output, model[port]),
                             "", text_of(output, rtl[port]));
    }
    result_.first = StreamMismatch{.cycle = result_.cycles,
                                   .what = fmt::format("request {}, its result taken in cycle {}; {}", index,
                                                       result_.cycles, last_reset_.text(result_.cycles)),
                                   .request = index,
                                   .details = std::move(details)};
  }

  const StreamBlock& block_;
  const StreamCosimParameters& parameters_;
  std::unique_ptr<StreamRtl> rtl_;
  ElasticPipeline pipeline_;
  Pauses pauses_;
  LastReset last_reset_;
  CosimWaves* waves_;
  CosimCycle seen_;  // of the cycle in progress
  StreamCosimResult result_;
  std::uint64_t next_ = 0;
  std::uint64_t drained_ = 0;  // cycles after the last result
  bool waiting_ = false;       // request_ is offered until it is taken
  PortValues request_;
  std::deque<PortValues> requests_;   // in the pipeline, oldest first
  std::optional<PortValues> before_;  // the model's result that was taken last, since the last reset
};

using Run = std::function<StreamCosimResult(const StreamCosimParameters&)>;

}  // namespace

StreamCosimResult run_stream_cosim(const StreamBlock& block, const StreamCosimParameters& parameters,
                                   CosimWaves* waves) {
  return Bench{block, parameters, waves}.run();
}

StreamCosimParameters shrink(const StreamBlock& block, const StreamCosimParameters& parameters) {
  return shrink([&](const StreamCosimParameters& tried) { return run_stream_cosim(block, tried); }, parameters);
}

StreamCosimParameters shrink(const Run& run, const StreamCosimParameters& parameters) {
  StreamCosimParameters shortest = parameters;
  const StreamCosimResult whole = run(parameters);
  // A shorter stimulus must show a difference of the kind that was found.
  const auto differs = [&](const StreamCosimParameters& tried) {
    const StreamCosimResult result = run(tried);
    return (whole.mismatches != 0 ? result.mismatches : result.late) != 0;
  };
  const auto try_with = [&](auto change) {
    StreamCosimParameters simpler = shortest;
    change(simpler);
    if (differs(simpler)) shortest = std::move(simpler);
  };
  if (whole.first && whole.first->request) try_with([&](auto& simpler) { simpler.only = {*whole.first->request}; });
  try_with([](auto& simpler) { simpler.reset_every = 0; });
  try_with([](auto& simpler) { simpler.offered_percent = simpler.ready_percent = 100; });
  if (shortest.only.size() == 1) return shortest;
  if (shortest.only.empty()) {
    for (std::uint64_t index = 0; index < shortest.requests; ++index) shortest.only.push_back(index);
  }
  shorten(shortest.only, [&](const std::vector<std::uint64_t>& only) {
    StreamCosimParameters fewer = shortest;
    fewer.only = only;
    return differs(fewer);
  });
  return shortest;
}

}  // namespace texpipe::rtl_cosim
