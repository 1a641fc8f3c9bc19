// Operands of EU instructions as the assembler writes them.
#pragma once

#include <optional>
#include <string>

#include "isa/gen9/eu_instruction.h"

namespace texpipe::gen9 {

inline std::string decimal(unsigned value) {
  return std::to_string(value);
}

/// The assembler writes a three-source instruction of one channel as a group of four, or a pair of 64 bits, of which
/// the destination enables one: its number in the group. Nothing for other instructions.
std::optional<unsigned> only_channel(const EuInstruction& i);

/// `r12.3`, `acc0.0`, `a0.2`, `null`: the number, and the subregister in elements where the register has them.
std::string register_text(RegFile file, unsigned number, unsigned byte, SrcType type);

/// `r[a0.1,16]`: the register that an address register points to.
std::string address_text(const RegisterAddress& address);

std::string destination_text(const EuInstruction& i);
std::string source_text(const EuInstruction& i, const EuSource& s);

/// Each operand of a three-source instruction: <2;1>, or <1> in the last place; replicated: <0;0>, <0>.
std::string three_source_text(const EuInstruction& i, unsigned index);

/// A register as branches and sends name it: without a region.
std::string bare_source(const EuSource& s);

/// Payload of a send.
std::string payload_text(RegFile file, unsigned number, unsigned byte);

}  // namespace texpipe::gen9
