// The clock of a recorded program: it moves by what the program does, so that an animation draws the same frames in
// every run, however fast the machine is.
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

namespace texpipe::capture {

/// Time moves by a frame's part of a second for each presented frame and by what the program asked to sleep. A program
/// that only reads the clock until it is late enough comes to its end, too: from the read kReadsOfAFrame after the last
/// move on, each read moves it by 1 ms. Every time lies in the system's past: a wait until then is over at once.
class ProgramClock {
 public:
  static constexpr std::uint32_t kUsualRate = 60;  // frames a second
  static constexpr std::uint32_t kReadsOfAFrame = 1000;

  /// @param rate  frames a second, at least 1
  explicit ProgramClock(std::uint64_t rate) : rate_{rate} {}

  /// Time since the clock began.
  std::chrono::nanoseconds read();
  void frame_presented();
  void slept(std::chrono::nanoseconds time);

 private:
  const std::uint64_t rate_;
  std::mutex lock_;
  std::uint64_t frames_ = 0;
  std::chrono::nanoseconds others_{0};  // moves that were no frames
  std::uint32_t reads_ = 0;             // since the last move
};

/// The clock of this process, with the rate that the environment says. Never destroyed: threads of the program may read
/// it while it ends.
ProgramClock& program_clock();

/// True when a caller sees the program's clock: code of the program and its libraries. Those of the driver, the loader
/// and the window system keep the system's, by which they wait.
bool sees_program_clock(const void* caller);

}  // namespace texpipe::capture
