// Watchdog: a run in which nothing moves, or in which one requester starves, ends with a list of every queue.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <systemc>

#include "base/quantity.h"
#include "timing/kernel/clock.h"

namespace texpipe::timing {

/// A queue as the watchdog's report shows it.
struct QueueProbe {
  std::string name;                      // path of block and queue
  std::uint64_t capacity;                // entries
  std::function<std::uint64_t()> level;  // entries now
  std::function<std::string()> head;     // text about the entry at its head; called only when level() > 0
  bool shown_empty = true;               // false: the queue is left out while it is empty
};

class Watchdog;

/// A unit that asks for things and waits: an EU thread, a sampler, a cache.
class Requester {
 public:
  Requester(Watchdog& watchdog, std::string name) : watchdog_{&watchdog}, name_{std::move(name)} {}

  /// Counts one more request that is on its way.
  void asked();
  /// Counts an answer to one request.
  void answered();

  const std::string& name() const { return name_; }
  std::uint64_t waiting() const { return waiting_; }
  Cycles progress_at() const { return progress_at_; }
  std::uint64_t progress_count() const { return progress_count_; }

 private:
  void progress();

  Watchdog* watchdog_;
  std::string name_;
  std::uint64_t waiting_ = 0;
  Cycles progress_at_;
  std::uint64_t progress_count_ = 0;  // answers in the whole machine at progress_at_
};

/// Looks every `limit` cycles, while somebody waits, for one of two cases: the machine stands still (no requester asked
/// or was answered for `limit` cycles), or one requester starves (no answer for `limit` cycles, while the others got
/// kStarvation x `limit`). How long one request takes is no sign of either: behind a slow memory it may be long. Finds
/// a machine that stands still within twice the limit, pauses the simulation (sc_pause) and keeps the report.
class Watchdog : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Watchdog);
  static constexpr std::uint64_t kStarvation = 16;

  /// @param limit  cycles; 0 switches the watchdog off
  Watchdog(sc_core::sc_module_name name, const Clock& clock, Cycles limit);

  /// References stay valid for the watchdog's life.
  Requester& requester(std::string name);
  void add(QueueProbe queue) { queues_.push_back(std::move(queue)); }

  /// Number of answers that are waited for, over all requesters.
  std::uint64_t waiting() const { return waiting_; }

  bool expired() const { return !report_.empty(); }
  /// Requesters that wait, since when, and every queue with its head; empty while all is well. The runner turns it into
  /// exit code 6.
  const std::string& report() const { return report_; }

  const std::vector<QueueProbe>& probes() const { return queues_; }
  /// Every queue with its level and head, one per line, in path order.
  std::string queues() const;

 private:
  friend class Requester;
  void arm();
  void disarm();
  void look();
  bool is_late(const Requester& requester) const;
  bool starves(const Requester& requester) const;
  std::string waiting_text() const;

  const Clock& clock_;
  Cycles limit_;
  std::uint64_t waiting_ = 0;  // over all requesters
  Cycles progress_at_;         // last request or answer of any requester
  std::uint64_t answers_ = 0;  // to all requesters
  bool armed_ = false;
  sc_core::sc_event timer_;
  std::deque<Requester> requesters_;
  std::vector<QueueProbe> queues_;
  std::string report_;
};

}  // namespace texpipe::timing
