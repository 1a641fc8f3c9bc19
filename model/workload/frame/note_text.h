// Texts of notes, between quotation marks and as a terminal may see them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace texpipe::study {

/// Between quotation marks; those, backslashes and every byte that is not printable ASCII are escaped (`\"`, `\\`,
/// `\x1b`), so that any text comes back.
std::string quoted_note(std::string_view text);
/// The text of such quotation; none when it is none.
std::optional<std::string> unquoted_note(std::string_view quoted);

/// Text for a terminal and for JSON: every byte that is not printable ASCII is escaped.
std::string shown_note(std::string_view text);

}  // namespace texpipe::study
