#include "host/files/json_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/text/json_text.h"

namespace texpipe::study {

void JsonWriter::key(std::string_view name) {
  element();
  quoted(name);
  text_ += ": ";
  keyed_ = true;
}

void JsonWriter::value(std::string_view text) {
  element();
  quoted(text);
}

void JsonWriter::value(double number) {
  element();
  text_ += json_text(nlohmann::json(number));
}

void JsonWriter::begin(char bracket) {
  element();
  text_ += bracket;
  ++depth_;
  empty_ = true;
}

void JsonWriter::end(char bracket) {
  --depth_;
  if (!empty_) new_line();
  text_ += bracket;
  empty_ = false;
}

void JsonWriter::element() {
  if (!keyed_ && depth_ > 0) {
    if (!empty_) text_ += ',';
    new_line();
  }
  keyed_ = false;
  empty_ = false;
}

void JsonWriter::new_line() {
  text_ += '\n';
  text_.append(std::size_t{depth_} * indent_, ' ');
}

void JsonWriter::quoted(std::string_view text) {
  const auto plain = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  if (!std::all_of(text.begin(), text.end(), plain)) {
    text_ += json_text(nlohmann::json(text));
    return;
  }
  text_ += '"';
  text_ += text;
  text_ += '"';
}

}  // namespace texpipe::study
