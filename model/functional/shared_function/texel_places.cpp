#include "functional/shared_function/texel_places.h"

#include "base/diagnostic.h"
#include "functional/shared_function/data_port_header.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kLanes = 8;
constexpr Grf kZeros{};

}  // namespace

TexelPlaces::TexelPlaces(const TypedSurface& surface, const Message& message, unsigned first, unsigned count)
    : width_{surface.size.width},
      extent_{surface.state.render_target_view_extent},
      first_slice_{surface.state.minimum_array_element} {
  const gen9::RenderSurfaceState& state = surface.state;
  const auto coordinate = [&](unsigned index) {
    return index < count ? message.payload[first + index].data() : kZeros.data();
  };
  const bool is_1d = state.type == gen9::SurfaceType::k1D;
  const bool is_row = is_1d || state.is_buffer();
  const bool has_slices = !state.is_buffer() && (state.array || state.type == gen9::SurfaceType::k3D);
  height_ = is_row ? 1 : surface.size.height;
  x_ = coordinate(0);
  y_ = is_row ? kZeros.data() : coordinate(1);
  slice_ = has_slices ? coordinate(is_1d ? 1 : 2) : kZeros.data();
}

std::uint32_t typed_lanes(const Message& message, bool header_present, bool upper) {
  const std::uint32_t lanes = message.execution_mask & 0xFF;
  return header_present ? lanes & message.payload[0][kSampleMaskDword] >> (upper ? kLanes : 0) : lanes;
}

void require_plain_channels(const gen9::RenderSurfaceState& state, const gen9::DataPortMessage& fields) {
  using gen9::ShaderChannelSelect;
  if (state.channel_red != ShaderChannelSelect::kRed || state.channel_green != ShaderChannelSelect::kGreen ||
      state.channel_blue != ShaderChannelSelect::kBlue || state.channel_alpha != ShaderChannelSelect::kAlpha) {
    unsupported("a " + fields.type_name() + " of a surface with swizzled channels");
  }
}

}  // namespace texpipe::functional
