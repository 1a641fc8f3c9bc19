// Transfer of operands' lanes from registers and to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "functional/execution/eu/eu_operation.h"

namespace texpipe::functional {

/// Shapes of regions, each with a function of its own.
enum class RegionLayout : std::uint8_t { kRow, kScalar, kRegion, kIndirect, kAccumulator };

template <class Element>
Element element_at(const std::byte* bytes) {
  Element element;
  std::memcpy(&element, bytes, sizeof element);
  return element;
}

/// Null for floats in integer arithmetic.
EuSourceOperand::Load load_function(WorkType work, RegisterType type, RegionLayout layout);
EuSourceOperand::Load load_immediate_function();

/// A source modifier; null when it changes nothing.
EuSourceOperand::Modify modify_function(WorkType work, gen9::SrcMod modifier, bool logic, RegisterType type);

/// Elements of a destination's type into its registers.
EuDestinationOperand::Store store_function(const EuDestinationOperand& destination);
/// Exact integers into acc0 and acc1: whole, and what a read of their bits shows.
EuDestinationOperand::Store store_accumulator_function();

}  // namespace texpipe::functional
