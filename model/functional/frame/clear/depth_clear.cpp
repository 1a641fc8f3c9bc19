#include "functional/frame/clear/depth_clear.h"

#include "functional/frame/clear/surface_fill.h"
#include "functional/frame/depth/depth_buffer.h"
#include "isa/gen9/commands/depth_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

}  // namespace texpipe::functional
