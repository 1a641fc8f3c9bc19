// Fields that a command line gives: each once, and none that its structure cannot hold.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "isa/gen9/bit_field.h"

namespace texpipe::gen9 {

/// `field=value` of each text. Errors: those of parse_assignment(), and Error (kUsage) for a field that is named twice.
std::vector<FieldAssignment> parse_assignments(const std::vector<std::string>& texts);

/// Checks that a whole number was taken as it is: a member of a structure may have fewer bits than the number, and then
/// holds its low ones. @param fields  of the structure, after the assignment
/// Errors: Error (kMalformedInput) that names the field and the numbers of its bits.
void require_held(std::span<const FieldValue> fields, const FieldAssignment& assignment);

}  // namespace texpipe::gen9
