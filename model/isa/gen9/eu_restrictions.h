// Rules of the documents that an EU instruction can break, beside reserved codes: the restrictions and programming
// notes of the enumerations, unless a resolution relaxes them.
#pragma once

#include <span>
#include <string_view>

#include "isa/gen9/eu_instruction.h"

namespace texpipe::gen9 {

/// A rule: whose it is, what it says, and whether an instruction breaks it.
struct EuRestriction {
  std::string_view enumeration;
  std::string_view rule;
  bool (*broken)(const EuInstruction&);
};

std::span<const EuRestriction> eu_restrictions();

/// The first rule that an instruction breaks; null when it keeps all.
const EuRestriction* broken_restriction(const EuInstruction& instruction);

/// Error (kMalformedInput) with the instruction's place and the rule that it breaks.
void require_restrictions(const EuInstruction& instruction);

}  // namespace texpipe::gen9
