// JSON text written as it comes, for large results: no tree of values is built.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace texpipe::study {

/// Writes the bytes that nlohmann::json's dump(indent) would: every element on a line of its own. Keys and values in
/// the order of the calls; the caller sees to it that they fit.
class JsonWriter {
 public:
  explicit JsonWriter(unsigned indent) : indent_{indent} {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }

  void key(std::string_view name);

  void value(std::string_view text);
  void value(double number);
  template <std::unsigned_integral Number>
  void value(Number number) {
    element();
    text_ += std::to_string(number);
  }

  template <class Value>
  void member(std::string_view name, const Value& of) {
    key(name);
    value(of);
  }

  std::string take() { return std::move(text_); }

 private:
  void begin(char bracket);
  void end(char bracket);
  void element();  // what stands before a value or a key
  void new_line();
  void quoted(std::string_view text);

  std::string text_;
  unsigned indent_;
  unsigned depth_ = 0;
  bool empty_ = true;   // the innermost object or array, so far
  bool keyed_ = false;  // a key stands before the next value
};

}  // namespace texpipe::study
