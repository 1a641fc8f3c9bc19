// The compiler's `.isa` container (CISA): header, name table, declarations, instructions, and the native code behind
// them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/visa/program.h"
#include "isa/visa/validate.h"

namespace texpipe::visa {

/// True when the bytes start with the container's magic.
bool is_isa_file(std::span<const std::uint8_t> bytes);

/// Kernels of a container. Errors: Error with kMalformedInput (file and byte), kUnsupported for what no public file
/// holds: variable attributes, relocations, file-scope variables and functions.
std::vector<Program> read_isa(std::span<const std::uint8_t> bytes, const std::string& file,
                              Generation generation = Generation::kKbl);

}  // namespace texpipe::visa
