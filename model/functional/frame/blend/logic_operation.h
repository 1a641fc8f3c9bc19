// Logic operations of colours: 3D_Logic_Op_Function.
#pragma once

#include <cstdint>

#include "isa/gen9/blend.h"

namespace texpipe::functional {

/// Bits of the result. The code of an operation is its truth table: bit 2s + d says what becomes of source bit s and
/// target bit d.
constexpr std::uint32_t logic_result(gen9::LogicOp operation, std::uint32_t source, std::uint32_t target) {
  const auto truth = static_cast<unsigned>(operation);
  std::uint32_t result = 0;
  if ((truth & 1) != 0) result |= ~source & ~target;
  if ((truth & 2) != 0) result |= ~source & target;
  if ((truth & 4) != 0) result |= source & ~target;
  if ((truth & 8) != 0) result |= source & target;
  return result;
}

}  // namespace texpipe::functional
