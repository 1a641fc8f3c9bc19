// Command streamer: walks a stream, keeps the state that commands leave, and stops where threads have to run.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/quantity.h"
#include "functional/frame/command_registers.h"
#include "functional/frame/frame_limits.h"
#include "functional/frame/state/draw_call.h"
#include "functional/frame/state/performance_counters.h"
#include "functional/frame/state/pipeline_state.h"
#include "functional/frame/state/pipeline_statistics.h"
#include "functional/frame/work/frame_work.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::functional {

/// Work for which the streamer stops.
enum class StreamEvent : std::uint8_t {
  kDraw,        // 3DPRIMITIVE: `draw` says which
  kWalker,      // GPGPU_WALKER: its words are in the state
  kDepthClear,  // the PIPE_CONTROL that executes an armed 3DSTATE_WM_HZ_OP
  kEnd,         // of the stream
  kFence,       // the next command waits for draws before, or needs what they leave
};

/// Batches that may be called one from the other; a stream that goes deeper is refused.
inline constexpr unsigned kMostBatchCalls = 3;

/// Executes commands in order. Flushes and invalidations have no effect, because memory is coherent; a timestamp is the
/// number of commands so far, so that it is the same in every timing (resolution R33).
class CommandStreamer {
 public:
  /// Tells whether addresses belong to the stream's memory.
  using Holds = std::function<bool(ByteAddress, ByteSize)>;

  /// All of them outlive it. @param most_commands  of a stream; one that has more does not end, as far as anybody waits
  CommandStreamer(GpuMemory& memory, const PipelineStatistics& statistics, Holds holds,
                  std::uint64_t most_commands = kMostCommands);

  /// Adds DWords and stalls to the work of the fixed functions from now on; null: nobody asks for it. It outlives the
  /// streamer.
  void tell_work(FrameWork* work) { work_ = work; }

  /// Words of a counter report of a number.
  using Report = std::function<std::array<std::uint32_t, kReportWords>(std::uint32_t)>;
  /// MI_REPORT_PERF_COUNT writes what `report` says; without it, the command is refused.
  void report_by(Report report) { report_ = std::move(report); }

  /// Begins the stream at an address. State of streams before stays.
  void begin(ByteAddress first);

  /// Executes commands up to one whose work is the caller's. Errors name the command and its address: kMalformedInput
  /// for what is no command, for a stream that leaves its memory and for operands that are not listed, kUnsupported
  /// for commands that the model lacks and for batches that call others too deep, kWatchdog for a stream without end;
  /// a stop request (base/stop_request.h).
  StreamEvent run() { return run(false); }
  /// As run(), but stops with kFence before a command that has to find the draws before it ended.
  StreamEvent run_ahead() { return run(true); }

  const PipelineState& state() const { return state_; }
  const CommandRegisters& registers() const { return registers_; }
  CommandRegisters& registers() { return registers_; }
  const DrawCall& draw() const { return draw_; }
  /// 3DPRIMITIVE commands since the streamer exists, with those that predication leaves out.
  std::uint64_t primitives() const { return primitives_; }
  /// Commands that were executed, since the streamer exists.
  std::uint64_t commands() const { return commands_; }
  /// `command 12 (3DPRIMITIVE) at 0x1000`: the one that was executed last.
  std::string place() const;

 private:
  StreamEvent run(bool ahead);
  bool is_fence() const;
  void put_back();
  std::optional<StreamEvent> execute();
  std::optional<StreamEvent> execute_mi();
  std::optional<StreamEvent> primitive();
  void tell_pipe_control();
  std::optional<StreamEvent> pipe_control();
  std::uint64_t value(gen9::FieldBits field, unsigned n = 0) const { return gen9::read_field(words_, field, n); }
  ByteAddress address(gen9::FieldBits field) const;
  void store(ByteAddress to, std::uint64_t value, unsigned bytes);
  void jump();
  bool end_batch();
  void load_immediate();
  void store_immediate();
  void predicate();
  void begin_stream_buffer();
  void wait_for_semaphore();
  void report_counters();
  void read_words();
  void end_commands();
  [[noreturn]] void refuse(ExitCode code, const std::string& problem) const;

  GpuMemory& memory_;
  const PipelineStatistics& statistics_;
  Holds holds_;
  std::uint64_t most_commands_;
  PipelineState state_;
  CommandRegisters registers_;
  DrawCall draw_;
  ByteAddress at_{};  // of the command that is executed
  ByteAddress next_{};
  std::vector<ByteAddress> returns_;  // of batches that called others
  std::vector<std::uint32_t> words_;  // of the command
  const gen9::CommandLayout* layout_ = nullptr;
  std::uint64_t commands_ = 0;
  std::uint64_t primitives_ = 0;
  std::uint64_t stream_commands_ = 0;  // of this stream
  bool depth_operation_armed_ = false;
  Report report_{};
  FrameWork* work_ = nullptr;
  std::uint32_t untold_words_ = 0;  // DWords that were parsed since the last step of commands
};

}  // namespace texpipe::functional
