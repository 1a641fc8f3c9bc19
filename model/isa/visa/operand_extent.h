// Which bytes of its variables an instruction touches, and which elements of its predicates and state variables.
#pragma once

#include <cstdint>
#include <vector>

#include "isa/visa/program.h"
#include "isa/visa/validate.h"

namespace texpipe::visa {

/// One operand and what lies in front of its end.
struct OperandExtent {
  enum class Kind : std::uint8_t { kVariable, kPredicate, kSurface, kSampler };
  Kind kind = Kind::kVariable;
  Part part = Part::kParameter;
  unsigned index = 0;        // of the part
  std::uint32_t number = 0;  // of the variable
  std::uint32_t end = 0;     // first byte (kVariable), lane (kPredicate) or element that the operand leaves alone
};

/// Extents of every operand that names something: payloads and responses by lanes, channels and width of their
/// elements (specification/visa-lowering 5), raw operands by what their opcode moves, regions by their strides,
/// predicates by the number of lanes. %null has none. Variables that `program` does not declare
/// are left out.
std::vector<OperandExtent> operand_extents(const Program& program, const Instruction& instruction);

/// An extent that is larger than its declaration breaks a rule: the operand would reach the neighbour.
std::vector<Violation> extent_violations(const Program& program, const Instruction& instruction);

}  // namespace texpipe::visa
