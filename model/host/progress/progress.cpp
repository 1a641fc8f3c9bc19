#include "host/progress/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

namespace texpipe::study {

namespace {

constexpr auto kBarPeriod = std::chrono::milliseconds{100};
constexpr auto kHeartbeatPeriod = std::chrono::seconds{5};
constexpr std::uint64_t kBarWidth = 30;

}  // namespace

ProgressStyle progress_style_of_stderr() {
  return isatty(STDERR_FILENO) != 0 ? ProgressStyle::kBar : ProgressStyle::kHeartbeat;
}

Progress::Progress(std::ostream& out, ProgressStyle style, std::string name)
    : out_{out},
      style_{style},
      name_{std::move(name)},
      next_{Clock::now() + (style == ProgressStyle::kBar ? Clock::duration{} : kHeartbeatPeriod)} {}

Progress::~Progress() {
  if (drawn_ && style_ == ProgressStyle::kBar) out_ << "\r\033[K" << std::flush;
}

void Progress::update(std::uint64_t done, std::uint64_t total, const std::string& note, Clock::time_point now) {
  if (style_ == ProgressStyle::kNone || now < next_) return;
  const bool bar = style_ == ProgressStyle::kBar;
  next_ = now + (bar ? Clock::duration{kBarPeriod} : Clock::duration{kHeartbeatPeriod});
  drawn_ = true;
  const std::uint64_t part = total == 0 ? 0 : std::min(done, total) * 100 / total;
  if (bar) {
    const std::uint64_t filled = part * kBarWidth / 100;
    out_ << fmt::format("\r{} [{:#<{}}{:.<{}}] {:3} %  {}\033[K", name_, "", filled, "", kBarWidth - filled, part, note)
         << std::flush;
  } else {
    out_ << fmt::format("{}: {} % ({} of {}), {}\n", name_, part, done, total, note) << std::flush;
  }
}

}  // namespace texpipe::study
