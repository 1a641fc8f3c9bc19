// Units of what is estimated and no parameter: areas and energies in expressions.
#pragma once

#include <optional>
#include <string_view>

namespace texpipe::study {

/// Number of a word of an expression: of a parameter's quantity (`8KiB`, `50ns`) as number_of, of an area (`5.7mm2`,
/// `5e6um2`) in mm2, of an energy (`1.5uJ`) in nJ. Empty: it is none of these.
std::optional<double> number_or_estimate(std::string_view word);

}  // namespace texpipe::study
