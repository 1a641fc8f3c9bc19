// The pixel backend: render target writes of all subslices, and the lines that they read and write, for both timings.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "functional/frame/work/cleared_lines.h"
#include "functional/message/target_work.h"
#include "machine/frame/compressed_pairs.h"
#include "machine/frame/draw_accounts.h"
#include "machine/frame/frame_host.h"
#include "machine/frame/frame_statistics.h"
#include "machine/frame/pipeline_parameters.h"
#include "machine/stage/never.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Each subslice has a queue; one write after the other begins, round robin, when the backend is free and the window
/// has room. Lines that blending or a late test reads are asked for then. A write is done, in order, when its work is
/// done and its lines came in an earlier cycle; then its lines are written. It leaves the window, in order, when they
/// are acknowledged: memory that is slow to take them pushes back.
///
/// Lines of auxiliary surfaces say how pixels are stored. The backend keeps the last few: a write whose line is among
/// them reads it no more, and changes it no more if a write before has. When nothing is left to do, it keeps none.
class PixelBackend {
 public:
  /// All of them outlive it. @param cleared  lines that late tests and blending do not read
  PixelBackend(const PixelBackendParameters& parameters, unsigned subslices, functional::ClearedLines& cleared,
               FrameHost& host, FrameStatistics& statistics, DrawAccounts& accounts);

  /// Whether a subslice's queue takes a write; if not, the host's made_room() follows. A place that becomes free in a
  /// cycle is there in the next one.
  bool has_room(unsigned subslice, Cycles now);
  /// Takes a write, for which there is room.
  void take(unsigned subslice, const functional::TargetWork& work, Cycles now);
  void answered(std::uint64_t tag, Cycles now);

  /// Makes everything happen that is due. What is told in a cycle takes effect in the next one.
  void advance(Cycles now);
  /// Cycle after the last advance() in which something happens if nothing is told; kNever: nothing.
  Cycles next() const { return next_; }
  /// Writes that were taken and whose lines are not all written.
  std::uint64_t held() const {
    std::uint64_t held = window_.size();
    for (const Queue& queue : queues_) held += queue.writes.size();
    return held;
  }
  /// Nothing is left to do or to await, since an earlier cycle.
  bool rests(Cycles now) const;

 private:
  struct Write {
    functional::TargetWork work;
    std::uint32_t draw = 0;
    Cycles arrived;
    Subcycles served;
    std::uint32_t waits = 0;  // lines that have not come; when it is done, lines that are not acknowledged
    Cycles last_line;
  };
  struct Queue {
    std::deque<Write> writes;
    Cycles freed_at = kNever;  // when a place became free last
    bool withheld = false;
  };

  /// Lines of auxiliary surfaces: some for each of eight targets.
  class KeptLines {
   public:
    /// Keeps a line, in the place of the oldest one. @return  whether it was there
    bool keep(ByteAddress line);
    void clear() { lines_ = {}, kept_ = 0; }

   private:
    std::array<ByteAddress, 16> lines_{};
    std::uint32_t kept_ = 0;  // so far
  };

  bool begin_write(Cycles now);
  bool is_empty(Cycles now) const;
  void ask(const functional::FrameLine& line, bool write, std::uint64_t number);
  bool end_write(Cycles now);
  bool leave_window(Cycles now);
  bool is_settled(const Write& write, Cycles now) const {
    return write.waits == 0 && (write.last_line < now || write.last_line == Cycles{});
  }
  void tell_room(Cycles now);
  std::optional<std::uint32_t> held_up(Cycles now) const;
  void look_ahead(Cycles now);
  std::size_t taken(const Queue& queue, Cycles now) const {
    return queue.writes.size() + (queue.freed_at == now ? 1 : 0);
  }

  PixelBackendParameters parameters_;
  functional::ClearedLines& cleared_;
  FrameHost& host_;
  FrameStatistics& statistics_;
  DrawAccounts& accounts_;
  std::vector<Queue> queues_;  // by subslice
  unsigned turn_ = 0;          // subslice that is first at the next begin
  std::deque<Write> window_;
  std::uint64_t first_number_ = 0;  // of the window's first write
  std::size_t done_ = 0;            // writes at the window's front whose lines are being written
  IssueSlot slot_;
  CompressedPairs compressed_;
  KeptLines read_, written_;  // since the backend was empty
  Cycles last_event_;         // last answer or end of a write
  FrameCycle state_ = FrameCycle::kIdle;
  Holder holder_{number_of(FrameUnit::kPixelBackend)};
  Cycles next_ = kNever;
};

}  // namespace texpipe::machine
