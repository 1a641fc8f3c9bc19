// Text of traces of rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/verify/row_trace.h"

namespace texpipe::study {

/// A colour as `(0.5, 0, 1, 1)`.
std::string color_text(const Rgba& rgba);

/// The trace as lines of text.
std::vector<std::string> trace_lines(const RowTrace& trace, unsigned channel);

/// The rules that a text names, as lines with their words, under the pages that state them; empty when it names none.
std::string rules_legend(std::string_view text);

}  // namespace texpipe::study
