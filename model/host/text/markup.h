// Plain text inside the markup of pages and manual pages.
#pragma once

#include <string>
#include <string_view>

namespace texpipe::study {

/// The text in HTML, inside an element or an attribute in double quotes.
std::string html_text(std::string_view text);

/// The text in a manual page: nothing in it is an order to the formatter.
std::string roff_text(std::string_view text);

}  // namespace texpipe::study
