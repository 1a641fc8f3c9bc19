// EU instructions as text, in the syntax of Intel's assembler iga64.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "isa/gen9/eu_instruction.h"

namespace texpipe::gen9 {

/// One instruction, as `add (8|M0) r12.0<1>:f r12.0<8;8,1>:f 0.5:f`, in columns; a send with what its message is behind
/// `//`. Align16 operands of two-source instructions, which the assembler has no syntax for, read `r41.0<4>.zwzw:f`.
std::string eu_text(const EuInstruction& instruction);

/// Remark that explains the message of a send, as `wr:1h+4, rd:8; sampler; simd16 sample using sampler index 0`.
std::string message_remark(const EuInstruction& send);

enum class EuListingColumns : std::uint8_t { kText, kOffsetBitsAndText };

/// A program with a label at each place that a branch names or that follows a branch. The columns in front, when asked
/// for, are each instruction's byte offset and bits, as a comment.
std::string eu_listing(std::span<const EuInstruction> instructions, EuListingColumns columns);

}  // namespace texpipe::gen9
