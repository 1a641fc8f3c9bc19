#include "cli/live_page.h"

#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <string_view>

#include "base/stop_request.h"
#include "cli/live_state.h"
#include "cli/page_server.h"
#include "host/text/json_text.h"
#include "page_server/page_contract.h"
#include "study/trace/run_trace.h"
#include "timing/simulation/simulation.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetweenLooks{20};
constexpr std::chrono::milliseconds kLookForSignals{50};  // while the run is held

std::string new_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
  return token;
}

class LivePage final : public study::RunWatcher {
 public:
  LivePage(unsigned port, LivePageStart start) : paused_{start == LivePageStart::kPaused} {
    server_.emplace(port, token_, [this](std::string_view word) { return answer(word); });
    std::cerr << fmt::format("live page: http://127.0.0.1:{}/?token={}\n", server_->port(), token_) << std::flush;
  }

  void built(const study::Configuration& configuration, timing::Simulation& simulation) override {
    study_ = configuration.study.name;
    machine_ = configuration.machine_name.name;
    simulation_ = &simulation;
    begun_ = looked_ = held_from_ = Clock::now();
  }

  void traced(study::RunTrace& trace) override { trace_ = &trace; }

  /// Costs a look at the clock where nobody asks.
  void progress(const study::ExecutionProgress& progress) override {
    const Clock::time_point now = Clock::now();
    if (!paused_ && now - looked_ < kBetweenLooks) return;
    looked_ = now;
    progress_ = progress;
    bool served = server_->serve(std::chrono::milliseconds{0});
    if (!paused_) return;
    held_from_ = Clock::now();
    holds_ = true;
    while (paused_ && served && !stop_requested()) served = server_->serve(kLookForSignals);
    if (paused_ && !served) {
      paused_ = false;  // nobody else could resume it
      std::cerr << "texpipe: warning: the page's server has ended; the run goes on\n";
    }
    holds_ = false;
    held_ += Clock::now() - held_from_;
  }

  std::chrono::nanoseconds held() const override { return held_; }

  void ended() override { server_.reset(); }

 private:
  /// Answer to a question of the page, which the server let pass.
  std::string answer(std::string_view word) {
    if (word == page_server::kState) return state(progress_);
    if (word == page_server::kTraceStart || word == page_server::kTraceStop) {
      if (trace_ == nullptr) return "no trace\n";
      trace_->record(word == page_server::kTraceStart ? study::TraceSwitch::kOn : study::TraceSwitch::kOff,
                     progress_.now);
      return trace_->records() ? "traced\n" : "not traced\n";
    }
    paused_ = word == page_server::kPause;
    return paused_ ? "paused\n" : "resumed\n";
  }

  /// State of the simulation as JSON: how far it is, its fullest queues, its caches and units.
  std::string state(const study::ExecutionProgress& progress) const {
    return study::json_text(
        Json{{"study", study_},
             {"machine", machine_},
             {"cycle", progress.now.value()},
             {"threads", progress.threads_ended},
             {"threads_total", progress.threads_total},
             {"seconds", std::chrono::duration<double>{Clock::now() - begun_}.count()},
             {"held",
              std::chrono::duration<double>{held_ + (holds_ ? Clock::now() - held_from_ : Clock::duration{0})}.count()},
             {"paused", paused_},
             {"trace", trace_ == nullptr ? Json{} : Json(trace_->records() ? "on" : "off")},
             {"queues", live_queues(*simulation_)},
             {"caches", live_caches(*simulation_)},
             {"units", live_units(*simulation_, progress.now)}},
        study::kOneLine, study::InvalidUtf8::kReplaced);
  }

  const std::string token_ = new_token();
  bool paused_;
  std::string study_, machine_;
  timing::Simulation* simulation_ = nullptr;
  study::RunTrace* trace_ = nullptr;
  Clock::time_point begun_;
  Clock::time_point looked_;
  Clock::time_point held_from_;
  bool holds_ = false;  // since held_from_, which held_ does not have yet
  std::chrono::nanoseconds held_{0};
  study::ExecutionProgress progress_;
  std::optional<PageServer> server_;
};

}  // namespace

std::unique_ptr<study::RunWatcher> live_page(unsigned port, LivePageStart start) {
  return std::make_unique<LivePage>(port, start);
}

}  // namespace texpipe::cli
