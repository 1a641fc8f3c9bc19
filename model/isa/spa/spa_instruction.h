// SPA instructions as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "isa/spa/pixld.h"
#include "isa/spa/txq.h"

namespace texpipe::spa {

using Instruction = std::variant<Txq, Pixld>;

struct PlacedInstruction {
  Instruction instruction;
  SourcePosition position;
};

/// Reads a program: instructions end with `;`, comments run from `//` to the end of the line or between `/*` and `*/`.
/// @param file  name for error texts
/// Errors: Error (kMalformedInput) with line and column for the first mistake of each instruction; kUnsupported for the
/// queries that the encoding has and the document has not.
std::vector<PlacedInstruction> parse_program(std::string_view text, const std::string& file);

/// Canonical text of an instruction; parsing it gives the same instruction.
std::string text_of(const Instruction& instruction);

/// Part of an instruction that breaks a rule.
enum class RuledOperand : std::uint8_t { kDestination, kSource, kWriteMask, kAddress };
struct BrokenOperandRule {
  RuledOperand operand = RuledOperand::kDestination;
  std::string problem;
};

/// The first of the documents' operand and alignment rules that does not hold.
///   TXQ: Rd aligned to the number of components that wmask returns (3 align to 4); Ra not RZ when there are
///   parameters, aligned to their number. PIXLD: [#ImmU08] is 0..255, [Ra+#ImmS08] is -128..127.
std::optional<BrokenOperandRule> broken_rule(const Instruction& instruction);

}  // namespace texpipe::spa
