// Dispatcher: starts the threads of a workload on the EUs, learns of their end as the thread spawner, and takes the
// messages to NULL, to the URB and to the render cache, which need no time here: a gate may give them some.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/ring.h"
#include "functional/device/workload.h"
#include "isa/gen9/shared_function.h"
#include "machine/dispatch/dispatch_parameters.h"
#include "timing/dispatch/dispatch_block.h"
#include "timing/dispatch/thread_order.h"
#include "timing/protocol/thread_gate.h"
#include "timing/protocol/thread_host.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// Work groups start in order. A group goes to the subslice that the gate names, else to the one with the most free
/// slots that can hold the whole group, among equal ones to the one with the lowest number; its threads go to the EU
/// with the most free slots, again the lowest number first. A slot that becomes free at t is used from t + 1 on. With a
/// gate, a group starts after it has opened. Where threads wait for older ones at the same pixels, an older one has
/// ended when its last message reaches the spawner. The next phase of a source in phases begins in the cycle after the
/// last answer to the threads of the one before; a gate says when its threads may start, and whether a render target
/// write has room.
class ThreadDispatcher final : public sc_core::sc_module, public DispatchBlock {
 public:
  std::deque<TaggedMessageTarget<ThreadDispatcher>> spawners;  // by subslice

  /// @param subslices  EUs of each subslice
  /// @param gate       opens the groups; null: all are open from the beginning
  ThreadDispatcher(sc_core::sc_module_name name, Simulation& simulation, const machine::DispatchParameters& parameters,
                   const std::vector<std::vector<ThreadSlots>>& subslices, functional::ThreadSource& source,
                   ThreadGate* gate = nullptr);

  void offer_sockets(Sockets& sockets, const std::string& path) override;
  std::uint64_t threads_ended() const override { return ended_; }
  std::uint64_t threads_total() const override { return total_; }
  bool is_done() const override { return phase_ == Phase::kLast && ended_ == total_; }

 private:
  enum class Phase : std::uint8_t {
    kRuns,    // and another one may come
    kDrains,  // the last answers are awaited
    kOver,    // all of them have come
    kLast,
  };
  struct Eu {
    ThreadHost* host = nullptr;
    std::vector<bool> free;
    unsigned free_slots = 0;
    std::vector<unsigned> group;  // by slot: group of its thread
  };
  struct End {
    PayloadRef payload;
    Cycles at;
    bool moved = false;  // a message to the URB whose bytes have passed
  };
  struct Subslice {
    std::vector<Eu> eus;
    unsigned free_slots = 0;
    Ring<End> ends;  // ends of threads to be answered; the front one may be offered
    bool offered = false;
    PayloadRef withheld;         // render target write for which there was no room
    Ring<PayloadRef> urb_moves;  // messages to the URB that pass its ports
  };
  struct Freed {
    ThreadIndex thread;
    Cycles at;
  };

  void begin_phase();
  void end_phase(Cycles now);
  void dispatch();
  void collect_freed(Cycles now);
  void count_down(unsigned group);
  bool may_start(unsigned group) const { return group - oldest_group_ < reuse_distance_; }
  bool is_open(unsigned group, Cycles now) const;
  void note_end(ThreadIndex thread);
  static bool is_for(const MessageExtension& message, gen9::SharedFunction shared_function);
  void take(unsigned subslice, Payload& payload);
  void take_withheld(unsigned subslice);
  void take_moved(unsigned subslice);
  void finish(unsigned subslice, Payload& payload, bool moved = false);
  void end_thread(const MessageExtension& message, Cycles now);
  bool choose_subslice();
  void start_next_thread();
  static void forget_end(Subslice& subslice);
  void answer();
  tlm::tlm_sync_enum forward(int subslice, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  Simulation& simulation_;
  machine::DispatchParameters parameters_;
  functional::ThreadSource& source_;
  ThreadGate* gate_;
  std::vector<Cycles> opened_;          // by group: when it opened
  std::vector<unsigned> threads_left_;  // by group; only with a gate
  std::vector<unsigned> slots_left_;    // by group, only where memory is used again: slots that are not free again
  ThreadOrder order_;
  std::vector<Subslice> subslices_;
  std::vector<Freed> freed_;
  machine::CycleAccount& cycles_;
  machine::Counter& started_counter_;
  machine::Counter& groups_counter_;
  std::uint64_t total_ = 0;  // of the phases so far
  std::uint64_t ended_ = 0;
  std::uint64_t freed_threads_ = 0;  // whose slots were taken back
  Phase phase_ = Phase::kLast;
  std::size_t unquiet_eus_ = 0;  // while the phase drains
  Cycles quiet_at_;              // when the phase was over
  unsigned largest_group_ = 0;   // that a subslice holds
  unsigned reuse_distance_ = functional::ThreadSource::kNeverReused;
  unsigned oldest_group_ = 0;  // of those that have not ended, where memory is used again
  unsigned next_group_ = 0;    // first group without a subslice
  unsigned next_thread_ = 0;   // of the group that is being started
  int group_subslice_ = -1;    // -1: no group is starting
  Cycles next_start_;
  Wake dispatch_wake_{simulation_.agenda, wakes<&ThreadDispatcher::dispatch>(*this)};
  Wake answer_wake_{simulation_.agenda, wakes<&ThreadDispatcher::answer>(*this)};
};

}  // namespace texpipe::timing
