// Dispatcher: starts the threads of a workload on the EUs, learns of their end as the thread spawner, and takes
// messages to NULL.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/ring.h"
#include "functional/device/workload.h"
#include "machine/dispatch/dispatch_parameters.h"
#include "timing/dispatch/dispatch_block.h"
#include "timing/protocol/thread_gate.h"
#include "timing/protocol/thread_host.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

/// Work groups start in order. A group goes to the subslice with the most free slots that can hold the whole group,
/// among equal ones to the one with the lowest number; its threads go to the EU with the most free slots, again the
/// lowest number first. A slot that becomes free at t is used from t + 1 on. With a gate, a group starts after it has
/// opened.
class ThreadDispatcher final : public sc_core::sc_module, public DispatchBlock {
 public:
  std::deque<TaggedMessageTarget<ThreadDispatcher>> spawners;  // by subslice

  /// @param subslices  EUs of each subslice
  /// @param gate       opens the groups; null: all are open from the beginning
  ThreadDispatcher(sc_core::sc_module_name name, Simulation& simulation, const machine::DispatchParameters& parameters,
                   const std::vector<std::vector<ThreadSlots>>& subslices, const functional::ThreadSource& source,
                   ThreadGate* gate = nullptr);

  void offer_sockets(Sockets& sockets, const std::string& path) override;
  std::uint64_t threads_ended() const override { return ended_; }
  std::uint64_t threads_total() const override { return total_; }

 private:
  struct Eu {
    ThreadHost* host = nullptr;
    std::vector<bool> free;
    unsigned free_slots = 0;
    std::vector<unsigned> group;  // by slot: group of its thread
  };
  struct End {
    PayloadRef payload;
    Cycles at;
  };
  struct Subslice {
    std::vector<Eu> eus;
    unsigned free_slots = 0;
    Ring<End> ends;  // ends of threads to be answered; the front one may be offered
    bool offered = false;
  };
  struct Freed {
    ThreadIndex thread;
    Cycles at;
  };

  void dispatch();
  void collect_freed(Cycles now);
  bool is_open(unsigned group, Cycles now) const;
  void note_end(ThreadIndex thread);
  void end_thread(const MessageExtension& message, Cycles now);
  bool choose_subslice();
  void start_next_thread();
  static void forget_end(Subslice& subslice);
  void answer();
  tlm::tlm_sync_enum forward(int subslice, Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  Simulation& simulation_;
  machine::DispatchParameters parameters_;
  const functional::ThreadSource& source_;
  ThreadGate* gate_;
  std::vector<Cycles> opened_;          // by group: when it opened
  std::vector<unsigned> threads_left_;  // by group; only with a gate
  std::vector<Subslice> subslices_;
  std::vector<Freed> freed_;
  machine::CycleAccount& cycles_;
  machine::Counter& started_counter_;
  machine::Counter& groups_counter_;
  std::uint64_t total_;
  std::uint64_t ended_ = 0;
  unsigned next_group_ = 0;   // first group without a subslice
  unsigned next_thread_ = 0;  // of the group that is being started
  int group_subslice_ = -1;   // -1: no group is starting
  Cycles next_start_;
  Wake dispatch_wake_{simulation_.agenda, wakes<&ThreadDispatcher::dispatch>(*this)};
  Wake answer_wake_{simulation_.agenda, wakes<&ThreadDispatcher::answer>(*this)};
};

}  // namespace texpipe::timing
