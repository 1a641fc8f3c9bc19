// The fixed functions from command streamer to pixel dispatch, which a frame's steps pass in order, for both timings.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "functional/frame/work/frame_work.h"
#include "machine/frame/compressed_pairs.h"
#include "machine/frame/draw_accounts.h"
#include "machine/frame/frame_host.h"
#include "machine/frame/frame_statistics.h"
#include "machine/frame/pipeline_parameters.h"
#include "machine/frame/urb_ports.h"
#include "machine/stage/never.h"

namespace texpipe::machine {

/// Steps that are fetched (functional::is_fetched) enter the command streamer in order; those of geometry stages begin
/// in clip and set-up, in order among themselves, and wait at a join until what was fetched before it is there. Threads
/// start in the order of all steps.
///
/// Each unit is a queue of steps. A step enters when the one before it has left its queue's last place and the unit
/// before lets it go; its work begins when the unit is free, and its lines are asked for at once. It leaves, in order,
/// when its work is done, its lines came in an earlier cycle, and the next unit of its way has room. What a step
/// changes is written when it leaves. A step whose last unit it leaves lets its threads start, at most
/// `opened_threads` before they have started.
class FramePipeline {
 public:
  /// All of them outlive it. @param cleared  lines of depth that the steps clear and write
  FramePipeline(const FrameParameters& parameters, functional::ClearedLines& cleared, FrameHost& host, UrbPorts& urb,
                FrameStatistics& statistics, DrawAccounts& accounts);

  /// Takes all steps, which begin in the cycle after `now` or later.
  void take(functional::FrameWork& work, Cycles now);
  /// A line came, or its write is acknowledged.
  void answered(std::uint64_t tag, Cycles now);
  /// A thread that was let start has started.
  void started(Cycles now);

  /// Makes everything happen that is due. Events of a cycle are told before or after it alike: they take effect one
  /// cycle later. @param backend_rests  the pixel backend has nothing left to do or to await
  void advance(Cycles now, bool backend_rests);
  /// Cycle after the last advance() in which something happens if nothing is told; kNever: nothing.
  Cycles next() const { return next_; }
  /// Steps in its units, and what they wait for, for reports about runs that do not go on.
  std::size_t steps() const;
  std::string describe() const;
  /// No step is left.
  bool empty() const { return chunks_.empty(); }

 private:
  static constexpr unsigned kUnits = 7;                            // all FrameUnit but the pixel backend
  static constexpr std::uint64_t kWrite = ~std::uint64_t{0} >> 1;  // tag of writes
  static constexpr unsigned kUnitBits = 3;                         // of a tag, lowest first

  /// Steps that were taken at one time.
  struct Chunk {
    std::vector<functional::FrameStep> steps;
    std::vector<functional::FrameLine> lines;
    std::size_t left = 0;  // steps that take time
    Cycles taken;
  };
  struct Job {
    Chunk* chunk = nullptr;
    const functional::FrameStep* step = nullptr;
    Subcycles served;
    std::uint32_t waits = 0;  // lines that have not come
    std::uint32_t to_open = 0;
    Cycles last_line;
    bool stalls = false;  // has begun to
    Cycles entered;       // its present unit
  };
  struct Unit {
    std::deque<Job> jobs;
    std::uint64_t first_number = 0;  // of the front job
    Subcycles free;
    std::uint32_t places = 1;
    CycleAccount* cycles = nullptr;
    FrameCycle state = FrameCycle::kIdle;
    Holder holder{0};
  };

  bool move_on(unsigned unit, Cycles now, bool backend_rests);
  /// A place in the steps that were taken.
  struct Cursor {
    std::size_t chunk = 0;
    std::size_t step = 0;

    auto operator<=>(const Cursor&) const = default;
  };

  bool feed(Cycles now);
  bool feed(Cursor& cursor, bool fetched, Cycles now);
  void skip(Cursor& cursor, bool fetched);
  bool is_next(const Cursor& cursor, bool fetched);
  bool is_joined() const;
  void leave_pipeline(const Job& job, Cycles now);
  void forget_chunks();
  bool assembled_before_stall();
  bool is_served(const Job& job, Cycles now) const;
  bool holds_clear(unsigned number, const Job& job, Cycles now) const;
  bool stall(Job& job, Cycles now, bool backend_rests);
  /// Writes that were not acknowledged in an earlier cycle.
  std::uint64_t writes_out(Cycles now) const { return writes_out_ + (last_written_ == now ? written_then_ : 0); }
  void invalidate(const functional::FrameStep& step);
  bool open_threads(Job& job, Cycles now);
  void enter(unsigned unit, Job&& job, Cycles now);
  void leave(unsigned unit, Cycles now);
  Subcycles cost(unsigned unit, const functional::FrameStep& step) const;
  void ask(unsigned unit, Job& job, std::uint64_t number);
  void write(unsigned unit, const Job& job);
  void count(unsigned unit, const functional::FrameStep& step, DrawAccount& account);
  bool rests_behind(unsigned unit) const;
  void look_ahead(Cycles now);

  FrameParameters parameters_;
  CompressedPairs compressed_;
  functional::ClearedLines& cleared_;
  FrameHost& host_;
  UrbPorts& urb_;
  FrameStatistics& statistics_;
  DrawAccounts& accounts_;
  std::array<Unit, kUnits> units_;
  std::deque<std::unique_ptr<Chunk>> chunks_;
  std::vector<std::unique_ptr<Chunk>> unused_;
  Cursor fetched_, assembled_;                          // next steps to enter
  std::uint32_t turns_ = 0, next_turn_ = 0;             // of steps that let threads start: taken, and whose comes next
  std::map<std::uint32_t, std::uint64_t> steps_of_;     // that take time and have not left, by draw
  Holder clears_{number_of(FrameUnit::kPixelBackend)};  // that the window holds up
  std::uint64_t writes_out_ = 0;
  Cycles last_written_;             // when the last write was acknowledged
  std::uint64_t written_then_ = 0;  // writes that were acknowledged in that cycle
  std::uint64_t opened_ = 0, started_ = 0, started_before_ = 0;
  Cycles started_at_;
  std::uint32_t draw_ = 0;  // of the step that was taken last, for reports
  Cycles next_ = kNever;
};

}  // namespace texpipe::machine
