// Values as their writers meant them.
#pragma once

#include <string>
#include <string_view>

#include "parameters/tree/field.h"

namespace texpipe::study {

/// Hint for a text that a field refuses, where a usual slip of the pen makes the difference: `did you mean 8x8?`, with
/// a reason where the slip is one of YAML. Empty where no repair is a value of the field; the field may have taken one
/// of those that were tried.
std::string repaired_value_hint(const Field& field, std::string_view text);

}  // namespace texpipe::study
