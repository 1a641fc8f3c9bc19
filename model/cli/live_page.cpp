#include "cli/live_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <system_error>
#include <vector>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "cli/live_page_html.h"
#include "cli/live_state.h"
#include "cli/local_server.h"
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

/// Takes as long wherever the first difference is.
bool is_same(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

class LivePage final : public study::RunWatcher {
 public:
  LivePage(unsigned port, LivePageStart start) : paused_{start == LivePageStart::kPaused} {
    try {
      server_.emplace(port, [this](const HttpRequest& request) { return answer(request); });
    } catch (const std::system_error& error) {
      throw Error{ExitCode::kUsage, Diagnostic{.path = "--serve",
                                               .problem = fmt::format("port {} of 127.0.0.1 cannot be used: {}", port,
                                                                      error.code().message()),
                                               .hint = "--serve 0 takes one that is free"}};
    }
    std::cerr << fmt::format("live page: http://127.0.0.1:{}/?token={}\n", server_->port(), token_) << std::flush;
  }

  void built(const study::Configuration& configuration, timing::Simulation& simulation) override {
    study_ = configuration.study.name;
    machine_ = configuration.machine_name.name;
    simulation_ = &simulation;
    begun_ = looked_ = held_from_ = Clock::now();
  }

  /// Costs a look at the clock where nobody asks.
  void progress(const study::ExecutionProgress& progress) override {
    const Clock::time_point now = Clock::now();
    if (!paused_ && now - looked_ < kBetweenLooks) return;
    looked_ = now;
    progress_ = progress;
    server_->serve(std::chrono::milliseconds{0});
    if (!paused_) return;
    held_from_ = Clock::now();
    holds_ = true;
    while (paused_ && !stop_requested()) server_->serve(kLookForSignals);
    holds_ = false;
    held_ += Clock::now() - held_from_;
  }

  std::chrono::nanoseconds held() const override { return held_; }

  void ended() override { server_.reset(); }

 private:
  /// Refuses what does not come from the page; other names of this host may be others' pages.
  HttpAnswer answer(const HttpRequest& request) {
    const std::string number = fmt::format("127.0.0.1:{}", request.port),
                      name = fmt::format("localhost:{}", request.port);
    const bool here = request.host == number || request.host == name;
    // Browsers say which page asks; another page that has the token has it from somebody it should not have it from.
    const bool own = !request.origin || request.origin == "http://" + number || request.origin == "http://" + name;
    if (!here || !own || !is_same(request.parameter("token"), token_))
      return {.status = 403, .body = "the address needs the token that `texpipe run --serve` printed\n"};
    const bool acts = request.path == "/pause" || request.path == "/resume";
    if (!acts && request.path != "/" && request.path != "/state") return {.status = 404, .body = "no such page\n"};
    if (request.method != (acts ? "POST" : "GET")) return {.status = 405, .body = "another method\n"};
    if (request.path == "/") return {.type = "text/html; charset=utf-8", .body = std::string{kLivePageHtml}};
    if (request.path == "/state") return {.type = "application/json", .body = state(progress_)};
    paused_ = request.path == "/pause";
    return {.body = paused_ ? "paused\n" : "resumed\n"};
  }

  /// State of the simulation as JSON: how far it is, its fullest queues, its caches and units.
  std::string state(const study::ExecutionProgress& progress) const {
    return Json{
        {"study", study_},
        {"machine", machine_},
        {"cycle", progress.now.value()},
        {"threads", progress.threads_ended},
        {"threads_total", progress.threads_total},
        {"seconds", std::chrono::duration<double>{Clock::now() - begun_}.count()},
        {"held",
         std::chrono::duration<double>{held_ + (holds_ ? Clock::now() - held_from_ : Clock::duration{0})}.count()},
        {"paused", paused_},
        {"queues", live_queues(*simulation_)},
        {"caches", live_caches(*simulation_)},
        {"units", live_units(*simulation_, progress.now)}}
        .dump(-1, ' ', false, Json::error_handler_t::replace);
  }

  const std::string token_ = new_token();
  bool paused_;
  std::string study_, machine_;
  timing::Simulation* simulation_ = nullptr;
  Clock::time_point begun_;
  Clock::time_point looked_;
  Clock::time_point held_from_;
  bool holds_ = false;  // since held_from_, which held_ does not have yet
  std::chrono::nanoseconds held_{0};
  study::ExecutionProgress progress_;
  std::optional<LocalServer> server_;
};

}  // namespace

std::unique_ptr<study::RunWatcher> live_page(unsigned port, LivePageStart start) {
  return std::make_unique<LivePage>(port, start);
}

}  // namespace texpipe::cli
