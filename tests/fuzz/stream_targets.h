// Damaged command streams: refused with an Error, or executed to their end within limits.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "functional/execution/response_write.h"
#include "functional/shared_function/execute_message.h"
#include "isa/gen9/shared_function.h"
#include "workload/frame/frame_workload.h"

namespace texpipe::fuzz {

/// Runs threads of a workload one after the other, as far as a fuzzer can wait; a thread that would wait for others
/// stays where it is.
class ShortRun {
 public:
  void run(functional::Workload& workload) {
    while (workload.threads->advance() && threads_ < kMostThreads) {
      const unsigned each = workload.threads->threads_per_group();
      for (unsigned group = 0; group < workload.threads->groups() && threads_ < kMostThreads; ++group) {
        for (unsigned thread = 0; thread < each; ++thread) run(workload, group, thread);
      }
    }
  }

 private:
  static constexpr unsigned kMostThreads = 500;
  static constexpr std::uint64_t kMostInstructions = 2000;

  void run(functional::Workload& workload, unsigned group, unsigned thread) {
    ++threads_;
    functional::ThreadRegisters registers;
    std::unique_ptr<functional::EuProgram> program;
    workload.threads->start(group, thread, registers, program);
    for (std::uint64_t left = kMostInstructions; left != 0 && program->peek() != nullptr;) {
      const functional::EuProgram::Ran ran = program->run(registers, send_, left);
      left -= ran.instructions;
      if (!ran.sent) {
        if (ran.instructions == 0) return;  // it waits for an answer that nobody gives
        continue;
      }
      if (send_.message.shared_function == static_cast<std::uint8_t>(gen9::SharedFunction::kGateway)) return;
      functional::write_response(registers, send_.destination, executor_.execute(*workload.memory, send_.message));
    }
  }

  unsigned threads_ = 0;
  functional::MessageSend send_;
  functional::MessageExecutor executor_;
};

inline void frame_stream(std::span<const std::byte> bytes) try {
  study::FrameParameters limits;
  limits.max_commands = 5000;
  limits.max_vertices = 500;
  limits.max_groups = 50;
  functional::Workload workload = study::make_frame_workload({bytes.begin(), bytes.end()}, "fuzz", limits);
  ShortRun{}.run(workload);
  workload.results();
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
