// Facts that the opcode of an EU instruction gives about the fields of its word.
#pragma once

#include <cstdint>

#include "isa/gen9/eu_control.h"
#include "isa/gen9/eu_opcode.h"

namespace texpipe::gen9 {

/// Layout of the instruction word behind its first DWord, and meaning of the bits that opcodes share.
enum class EuForm : std::uint8_t {
  kNothing,      // nop, illegal
  kArithmetic,   // destination and one or two sources; CondModifier
  kLogic,        // as kArithmetic; negate inverts bits
  kMath,         // as kArithmetic; a function instead of CondModifier
  kThreeSource,  // destination and three sources, Align16
  kSend,         // message words instead of source 1
  kSplitSend,    // two registers of payload
  kBranch,       // byte offsets, or a register, instead of sources
  kWait,         // the notification register
};

/// Fields that hold the target of a branch.
enum class EuTarget : std::uint8_t {
  kNone,
  kJip,               // one offset
  kJipAndUip,         // two offsets
  kJipOrSource1,      // an offset, or a register in source 1
  kJipOrSource0,      // an offset, or a register in source 0
  kOffsetsOrSource0,  // two offsets, or two in a register
  kSource0,           // a register
};

struct EuOpcodeShape {
  EuForm form = EuForm::kNothing;
  std::uint8_t sources = 0;
  EuTarget target = EuTarget::kNone;
  bool branch_control = false;  // bit 28 chooses between two kinds of this branch
  bool destination = true;      // written in text; a branch's is not, but that of a call
};

/// The shape of each of the 68 opcodes.
const EuOpcodeShape& shape_of(EuOpcode opcode);

/// Sources that an opcode reads: those of math follow its function.
unsigned sources_of(EuOpcode opcode, MathFunction function);

inline bool is_three_source(EuOpcode opcode) {
  return shape_of(opcode).form == EuForm::kThreeSource;
}
inline bool is_send(EuOpcode opcode) {
  return shape_of(opcode).form == EuForm::kSend || shape_of(opcode).form == EuForm::kSplitSend;
}

}  // namespace texpipe::gen9
