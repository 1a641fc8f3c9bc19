// Text of an input as an error message repeats it: shortened to what a reader wants to see.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace texpipe {

/// As many problems as an error's text has.
inline constexpr std::size_t kMostDiagnostics = 100;

/// A text of more than `most` bytes as its beginning, its size and its end; characters of UTF-8 stay whole.
/// @param most  at least 16
std::string shortened(std::string_view text, std::size_t most);

}  // namespace texpipe
