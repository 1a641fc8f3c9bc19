#include "functional/frame/clip/clip_state.h"

#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/setup_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

/// Enables of user clip distances as the last geometry stage that runs has them.
struct StageDistances {
  gen9::FieldBits enabled, clip, cull;
};
constexpr StageDistances kGeometry{command::kGs["Enable"], command::kGs["User Clip Distance Clip Test Enable Bitmask"],
                                   command::kGs["User Clip Distance Cull Test Enable Bitmask"]};
constexpr StageDistances kDomain{command::kDs["Enable"], command::kDs["User Clip Distance Clip Test Enable Bitmask"],
                                 command::kDs["User Clip Distance Cull Test Enable Bitmask"]};
constexpr StageDistances kVertex{command::kVs["Enable"], command::kVs["User Clip Distance Clip Test Enable Bitmask"],
                                 command::kVs["User Clip Distance Cull Test Enable Bitmask"]};

const StageDistances& last_stage(const PipelineState& state) {
  if (state.flag(kGeometry.enabled)) return kGeometry;
  return state.flag(kDomain.enabled) ? kDomain : kVertex;
}

}  // namespace

ClipState clip_state(const PipelineState& state) {
  ClipState clip;
  clip.enabled = state.flag(command::kClip["Clip Enable"]);
  const std::uint64_t mode = state.value(command::kClip["Clip Mode"]);
  if (mode != 0 && mode != 3 && mode != 4)
    throw Error{ExitCode::kMalformedInput, "3DSTATE_CLIP has the reserved Clip Mode " + std::to_string(mode)};
  clip.mode = static_cast<ClipMode>(mode);
  clip.zero_to_w = state.flag(command::kClip["API Mode"]);
  clip.near = state.flag(command::kRaster["Viewport Z Near Clip Test Enable"]);
  clip.far = state.flag(command::kRaster["Viewport Z Far Clip Test Enable"]);
  clip.sides = state.flag(command::kClip["Viewport XY Clip Test Enable"]);
  const StageDistances& stage = last_stage(state);
  const auto bitmask = [&](bool forced, gen9::FieldBits own, gen9::FieldBits of_stage) {
    return static_cast<std::uint8_t>(state.value(forced ? own : of_stage));
  };
  clip.clip_distances = bitmask(state.flag(command::kClip["Force User Clip Distance Clip Test Enable Bitmask"]),
                                command::kClip["User Clip Distance Clip Test Enable Bitmask"], stage.clip);
  clip.cull_distances = bitmask(state.flag(command::kClip["Force User Clip Distance Cull Test Enable Bitmask"]),
                                command::kClip["User Clip Distance Cull Test Enable Bitmask"], stage.cull);
  clip.perspective_divide = !state.flag(command::kClip["Perspective Divide Disable"]);
  clip.cull = static_cast<CullMode>(state.value(command::kRaster["Cull Mode"]));
  clip.front_is_counter_clockwise = state.flag(command::kRaster["Front Winding"]);
  clip.front_fill = static_cast<FillMode>(state.value(command::kRaster["Front Face Fill Mode"]));
  clip.back_fill = static_cast<FillMode>(state.value(command::kRaster["Back Face Fill Mode"]));
  clip.force_zero_layer = state.flag(command::kClip["Force Zero RTA Index Enable"]);
  clip.most_viewport = static_cast<unsigned>(state.value(command::kClip["Maximum VP Index"]));
  if (state.value(command::kClip["Maximum Point Width"]) != 0) {
    clip.least_point_width = state.real(command::kClip["Minimum Point Width"]);
    clip.most_point_width = state.real(command::kClip["Maximum Point Width"]);
  }
  clip.counts = state.flag(command::kClip["Statistics Enable"]);
  return clip;
}

}  // namespace texpipe::functional
