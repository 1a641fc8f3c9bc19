// Which messages of a workload a pixel of its picture comes from, seen at the threads that send them: the same with and
// without time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "functional/device/workload.h"
#include "study/pixel_maps/frame_trail.h"

namespace texpipe::study {

/// A message by its sender, counted over the workload's threads, and its place among what that sends. Programs do not
/// depend on time, so neither does this.
struct MessageName {
  std::uint64_t thread = 0;
  std::uint32_t index = 0;

  auto operator<=>(const MessageName&) const = default;

  /// As functional::Message::number.
  std::uint64_t number() const { return thread << 16 | index; }
  static MessageName of(std::uint64_t number) { return {number >> 16, static_cast<std::uint32_t>(number & 0xFFFF)}; }
  /// `12.3`: thread 12, its fourth message.
  std::string text() const;
  static std::optional<MessageName> parse(std::string_view text);
};
inline constexpr std::uint32_t kMostMessagesOfThread = 0xFFFF;  // later ones share the last name

struct PixelPlace {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
};

/// A message to the sampler, and the channel of it that a pixel comes from.
struct SampledChannel {
  std::uint64_t message = 0;
  std::uint8_t channel = 0;
};

/// Facts that a follower wants beside the numbers that messages get.
enum class Follow : std::uint8_t { kPixels, kNumbers };

/// Follower of a run's messages.
class MessageFollower {
 public:
  virtual ~MessageFollower() = default;
  /// kNumbers: none of sent(), stored() and painted() is called.
  virtual Follow follow() const { return Follow::kPixels; }
  /// A thread sends a message to the sampler; its number is set.
  virtual void sent(const functional::Message& message) = 0;
  /// A channel stores a pixel of the workload's picture.
  /// @param sampled  in which the thread's channel took part since its last pixel
  virtual void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) = 0;
  /// A lane of a pixel shader writes a pixel of a frame's render target.
  /// @param sampled  messages in which the lane took part
  virtual void painted(const Paint&, std::span<const SampledChannel>) {}
};

/// Has all messages of the workload numbered and the follower told, which must outlive the workload's threads and be
/// able to take what several threads tell by turns. Threads of the host that run groups side by side are not followed:
/// run with one. What comes back grows as the threads run; it has phases and targets of frames only.
std::shared_ptr<const FrameTrail> follow_messages(functional::Workload& workload, MessageFollower& follower);

}  // namespace texpipe::study
