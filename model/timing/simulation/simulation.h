// Things that all blocks of one simulation share: clock, statistics, events, watchdog and pools.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/quantity.h"
#include "functional/frame/work/frame_work.h"
#include "machine/cache/line_waits.h"
#include "machine/eu/prepared_step.h"
#include "machine/statistics/statistics.h"
#include "machine/time_series/time_series.h"
#include "timing/kernel/agenda.h"
#include "timing/kernel/clock.h"
#include "timing/kernel/reports.h"
#include "timing/observe/events.h"
#include "timing/observe/watchdog.h"
#include "timing/protocol/footprint_protocol.h"
#include "timing/protocol/memory_protocol.h"
#include "timing/protocol/message_protocol.h"
#include "timing/protocol/sampler_work.h"

namespace texpipe::timing {

/// Longest run. Moments inside a cycle are kept as 64-bit numbers of subcycles, which last a little longer.
inline constexpr Cycles kLongestRun{std::uint64_t{1} << 38};

struct SimulationOptions {
  Frequency clock{1'050'000'000};
  Cycles watchdog_limit{1'000'000};   // 0: no watchdog
  bool check_protocols = false;       // a checker on every socket that connect() binds
  std::uint64_t shuffle_seed = 0;     // not 0: the processes of a cycle run in an order drawn from it (see Clock)
  std::uint32_t intervals = 0;        // least number of intervals of a long run's time series; 0: no time series
  machine::LineLevels line_levels{};  // levels of lines that the machine has
  bool alone = false;                 // no module is somebody else's, so the agenda may run ahead of the kernel's time
  bool record_handshakes = false;     // publish the phases of every socket that connect() binds
};

/// Simulation of one machine. Declare it after the Kernel and before the modules; it outlives the modules and their
/// payloads.
struct Simulation {
  explicit Simulation(const SimulationOptions& chosen)
      : options{chosen},
        clock{chosen.clock, chosen.shuffle_seed},
        agenda{"agenda", clock},
        watchdog{"watchdog", clock, chosen.watchdog_limit} {
    agenda.tell({.idle = [this] { end_if_done(); }, .failed = [this] { fail(); }});
    if (chosen.intervals > 0) time_series.emplace(statistics, chosen.intervals);
  }

  /// Runs until nothing is left to do, or may_end() says that everything left belongs to foreign modules, then closes
  /// the accounts. Returns the cycle of the last event.
  /// Errors: the first exception that fail() kept; Error (mismatch) for errors that a foreign module reports; Error
  /// (internal) with protocol violations; Error (watchdog) with its report; Error (unsupported) after kLongestRun.
  Cycles run() { return run({}, Cycles{}); }

  /// Runs likewise, but asks `proceed` (may be empty) every `step` cycles, or at the next event when that is later.
  /// When it returns false, the run stops there and its accounts are closed.
  Cycles run(const std::function<bool()>& proceed, Cycles step);
  bool stopped() const { return stopped_; }

  /// Keeps the present exception for run() and pauses the simulation; SystemC would lose the exception's type. To be
  /// called in a catch block of a process.
  void fail();

  /// Count requests for lines that go to the next level, until their answers are there.
  void request_began() { ++requests_under_way_; }
  void request_ended() {
    --requests_under_way_;
    end_if_done();
  }

  /// Keeps a module as long as the simulation lives: a probe between sockets.
  void keep(std::unique_ptr<sc_core::sc_module> module) { modules_.push_back(std::move(module)); }

  /// Told of the last message of each thread whose end keeps no others of its group waiting.
  std::vector<std::function<void(const functional::Message&)>> thread_end_listeners{};

  /// A first level of a sampler that can be invalidated.
  struct FirstLevel {
    std::string path;                             // of the block that holds it
    std::function<std::uint64_t()> invalidate{};  // drops its lines, and says how many
  };
  /// Each joins when it is made, blocks of somebody else's too.
  std::vector<FirstLevel> first_levels{};
  /// Invalidates what read-only caches of the machine hold, by the fields of a command. @return  lines of it
  std::function<std::uint64_t(const functional::ReadOnlyCaches&)> invalidate{};

  /// Notes that a socket broke a rule of its protocol; run() throws with the first ones.
  void protocol_violation(const std::string& socket, const std::string& rule);

  /// Runs the body of a process; an exception goes to fail().
  template <class Body>
  void guarded(Body&& body) {
    try {
      body();
    } catch (...) {
      fail();
    }
  }

  SimulationOptions options;
  Clock clock;
  Agenda agenda;
  machine::StatisticsRegistry statistics;
  std::optional<machine::TimeSeries> time_series;
  EventHub events;
  Watchdog watchdog;
  MessagePool messages;
  FootprintPool footprints;
  MemoryPool memory;
  SamplerWorkPool sampler_works;
  machine::StepPreparations step_preparations;

  /// Asked when no wake, answer or request for a line is waited for: returns true when the run is over, whatever else
  /// is pending (refreshes and clocks of a foreign module never end). Empty: the run is over only when nothing is
  /// pending.
  std::function<bool()> may_end;

  /// Calls to modules that count only when asked: they count everything up to and including a cycle. Everything of that
  /// cycle, but for their own part, has happened. Called when the time series looks, and at the end of a run.
  std::vector<std::function<void(Cycles)>> count_until;
  /// Calls to modules that know more than has happened: everything before a cycle has happened, and they count that and
  /// nothing later. Called when the time series looks.
  std::vector<std::function<void(Cycles)>> count_before;
  /// Calls to the same modules that tell when the time series looks next.
  std::vector<std::function<void(Cycles)>> know_look;
  /// Called at the end of a run after the others, before its accounts are closed.
  std::vector<std::function<void()>> before_accounts_close;

  /// Counts everything before the present cycle in the statistics, for a look at them while the run goes on. They have
  /// a part of the present cycle, too: what happened in it before the call.
  void count_what_has_happened() const;

  /// Told between two phases of threads, when the statistics have everything before cycle `next`, in which the later
  /// phase begins, and nothing of that cycle.
  std::vector<std::function<void(Cycles next)>> phase_listeners{};
  /// Says that a phase of threads is over with this cycle, and that the next one begins in the next cycle.
  void phase_is_over();

  /// Calls to a module that looks at the statistics when the last step of a draw has left the fixed functions.
  struct DrawListener {
    std::function<bool(std::uint32_t draw)> concerns;  // whether it looks; asked at the end of the cycle
    std::function<void(std::uint32_t draw, Cycles next)> over;
  };
  std::vector<DrawListener> draw_listeners{};
  /// Says that this cycle is the last one in which a draw is in the fixed functions before the dispatcher.
  void draw_is_over(std::uint32_t draw);

 private:
  void start(Cycles cycles);
  void count(Cycles end) const;
  void pause();
  bool is_going_on() const;
  Cycles next_due() const;
  void look_at_intervals(Cycles due);
  void throw_if_failed() const;
  void end_if_done();

  bool stopped_ = false;
  bool done_ = false;
  std::uint64_t requests_under_way_ = 0;
  std::exception_ptr failure_;
  std::vector<Diagnostic> violations_;
  std::vector<std::unique_ptr<sc_core::sc_module>> modules_;
};

}  // namespace texpipe::timing
