// The values of a struct as YAML, written as they are visited: what every run and every point of a sweep writes and
// hashes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parameters/tree/field.h"

namespace texpipe::study {

/// A value as YAML has it: in quotes where a plain one would read back as something else.
std::string yaml_value(FieldType type, const std::string& text, bool is_list);

/// Collects the text; use yaml_text().
class YamlTextWriter final : public FieldVisitor {
 public:
  /// @param left_out  a key of the outermost level
  YamlTextWriter(std::size_t indent, std::string_view left_out) : indent_{indent}, left_out_{left_out} {}
  std::string take() { return std::move(text_); }

  void field(Field& field) override;
  void begin_group(std::string_view name, std::string_view help) override;
  void begin_preset_group(Field& word) override;
  void end_group() override;
  void begin_list(std::string_view name, std::size_t count, std::string_view help) override;
  void begin_element(std::size_t index) override;
  void end_element() override;
  void end_list() override;

 private:
  struct List {
    std::vector<std::string> elements;  // the first one, and all as soon as one differs
    std::size_t count = 0, begin = 0;
  };

  void open(std::string_view name);
  void close();

  std::size_t indent_;
  std::string_view left_out_;
  std::string text_;
  std::vector<std::size_t> open_;  // where the line of each level ends
  std::vector<List> lists_;
  unsigned hidden_ = 0;  // levels inside a group that a word gives
};

/// YAML text that reads back as the same values, as to_yaml() of the struct's tree has it.
template <class Struct>
std::string yaml_text(Struct& parameters, std::size_t indent = 0, std::string_view left_out = {}) {
  YamlTextWriter writer{indent, left_out};
  visit_fields(parameters, writer);
  return writer.take();
}

}  // namespace texpipe::study
