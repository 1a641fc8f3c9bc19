// vISA as text: what the document writes and what the compiler prints (`.visaasm`).
#pragma once

#include <string>
#include <string_view>

#include "isa/visa/program.h"
#include "isa/visa/validate.h"

namespace texpipe::visa {

/// A kernel, or bare instructions. A text without any `.decl` declares its names by first use: parameters are f,
/// operands of INFO and loads ud; V0032, T6, S0 and P1 (with any number) keep their number, other names take the next.
/// Errors: one Error with kMalformedInput that holds up to 20 diagnostics, each with line and column.
Program parse_text(std::string_view text, const std::string& file, Generation generation = Generation::kKbl);

/// One instruction as the compiler prints it, without indentation.
std::string print(const Program& program, const Instruction& instruction);
/// One statement as the compiler prints it, indented unless it is a label.
std::string print_line(const Program& program, const Statement& statement);
/// The whole kernel; parse_text() of it gives the same program.
std::string print(const Program& program);

/// `R`, `GA`, ...: names of the enabled channels in order.
std::string channel_names(std::uint8_t channels);

}  // namespace texpipe::visa
