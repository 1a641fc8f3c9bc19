// Values of parameters as plain numbers: for expressions, and for ranges whose places lie between two values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// A number, a fraction, a truth (1 or 0) or a quantity, in base units (bytes, hertz, picoseconds, cycles ...); nothing
/// for another text.
std::optional<double> number_of(std::string_view text);

/// Whether a parameter can take every number (or every whole number, or power of two) of a range.
bool has_numbers(const ParameterNode& node);

/// The parameter's value that is nearest to a number in base units, as text.
std::string nearest_text(double number, const ParameterNode& node);

}  // namespace texpipe::study
