// Places of the texels that the channels of a typed message name.
#pragma once

#include <cstdint>

#include "functional/message/message.h"
#include "functional/shared_function/typed_surface.h"
#include "isa/gen9/data_port_message.h"

namespace texpipe::functional {

/// Coordinates of a surface's texels in the payload, and their bounds (specification/state 2: array elements count from
/// Minimum Array Element, as many as Render Target View Extent says).
class TexelPlaces {
 public:
  /// @param first, count  payload registers of the coordinates u, v, r; what is not there is 0
  TexelPlaces(const TypedSurface& surface, const Message& message, unsigned first, unsigned count);

  /// False when the channel's texel is outside the surface.
  bool find(unsigned channel, TexelPlace& place) const {
    place.x = x_[channel];
    place.y = y_[channel];
    place.slice = slice_[channel] + first_slice_;
    return place.x < width_ && place.y < height_ && slice_[channel] < extent_;
  }

 private:
  std::uint32_t width_;
  std::uint32_t height_ = 1;
  std::uint32_t extent_;
  std::uint32_t first_slice_;
  const std::uint32_t* x_;
  const std::uint32_t* y_;
  const std::uint32_t* slice_;
};

/// Bit n: lane n of 8 takes part, by the execution mask and a header's sample mask. @param upper  the header's bits 8
/// to 15 count
std::uint32_t typed_lanes(const Message& message, bool header_present, bool upper);

/// Errors: kUnsupported for a surface whose channels are swizzled.
void require_plain_channels(const gen9::RenderSurfaceState& state, const gen9::DataPortMessage& fields);

}  // namespace texpipe::functional
