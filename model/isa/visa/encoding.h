// Instructions as bytes, in the two layouts of resolution R11.
#pragma once

#include <string>
#include <vector>

#include "isa/visa/byte_stream.h"
#include "isa/visa/program.h"
#include "isa/visa/validate.h"

namespace texpipe::visa {

/// `document`: 3D_SAMPLE with a one-byte Op whose bits 5 to 7 are the modifiers, INFO without channels.
/// `igc`: what the compiler's `.isa` holds: a two-byte Op with modifiers in bits 8 and 9 (bit 10, .divS, is read; the
/// compiler never writes it, and neither does the encoder), INFO with a one-byte Op and a byte of channels.
enum class Layout : std::uint8_t { kDocument, kIgc };

inline constexpr EnumRow kLayoutRows[] = {{0, "document", "as the instruction's document says"},
                                          {1, "igc", "as the compiler writes"}};
inline EnumRows enum_rows(Layout) {
  return {"layout", kLayoutRows};
}

/// Bytes of one instruction. Errors: Error with kMalformedInput when the layout cannot hold it (the document's INFO has
/// no channels).
void encode(FieldWriter& out, const Instruction& instruction, Layout layout);
std::vector<std::uint8_t> encode(const std::vector<Statement>& statements, Layout layout);

/// Next instruction of a stream, without the rules of validate.h. Errors: Error with kMalformedInput, kUnsupported for
/// opcodes that texpipe does not have.
Instruction decode(FieldReader& in, Layout layout);

/// Instructions up to the end, each validated against the declarations of `program`; broken rules name the
/// instruction's byte.
std::vector<Statement> decode_stream(FieldReader& in, const Program& program, Layout layout, Generation generation);

/// A bare stream of instructions as a program: what it uses is declared by declare_used(). Errors: as decode_stream().
Program decode_bare(std::span<const std::uint8_t> bytes, const std::string& file, Layout layout, Generation generation);

}  // namespace texpipe::visa
