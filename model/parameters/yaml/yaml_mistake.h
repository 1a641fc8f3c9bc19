// Mistakes that people make in YAML, told from the lines around the place where its reader gave up.
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace texpipe::study {

/// Problem of a text that is no YAML: a tab, a missing space behind a colon, `=` in place of it, a colon in a value, a
/// line too far right; else the reader's own words.
/// @param place  where the reader gave up; line 0: nowhere
/// @param said   the reader's words
Diagnostic yaml_mistake(std::string_view text, const SourcePosition& place, const std::string& said);

/// Problem of a text in another language or with other line ends than YAML's: XML, INI, TOML. Empty for what may be
/// YAML.
std::string other_language(std::string_view text);

}  // namespace texpipe::study
