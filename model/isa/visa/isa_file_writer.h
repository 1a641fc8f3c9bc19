// Writes the compiler's `.isa` container (isa_file.h).
#pragma once

#include <cstdint>
#include <vector>

#include "isa/visa/program.h"

namespace texpipe::visa {

/// One kernel as a container without native code. Errors: as encode().
std::vector<std::uint8_t> write_isa(const Program& program);

}  // namespace texpipe::visa
