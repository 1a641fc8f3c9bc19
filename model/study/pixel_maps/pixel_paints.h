// Paints of one place in the render targets of a frame.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "study/pixel_maps/message_follower.h"

namespace texpipe::study {

/// A pixel of a picture, or of what a draw paints.
struct PixelQuery {
  PixelPlace place;
  std::optional<std::uint32_t> picture{};  // of a frame; none: the first one
  std::optional<std::uint64_t> draw{};     // of a frame; none: all that paint the picture
};

/// A paint and the messages that it comes from.
struct SampledPaint {
  Paint paint;
  std::vector<SampledChannel> sampled;
};

/// Paints that a query finds in a frame, in the order in which they were sent.
struct FoundPaints {
  std::vector<SampledPaint> paints;
  std::vector<std::uint64_t> copies;      // numbers of the driver's draws that copy the pixel to the picture
  std::vector<FrameTrail::Part> parts{};  // of the picture; none of the pixel of a draw
};

class PixelPaints {
 public:
  explicit PixelPaints(const PixelQuery& query) : query_{query} {}

  void add(const Paint& paint, std::span<const SampledChannel> sampled);

  /// After the run. Errors: kUsage for a picture that the frame does not have, a pixel outside it and a draw that
  /// paints nothing. @param option  that asks, for errors
  FoundPaints found(const FrameTrail& trail, const std::vector<functional::PaintedPicture>& pictures,
                    std::string_view option) const;

 private:
  PixelQuery query_;
  std::vector<SampledPaint> paints_;  // of the place, in all targets
};

}  // namespace texpipe::study
