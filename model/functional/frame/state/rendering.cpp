#include "functional/frame/state/rendering.h"

#include "isa/gen9/commands/geometry_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

bool renders(const PipelineState& state) {
  enum class Force : std::uint8_t { kOff = 2, kOn = 3 };
  const auto force = static_cast<Force>(state.value(command::kStreamout["Force Rendering"]));
  if (force == Force::kOn || force == Force::kOff) return force == Force::kOn;
  return !state.flag(command::kStreamout["Rendering Disable"]);
}

}  // namespace texpipe::functional
