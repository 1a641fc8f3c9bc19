// Units in expressions: those of parameters, and of what is estimated and no parameter (areas and energies).
#pragma once

#include <optional>
#include <string_view>

#include "parameters/expression/expression.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// Number of a word of an expression: of a parameter's quantity (`8KiB`, `50ns`) as number_of, of an area (`5.7mm2`,
/// `5e6um2`) in mm2, of an energy (`1.5uJ`) in nJ. Empty: it is none of these.
std::optional<double> number_or_estimate(std::string_view word);

inline constexpr std::string_view kAreaUnit = "mm2", kEnergyUnit = "nJ";

/// Unit in which number_or_estimate gives a word's number: a parameter's base unit (ParameterNode::unit), kAreaUnit or
/// kEnergyUnit; empty for a plain number.
std::string_view base_unit_of(std::string_view word);

/// The node's unit, with its value as an example; numbers of cycles may stand without their unit. The node outlives it.
NamedUnit unit_of_parameter(const ParameterNode& node);

}  // namespace texpipe::study
