// Values of vISA operands lane by lane, and what the arithmetic instructions make of them.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "functional/execution/visa_registers.h"

namespace texpipe::functional {

/// An operand's element: the bits in its type, and the type.
struct VisaValue {
  visa::DataType type = visa::DataType::kUd;
  std::uint64_t bits = 0;
};

/// Converts as `mov` does: floats to integers toward zero and saturated, integers to floats to nearest even, integers
/// cut off. Errors: kUnsupported for 64-bit floats and packed vectors.
std::uint64_t convert(const VisaValue& value, visa::DataType to, bool saturate);

/// Result of an instruction with one to three sources in the type that their arithmetic has. Errors: kUnsupported,
/// naming the instruction.
VisaValue evaluate(std::string_view instruction, const std::vector<VisaValue>& sources);

/// Relation of cmp, by its number (eq, ne, gt, ge, lt, le). NaN is unequal to everything and in no order.
bool compare(unsigned relation, const VisaValue& a, const VisaValue& b);

/// Element of a source with its modifier applied.
VisaValue read_element(const ThreadRegisters& registers, const VisaRegisters& places, const visa::Program& program,
                       const visa::VectorOperand& operand, unsigned lane);

/// Byte of a destination's element in the register file.
unsigned destination_byte(const VisaRegisters& places, const visa::Program& program,
                          const visa::RegisterOperand& operand, unsigned lane);

void write_bytes(ThreadRegisters& registers, unsigned byte, std::uint64_t bits, unsigned size);
std::uint64_t read_bytes(const ThreadRegisters& registers, unsigned byte, unsigned size);

/// Registers that an operand reads or writes.
GrfRange registers_of(const VisaRegisters& places, const visa::Program& program, const visa::VectorOperand& operand,
                      unsigned lanes, bool destination);

}  // namespace texpipe::functional
