// Lowered vISA for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "isa/visa/lowering.h"

namespace texpipe::cli {

std::string lowering_text(const visa::Program& program, const std::vector<visa::LoweredInstruction>& lowered);
nlohmann::ordered_json lowering_json(const visa::Program& program,
                                     const std::vector<visa::LoweredInstruction>& lowered);

}  // namespace texpipe::cli
