// Text of inputs as a terminal may see it.
#pragma once

#include <string>
#include <string_view>

namespace texpipe {

enum class LineBreaks { kKept, kEscaped };

/// Control characters (C0 without tabs, DEL, C1, and Unicode's controls of direction) as \x1b or \u202e.
std::string printable(std::string_view text, LineBreaks breaks = LineBreaks::kEscaped);

}  // namespace texpipe
