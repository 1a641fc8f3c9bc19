#include "host/text/json_text.h"

namespace texpipe::study {

namespace {

template <class Json>
std::string text_of_json(const Json& value, int indent, InvalidUtf8 invalid) {
  using Handler = typename Json::error_handler_t;
  return value.dump(indent, ' ', false, invalid == InvalidUtf8::kRefused ? Handler::strict : Handler::replace);
}

}  // namespace

std::string json_text(const nlohmann::json& value, int indent, InvalidUtf8 invalid) {
  return text_of_json(value, indent, invalid);
}

std::string json_text(const nlohmann::ordered_json& value, int indent, InvalidUtf8 invalid) {
  return text_of_json(value, indent, invalid);
}

template <class Json>
Json parse_json(std::string_view text) {
  return Json::parse(text);
}

std::string json_problem(const nlohmann::json::exception& error) {
  const auto* const place = dynamic_cast<const nlohmann::json::parse_error*>(&error);
  return place != nullptr ? "is no JSON: byte " + std::to_string(place->byte)
                          : "holds a number of more than 1.8e308, which JSON of texpipe does not have";
}

template <class Json>
Json parse_json_or_discard(std::string_view text) {
  return Json::parse(text, nullptr, false);
}

template <class Json>
Json parse_json_or_discard(std::istream& text) {
  return Json::parse(text, nullptr, false);
}

template nlohmann::json parse_json(std::string_view);
template nlohmann::json parse_json_or_discard(std::string_view);
template nlohmann::json parse_json_or_discard(std::istream&);
template nlohmann::ordered_json parse_json(std::string_view);
template nlohmann::ordered_json parse_json_or_discard(std::string_view);
template nlohmann::ordered_json parse_json_or_discard(std::istream&);

}  // namespace texpipe::study
