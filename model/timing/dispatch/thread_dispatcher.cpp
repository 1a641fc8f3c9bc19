#include "timing/dispatch/thread_dispatcher.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace texpipe::timing {

namespace {

enum class DispatchCycle : std::uint8_t { kBusy, kNoFreeSlot, kWaitingForRaster, kDone };

constexpr std::array<EnumRow, 4> kDispatchCycles{{
    {0, "busy", "threads start one after the other"},
    {1, "no_free_slot", "no subslice has room for the next work group, or not that to which its pixels are hashed"},
    {2, "waiting_for_raster", "the next work group has not been fetched or rastered yet"},
    {3, "done", "no thread is left to start"},
}};

}  // namespace

ThreadDispatcher::ThreadDispatcher(sc_core::sc_module_name name, Simulation& simulation,
                                   const machine::DispatchParameters& parameters,
                                   const std::vector<std::vector<ThreadSlots>>& subslices,
                                   functional::ThreadSource& source, ThreadGate* gate)
    : sc_module{name},
      simulation_{simulation},
      parameters_{parameters},
      source_{source},
      gate_{gate},
      cycles_{simulation.statistics.group(this->name(), "thread dispatcher and spawner")
                  .account("cycles", "what the dispatcher did", EnumRows{"dispatch cycle", kDispatchCycles})},
      started_counter_{simulation.statistics.group(this->name())
                           .counter("threads", machine::StatisticUnit::kThreads, "threads started")},
      groups_counter_{simulation.statistics.group(this->name())
                          .counter("groups", machine::StatisticUnit::kEvents, "work groups started")},
      phase_{source.has_phases() ? Phase::kRuns : Phase::kLast} {
  for (std::size_t s = 0; s < subslices.size(); ++s) {
    unsigned count = 0;
    for (const ThreadSlots& slots : subslices[s]) count += slots.count;
    Subslice& subslice = subslices_.emplace_back(Subslice{.free_slots = count});
    for (const ThreadSlots& slots : subslices[s]) {
      subslice.eus.push_back(
          {slots.host, std::vector<bool>(slots.count, true), slots.count, std::vector<unsigned>(slots.count)});
    }
    largest_group_ = std::max(largest_group_, subslice.free_slots);
    spawners.emplace_back(("spawner_" + std::to_string(s)).c_str());
    spawners.back().register_nb_transport_fw(this, &ThreadDispatcher::forward, static_cast<int>(s));
  }
  begin_phase();
  if (gate_ != nullptr) {
    gate_->opened = [this] {
      opened_.push_back(simulation_.clock.now());
      dispatch_wake_.at(opened_.back() + Cycles{1});
    };
    gate_->made_room = [this](unsigned subslice) { take_withheld(subslice); };
    gate_->urb_moved = [this](unsigned subslice) { take_moved(subslice); };
  }
  dispatch_wake_.at(Cycles{});
}

void ThreadDispatcher::offer_sockets(Sockets& sockets, const std::string& path) {
  for (std::uint32_t subslice = 0; subslice < spawners.size(); ++subslice)
    sockets.offer(path, subslice, spawners[subslice]);
}

/// Makes the groups of the source's current phase those that start next.
void ThreadDispatcher::begin_phase() {
  if (source_.threads_per_group() > largest_group_) {
    throw Error{ExitCode::kInvalidConfiguration, "a work group of " + std::to_string(source_.threads_per_group()) +
                                                     " threads does not fit a subslice's " +
                                                     std::to_string(largest_group_) + " thread slots"};
  }
  total_ += std::uint64_t{source_.groups()} * source_.threads_per_group();
  next_group_ = oldest_group_ = 0;
  reuse_distance_ = source_.reuse_distance();
  order_.begin(source_.older_at_same_pixels(), source_.groups());
  slots_left_.clear();
  if (gate_ != nullptr) {
    threads_left_.assign(source_.groups(), source_.threads_per_group());
    opened_.clear();
    gate_->begin_phase();
  }
  if (reuse_distance_ < source_.groups()) slots_left_.assign(source_.groups(), source_.threads_per_group());
}

/// Brings a source in phases to its next one, when all threads of the current one have ended and nothing that they
/// sent is on its way.
void ThreadDispatcher::end_phase(Cycles now) {
  if (phase_ == Phase::kRuns && freed_threads_ == total_) {
    phase_ = Phase::kDrains;
    unquiet_eus_ = 1;
    const auto quiet = [this] {
      if (--unquiet_eus_ != 0) return;
      phase_ = Phase::kOver;
      quiet_at_ = simulation_.clock.now();
      simulation_.phase_is_over();
      dispatch_wake_.at(quiet_at_ + Cycles{1});
    };
    for (Subslice& subslice : subslices_) {
      for (Eu& eu : subslice.eus) {
        ++unquiet_eus_;
        eu.host->when_quiet(quiet);
      }
    }
    quiet();
  } else if (phase_ == Phase::kOver && quiet_at_ < now) {
    phase_ = source_.advance() ? Phase::kRuns : Phase::kLast;
    begin_phase();
    if (phase_ == Phase::kRuns) dispatch_wake_.at(now + Cycles{1});
  }
}

void ThreadDispatcher::dispatch() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    collect_freed(now);
    if (next_group_ == source_.groups() && group_subslice_ < 0) {
      end_phase(now);
      return cycles_.enter(now, DispatchCycle::kDone);
    }
    if (now < next_start_) return dispatch_wake_.at(next_start_);
    if (group_subslice_ < 0 && !is_open(next_group_, now)) {
      // If the group opened in this cycle, a wake for now was pending then, and a wake keeps only its earliest time:
      // ask for the next cycle again.
      if (next_group_ < opened_.size()) dispatch_wake_.at(opened_[next_group_] + Cycles{1});
      return cycles_.enter(now, DispatchCycle::kWaitingForRaster);
    }
    if (group_subslice_ < 0 && (!may_start(next_group_) || !choose_subslice()))
      return cycles_.enter(now, DispatchCycle::kNoFreeSlot);
    start_next_thread();
    next_start_ = now + parameters_.thread_interval;
    cycles_.work(now, next_start_);
    dispatch_wake_.at(next_start_);
  });
}

/// Takes back the slots whose threads ended before this cycle.
void ThreadDispatcher::collect_freed(Cycles now) {
  const auto later = std::partition(freed_.begin(), freed_.end(), [now](const Freed& f) { return f.at < now; });
  // Ends of one cycle come in any order.
  std::sort(freed_.begin(), later,
            [](const Freed& a, const Freed& b) { return a.at != b.at ? a.at < b.at : a.thread < b.thread; });
  for (auto f = freed_.begin(); f != later; ++f) {
    Subslice& subslice = subslices_[f->thread.subslice];
    Eu& eu = subslice.eus[f->thread.eu];
    eu.free[f->thread.thread] = true;
    ++eu.free_slots;
    ++subslice.free_slots;
    if (!slots_left_.empty()) count_down(eu.group[f->thread.thread]);
  }
  freed_threads_ += static_cast<std::uint64_t>(later - freed_.begin());
  freed_.erase(freed_.begin(), later);
  // A wake keeps only its earliest time, so later slots have to be asked for again.
  for (const Freed& f : freed_) dispatch_wake_.at(f.at + Cycles{1});
}

/// Notes that a thread's slot is free again, so that groups which use its group's memory may start.
void ThreadDispatcher::count_down(unsigned group) {
  --slots_left_[group];
  while (oldest_group_ < slots_left_.size() && slots_left_[oldest_group_] == 0) ++oldest_group_;
}

bool ThreadDispatcher::is_open(unsigned group, Cycles now) const {
  return gate_ == nullptr || (group < opened_.size() && opened_[group] < now);
}

void ThreadDispatcher::note_end(ThreadIndex thread) {
  ++ended_;
  const unsigned group = subslices_[thread.subslice].eus[thread.eu].group[thread.thread];
  order_.end(group);
  if (gate_ == nullptr) return;
  if (--threads_left_[group] == 0) gate_->ended(group);
}

/// False: the next group has to wait for room, and with it all behind it.
bool ThreadDispatcher::choose_subslice() {
  const std::optional<std::uint32_t> hashed = gate_ != nullptr ? gate_->subslice_of(next_group_) : std::nullopt;
  const auto chosen =
      hashed ? subslices_.begin() + *hashed
             : std::max_element(subslices_.begin(), subslices_.end(),
                                [](const Subslice& a, const Subslice& b) { return a.free_slots < b.free_slots; });
  if (chosen->free_slots < source_.threads_per_group()) return false;
  group_subslice_ = static_cast<int>(chosen - subslices_.begin());
  next_thread_ = 0;
  groups_counter_.add();
  return true;
}

void ThreadDispatcher::start_next_thread() {
  const Cycles now = simulation_.clock.now();
  Subslice& subslice = subslices_[static_cast<unsigned>(group_subslice_)];
  const auto eu = std::max_element(subslice.eus.begin(), subslice.eus.end(),
                                   [](const Eu& a, const Eu& b) { return a.free_slots < b.free_slots; });
  const auto slot = static_cast<unsigned>(std::find(eu->free.begin(), eu->free.end(), true) - eu->free.begin());
  eu->free[slot] = false;
  eu->group[slot] = next_group_;
  --eu->free_slots;
  --subslice.free_slots;
  machine::ThreadStart& start = eu->host->vacant(slot);
  source_.start(next_group_, next_thread_, *start.registers, start.program);
  if (simulation_.events.listening()) {
    const ThreadIndex place{static_cast<std::uint16_t>(group_subslice_),
                            static_cast<std::uint16_t>(eu - subslice.eus.begin()), static_cast<std::uint16_t>(slot)};
    simulation_.events.publish(ThreadEvent{&place, false, next_group_, next_thread_, now});
  }
  start.waits_for_older = order_.start(next_group_, *eu->host, slot);
  eu->host->start_thread(slot);
  started_counter_.add();
  if (++next_thread_ == source_.threads_per_group()) {
    if (gate_ != nullptr) gate_->started();
    ++next_group_;
    group_subslice_ = -1;
  }
}

void ThreadDispatcher::end_thread(const MessageExtension& message, Cycles now) {
  const Cycles free_at = now + parameters_.end_latency - Cycles{1};
  freed_.push_back({message.sender, free_at});
  note_end(message.sender);
  if (source_.has_phases()) {
    for (const auto& listener : simulation_.thread_end_listeners) listener(message.message);
  }
  if (simulation_.events.listening()) simulation_.events.publish(ThreadEvent{&message.sender, true, 0, 0, now});
  dispatch_wake_.at(free_at + Cycles{1});
}

}  // namespace texpipe::timing
