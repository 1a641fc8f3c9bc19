// Finds the messages that a question is about, in a run without time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "analysis/why/pixel_history.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/sampler_request.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "study/pixel_maps/message_follower.h"
#include "study/pixel_maps/pixel_paints.h"

namespace texpipe::study {

using Channels = std::map<std::uint64_t, std::set<unsigned>>;  // of messages, by number

class MessageFinder final : public MessageFollower {
 public:
  /// Both outlive the finder.
  MessageFinder(const functional::GpuMemory& memory, const HistoryQuery& query);

  /// @param trail  of the followed threads, before they run
  void set_trail(std::shared_ptr<const FrameTrail> trail) { trail_ = std::move(trail); }

  void sent(const functional::Message& message) override;
  void stored(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled) override;
  void painted(const Paint& paint, std::span<const SampledChannel> sampled) override;

  /// After the run of a frame. Errors: those of PixelPaints.
  void choose_paints(const std::vector<functional::PaintedPicture>& pictures);

  const HistoryQuery& query() const { return query_; }
  std::uint64_t sent() const { return sent_; }
  const Channels& found() const { return found_; }
  const FoundPaints& paints() const { return found_paints_; }
  const FrameTrail& trail() const { return *trail_; }
  bool surface_read() const { return surface_read_; }
  /// Pixel that a channel of a found message is for.
  std::optional<PixelPlace> pixel(std::uint64_t message, unsigned channel) const;

 private:
  void note_pixel(std::uint32_t x, std::uint32_t y, std::span<const SampledChannel> sampled);
  bool of_asked_draw() const;
  void look_for_texel(const functional::Message& message);
  void find_address(const functional::Message& message);

  const functional::GpuMemory& memory_;
  const HistoryQuery& query_;
  std::shared_ptr<const FrameTrail> trail_;
  std::uint64_t sent_ = 0;
  Channels found_;
  std::map<std::pair<std::uint64_t, unsigned>, PixelPlace> pixels_;
  std::optional<PixelPaints> paints_;
  FoundPaints found_paints_;
  functional::SamplerRequest request_;
  functional::SamplerOutcome outcome_;
  bool surface_read_ = false;
  ByteAddress address_;
  unsigned level_ = 0;
};

}  // namespace texpipe::study
