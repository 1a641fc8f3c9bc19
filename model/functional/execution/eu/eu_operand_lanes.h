// Regions of registers: where an operand's lanes stand, how they come in and how results go out.
#pragma once

#include <deque>

#include "functional/execution/eu/eu_operation.h"
#include "isa/gen9/eu_instruction.h"

namespace texpipe::functional {

/// Immediates as lanes; addresses stay.
using ConstantPool = std::deque<LaneBuffer>;

/// Lanes of a region: how many, and of which work type.
struct LaneShape {
  WorkType work = WorkType::kInteger;
  unsigned count = 1;
};

/// Type of a source: the type of an immediate's lanes, or of the register.
RegisterType source_type(const gen9::EuInstruction& instruction, unsigned index);
RegisterType destination_type(const gen9::EuInstruction& instruction);

/// Errors: kMalformedInput for a region that leaves the register file, or a register that does not exist.
EuSourceOperand compile_source(const gen9::EuInstruction& instruction, unsigned index, LaneShape shape,
                               ConstantPool& constants);
/// A source whose lanes are `elements` elements behind the operand's first one, whatever region it has.
EuSourceOperand compile_elements(const gen9::EuInstruction& instruction, unsigned index, WorkType work,
                                 std::span<const std::int16_t> elements);
/// @param accumulates  the results are exact integers that an accumulator keeps whole
EuDestinationOperand compile_destination(const gen9::EuInstruction& instruction, unsigned lanes, bool accumulates);

/// Byte of lane `lane` of an operand in its file.
unsigned lane_byte(const EuState& state, const EuSourceOperand& source, unsigned lane);
unsigned lane_byte(const EuState& state, const EuDestinationOperand& destination, unsigned lane);

/// Lanes of acc0 and acc1, as integers, that hold a value of a type; `first` in bytes of both.
unsigned accumulator_lane(RegisterType type, unsigned byte);

}  // namespace texpipe::functional
