// Immediate operands of EU instructions as text.
#pragma once

#include <string>

#include "isa/gen9/eu_instruction.h"

namespace texpipe::gen9 {

/// `0.5:f`, `-1:w`, `0x4C0:uw`: signed integers in decimal, others in hexadecimal, floats in decimal where that gives
/// back the same bits within six or seven digits.
std::string immediate_text(const EuSource& source);

}  // namespace texpipe::gen9
