// The ports of the unified return buffer: bytes of vertices pass them, for both timings.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "machine/frame/frame_host.h"
#include "machine/frame/frame_statistics.h"
#include "machine/frame/pipeline_parameters.h"
#include "machine/stage/never.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// One port for writes, of vertex fetch and of threads, and one for what threads read. Messages of subslices begin
/// round robin in the cycle after they came, before vertices of that cycle, and end in order. What set-up reads is in
/// its own rates.
class UrbPorts {
 public:
  /// Host and statistics outlive it.
  UrbPorts(const UrbParameters& parameters, unsigned subslices, FrameHost& host, FrameStatistics& statistics);

  /// Writes bytes, from `now` on. @return  when they are written
  Subcycles write(std::uint64_t bytes, Cycles now);
  /// Takes a thread's message; the host's urb_moved() follows when its bytes have passed.
  void take(unsigned subslice, std::uint64_t written, std::uint64_t read, Cycles now);

  void advance(Cycles now);
  /// Cycle after the last advance() in which something happens if nothing is told; kNever: nothing.
  Cycles next() const { return next_; }

 private:
  struct Move {
    std::uint64_t written = 0;
    std::uint64_t read = 0;
    Cycles arrived;
    Subcycles end;
  };
  struct Queue {
    std::deque<Move> moves;
    std::size_t begun = 0;
  };

  Cycles earliest(const Move& move, Cycles now) const;
  bool begin_move(Cycles now);
  void end_moves(Cycles now);

  UrbParameters parameters_;
  FrameHost& host_;
  FrameStatistics& statistics_;
  std::vector<Queue> queues_;  // by subslice
  unsigned turn_ = 0;          // subslice that is first at the next begin
  IssueSlot writes_, reads_;
  Cycles next_ = kNever;
};

}  // namespace texpipe::machine
