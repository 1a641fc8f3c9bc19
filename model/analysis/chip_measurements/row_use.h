// Whether a reference row vouches for the model, or only gives back what a parameter was taken from.
#pragma once

#include <string>
#include <vector>

#include "analysis/chip_measurements/reference.h"
#include "parameters/layers/value_sources.h"

namespace texpipe::study {

/// Author of a measurement: the text of a source up to its first comma, colon or parenthesis. Rows of one author are no
/// independent evidence for a parameter that was taken from another of them.
std::string author_of(const std::string& source);

/// Paths of the parameters and constants of a machine that use up a row: whose sources name the row or its family, and
/// those that the row itself names (in `set` or `value`) and that were taken from a row of its family.
std::vector<std::string> parameters_from(const ReferenceRow& row, const ValueSources& sources);

/// Whether a row moves with parameters, and all of them were taken from rows of its family or of its author: it then
/// says what they say.
/// @param moving  paths without indices
/// @param rows    all rows, to know their authors
bool moves_only_with_own(const ReferenceRow& row, const std::vector<std::string>& moving, const ValueSources& sources,
                         const std::vector<ReferenceRow>& rows);

}  // namespace texpipe::study
