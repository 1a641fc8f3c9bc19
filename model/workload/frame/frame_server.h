// The model as the GPU of a program that is being recorded.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "host/files/descriptor.h"
#include "workload/frame/growing_frames.h"

namespace texpipe::study {

/// Executes what the recorder of one program records (capture_contract.h), without time, when it asks.
class FrameServer {
 public:
  /// Opens the place in the capture's folder where a recorder asks. Errors: kInternalError when that cannot be done.
  explicit FrameServer(std::filesystem::path folder);

  /// Answers what a recorder asks within `patience`; returns as soon as one submission is executed.
  /// @param deadline  nothing is executed after it
  void serve(std::chrono::milliseconds patience,
             GrowingFrames::Clock::time_point deadline = GrowingFrames::Clock::time_point::max());

  /// Submissions that were executed.
  std::uint64_t executed() const { return executed_; }
  /// Why nothing is executed any more; none: everything was.
  const std::optional<std::string>& refused() const { return refused_; }

 private:
  void answer(std::uint64_t recording_bytes, GrowingFrames::Clock::time_point deadline);
  bool send(std::span<const std::byte> bytes) const;

  std::filesystem::path folder_;
  Descriptor listening_;
  Descriptor connection_;
  std::optional<GrowingFrames> frames_;
  std::uint64_t executed_ = 0;
  std::optional<std::string> refused_;
};

}  // namespace texpipe::study
