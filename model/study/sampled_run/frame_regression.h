// Cycles of a frame's parts by what units work for them.
#pragma once

#include <span>
#include <vector>

namespace texpipe::study {

/// Least parts for a regression on two works.
inline constexpr unsigned kPartsOfTwoWorks = 8;

/// Cycles of parts by their work, as least squares have it beside a constant: cycles of one more cycle of each work.
/// None is negative; together they take no longer than the parts do.
/// @param cycles  by part, less their mean
/// @param works   one or two, each by part, less its mean; @param means  of these
/// @param mean    cycles of a part, which are not negative
std::vector<double> slopes_of(std::span<const double> cycles, std::span<const std::vector<double>> works,
                              std::span<const double> means, double mean);

}  // namespace texpipe::study
