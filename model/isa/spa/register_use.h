// Registers and predicates that an SPA instruction reads and writes.
#pragma once

#include <optional>
#include <vector>

#include "isa/spa/spa_instruction.h"

namespace texpipe::spa {

/// Registers and predicates of an instruction. RZ and PT are left out: they read constants and drop writes.
struct RegisterUse {
  std::vector<Register> reads;
  std::optional<Predicate> guard;
  Register destination;     // RZ: nothing is written
  unsigned components = 0;  // registers from the destination on
  std::optional<Predicate> predicate_written;
};

RegisterUse register_use(const Instruction& instruction);

const Scheduling& scheduling_of(const Instruction& instruction);

/// Whether two instructions write a common register or predicate.
bool write_same(const RegisterUse& a, const RegisterUse& b);

/// Whether one instruction reads a register or predicate that the other writes.
bool reads_result(const RegisterUse& reader, const RegisterUse& writer);

}  // namespace texpipe::spa
