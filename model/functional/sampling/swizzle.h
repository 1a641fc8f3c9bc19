// Shader Channel Select: which surface channel, or constant, each channel of the result shows.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "functional/formats/texel.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::functional {

/// One selected channel. ONE is 1.0, or integer 1 for integer surfaces.
constexpr std::uint32_t select_channel(gen9::ShaderChannelSelect select, const std::array<std::uint32_t, 4>& rgba,
                                       ChannelKind kind) {
  switch (select) {
    case gen9::ShaderChannelSelect::kRed:
      return rgba[0];
    case gen9::ShaderChannelSelect::kGreen:
      return rgba[1];
    case gen9::ShaderChannelSelect::kBlue:
      return rgba[2];
    case gen9::ShaderChannelSelect::kAlpha:
      return rgba[3];
    case gen9::ShaderChannelSelect::kOne:
      return kind == ChannelKind::kUint || kind == ChannelKind::kSint ? 1u : std::bit_cast<std::uint32_t>(1.0f);
    default:
      return 0;
  }
}

/// The surface channel, 0 to 3, that is selected; 0 for constants.
constexpr unsigned selected_channel(gen9::ShaderChannelSelect select) {
  constexpr auto kRed = static_cast<unsigned>(gen9::ShaderChannelSelect::kRed);
  return static_cast<unsigned>(select) >= kRed ? static_cast<unsigned>(select) - kRed : 0;
}

inline std::array<gen9::ShaderChannelSelect, 4> channel_selects(const gen9::RenderSurfaceState& state) {
  return {state.channel_red, state.channel_green, state.channel_blue, state.channel_alpha};
}

/// Swizzle that leaves every channel in its place.
inline constexpr std::array kUnswizzled{gen9::ShaderChannelSelect::kRed, gen9::ShaderChannelSelect::kGreen,
                                        gen9::ShaderChannelSelect::kBlue, gen9::ShaderChannelSelect::kAlpha};

/// All four channels.
inline std::array<std::uint32_t, 4> swizzle(const gen9::RenderSurfaceState& state,
                                            const std::array<std::uint32_t, 4>& rgba, ChannelKind kind) {
  std::array<std::uint32_t, 4> selected;
  const auto selects = channel_selects(state);
  for (unsigned c = 0; c < 4; ++c) selected[c] = select_channel(selects[c], rgba, kind);
  return selected;
}

}  // namespace texpipe::functional
