// Values of vISA operands in a thread's registers, lane by lane.
#pragma once

#include <cstdint>

#include "functional/execution/visa_registers.h"
#include "functional/execution/visa_value.h"

namespace texpipe::functional {

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
