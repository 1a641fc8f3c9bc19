// JSON as text and back. nlohmann's parser and writer are templates that take a second of each file that uses them:
// they are compiled here alone.
#pragma once

#include <istream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace texpipe::study {

inline constexpr int kOneLine = -1;  // no line breaks and no spaces

/// Strings that are not UTF-8: an exception of type nlohmann::json::type_error, or U+FFFD in place of each bad byte.
enum class InvalidUtf8 { kRefused, kReplaced };

/// Text of a value, each level indented by so many spaces more than the one around it. No line break at the end.
std::string json_text(const nlohmann::json& value, int indent = kOneLine, InvalidUtf8 invalid = InvalidUtf8::kRefused);
std::string json_text(const nlohmann::ordered_json& value, int indent = kOneLine,
                      InvalidUtf8 invalid = InvalidUtf8::kRefused);

/// Value of a text; Json is nlohmann::json or ordered_json. Throws Json::exception: Json::parse_error with line and
/// column, Json::out_of_range for a number that no double holds.
template <class Json>
Json parse_json(std::string_view text);

/// Problem of a text that parse_json did not take, to stand behind its file: "is no JSON: byte 12".
std::string json_problem(const nlohmann::json::exception& error);

/// As parse_json; a text that is no JSON gives a value that is_discarded().
template <class Json>
Json parse_json_or_discard(std::string_view text);
template <class Json>
Json parse_json_or_discard(std::istream& text);

}  // namespace texpipe::study
