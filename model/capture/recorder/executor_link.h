// The way from the recorder to the model that executes what is recorded.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace texpipe::capture {

/// A connection to the verb `capture` (capture_contract.h). Nothing is executed without kExecuteVariable, and from the
/// first submission on that the model cannot execute.
class ExecutorLink {
 public:
  using Written = std::function<void(std::uint64_t gpu_address, std::span<const std::uint32_t> words)>;

  /// Waits until what was recorded is executed. @param written  is told of memory that the GPU may have written
  void execute(std::uint64_t recording_bytes, const Written& written);

 private:
  enum class State : std::uint8_t { kNew, kOpen, kClosed };

  bool open();
  bool connect_to(const char* folder);
  bool send(std::span<const std::byte> bytes) const;
  bool receive(std::span<std::byte> bytes) const;
  bool exchange(std::uint64_t recording_bytes, const Written& written);

  State state_ = State::kNew;
  int descriptor_ = -1;
  std::vector<std::uint32_t> words_;
};

}  // namespace texpipe::capture
