#include "timing/simulation/simulation.h"

#include <algorithm>

#include "machine/statistics/own_statistics.h"

namespace texpipe::timing {

Cycles Simulation::run(const std::function<bool()>& proceed, Cycles step) {
  Cycles asked;  // cycles for which `proceed` was asked last
  do {
    Cycles cycles = proceed ? step : kLongestRun;
    if (time_series) cycles = std::min(cycles, time_series->next() - clock.now());
    start(cycles);
    const bool more = is_going_on();
    if (more && clock.now() >= kLongestRun) {
      unsupported("runs of more than " + std::to_string(kLongestRun.value()) + " cycles");
    }
    const Cycles due = more ? next_due() : Cycles{};
    if (more && time_series) look_at_intervals(due);
    if (more && proceed && due >= asked + step) {
      asked = clock.now();
      stopped_ = !proceed();
    }
  } while (!stopped_ && is_going_on());
  for (const auto& count : count_until) count(clock.now());
  for (const std::function<void()>& count : before_accounts_close) count();
  statistics.close_accounts(clock.now());
  machine::add_own_statistics(statistics);
  return clock.now();
}

void Simulation::start(Cycles cycles) {
  // sc_start leaves the time at the last event of its span, so a gap without events that is longer than a step is taken
  // as a whole.
  const bool gap = sc_core::sc_pending_activity_at_future_time() && !sc_core::sc_pending_activity_at_current_time();
  const sc_core::sc_time until_next = gap ? sc_core::sc_time_to_pending_activity() : sc_core::SC_ZERO_TIME;
  const sc_core::sc_time span = std::max(clock.ahead() + clock.span(cycles), until_next);
  if (options.alone && options.shuffle_seed == 0) agenda.run_ahead_to(clock.covering(sc_core::sc_time_stamp() + span));
  try {
    sc_core::sc_start(span, sc_core::SC_EXIT_ON_STARVATION);
  } catch (const sc_core::sc_report&) {  // thrown by a process that is not texpipe's
    if (!failure_) failure_ = std::current_exception();
  }
  throw_if_failed();
}

bool Simulation::is_going_on() const {
  return !done_ && sc_core::sc_pending_activity();
}

void Simulation::end_if_done() {
  if (!may_end || requests_under_way_ > 0 || watchdog.waiting() > 0 || !agenda.idle() || !may_end()) return;
  done_ = true;
  pause();
}

/// Stops the simulation after the remaining events of this cycle.
void Simulation::pause() {
  agenda.stop();
  sc_core::sc_pause();
}

/// The cycle in which something happens next. It may be the present one: sc_start leaves events at the end of
/// its span for the next call.
Cycles Simulation::next_due() const {
  const sc_core::sc_time due = sc_core::sc_time_stamp() + sc_core::sc_time_to_pending_activity();
  return Cycles{due.value() / clock.period().value()};
}

/// Takes the statistics at the end of each interval up to `due`: everything before it has happened.
void Simulation::look_at_intervals(Cycles due) {
  while (time_series->next() <= due) {
    count(time_series->next());
    time_series->look();
    for (const auto& know : know_look) know(time_series->next());
  }
}

/// Counts everything before `end`, which is not 0.
void Simulation::count(Cycles end) const {
  for (const auto& count : count_until) count(end - Cycles{1});
  for (const auto& count : count_before) count(end);
}

void Simulation::count_what_has_happened() const {
  if (clock.now() != Cycles{}) count(clock.now());
  // A look may follow in any cycle: what is known before its time waits.
  for (const auto& know : know_look) know(clock.now() + Cycles{1});
}

void Simulation::phase_is_over() {
  if (phase_listeners.empty()) return;
  agenda.at_end_of_cycle([this] {
    const Cycles next = clock.now() + Cycles{1};
    count(next);
    for (const auto& listener : phase_listeners) listener(next);
  });
}

void Simulation::draw_is_over(std::uint32_t draw) {
  if (draw_listeners.empty()) return;
  agenda.at_end_of_cycle([this, draw] {
    const Cycles next = clock.now() + Cycles{1};
    for (const DrawListener& listener : draw_listeners) {
      if (!listener.concerns(draw)) continue;
      count(next);
      listener.over(draw, next);
    }
  });
}

void Simulation::throw_if_failed() const {
  if (failure_) {
    try {
      std::rethrow_exception(failure_);
    } catch (const sc_core::sc_report& report) {
      if (is_of_library(report)) throw;
      throw error_of(report);
    }
  }
  if (!violations_.empty()) throw Error{ExitCode::kInternalError, violations_};
  if (watchdog.expired()) throw Error{ExitCode::kWatchdog, watchdog.report()};
}

void Simulation::protocol_violation(const std::string& socket, const std::string& rule) {
  constexpr std::size_t kEnough = 20;
  if (violations_.size() < kEnough) {
    violations_.push_back(
        {.path = socket, .problem = "protocol violated at cycle " + std::to_string(clock.now().value()) + ": " + rule});
  }
  pause();
}

void Simulation::fail() {
  if (!failure_) failure_ = std::current_exception();
  pause();
}

}  // namespace texpipe::timing
