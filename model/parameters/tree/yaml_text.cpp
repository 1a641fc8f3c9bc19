#include "parameters/tree/yaml_text.h"

#include <algorithm>
#include <cctype>

namespace texpipe::study {

namespace {

constexpr std::size_t kStep = 2;

/// True when a plain scalar would read back as something else than this text.
bool needs_quotes(FieldType type, const std::string& text) {
  if (type != FieldType::kText) return false;
  if (text.empty() || text == "null" || text == "Null" || text == "~") return true;
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '/' || c == '-' || c == '+';
  };
  return !std::all_of(text.begin(), text.end(), plain) || text.front() == '-';
}

std::string in_quotes(const std::string& text) {
  std::string result{'\''};
  for (const char c : text) result += c == '\'' ? "''" : std::string{c};
  return result += '\'';
}

/// The lines of an element, as one of a sequence.
std::string as_item(const std::string& lines, std::size_t indent) {
  std::string text;
  for (std::size_t at = 0, end; at < lines.size(); at = end + 1) {
    end = lines.find('\n', at);
    text.append(indent, ' ').append(at == 0 ? "- " : "  ").append(lines, at + indent, end + 1 - at - indent);
  }
  return text;
}

}  // namespace

std::string yaml_value(FieldType type, const std::string& text, bool is_list) {
  if (is_list && (text.empty() || text.find(',') != std::string::npos)) return '[' + text + ']';
  return needs_quotes(type, text) ? in_quotes(text) : text;
}

void YamlTextWriter::field(Field& field) {
  if (hidden_ > 0 || (open_.empty() && field.name == left_out_)) return;
  text_.append(indent_, ' ').append(field.name).append(": ");
  text_ += yaml_value(field.type, field.text(), field.is_list);
  text_ += '\n';
}

void YamlTextWriter::open(std::string_view name) {
  text_.append(indent_, ' ').append(name) += ':';
  open_.push_back(text_.size());
  text_ += '\n';
  indent_ += kStep;
}

void YamlTextWriter::close() {
  indent_ -= kStep;
  if (text_.size() == open_.back() + 1) text_.insert(open_.back(), " {}");
  open_.pop_back();
}

void YamlTextWriter::begin_group(std::string_view name, std::string_view) {
  if (hidden_ > 0) {
    ++hidden_;
  } else {
    open(name);
  }
}

void YamlTextWriter::begin_preset_group(Field& word) {
  const std::string preset = hidden_ > 0 ? "" : word.text();
  if (preset.empty()) return begin_group(word.name, word.help);
  text_.append(indent_, ' ').append(word.name).append(": ").append(preset) += '\n';
  hidden_ = 1;
}

void YamlTextWriter::end_group() {
  if (hidden_ > 0) {
    --hidden_;
  } else {
    close();
  }
}

void YamlTextWriter::begin_list(std::string_view name, std::size_t, std::string_view) {
  begin_group(name, {});
  if (hidden_ == 0) lists_.push_back({});
}

void YamlTextWriter::begin_element(std::size_t) {
  if (hidden_ > 0) {
    ++hidden_;
  } else {
    lists_.back().begin = text_.size();
  }
}

void YamlTextWriter::end_element() {
  if (hidden_ > 0) {
    --hidden_;
    return;
  }
  List& list = lists_.back();
  const bool equal = list.count > 0 && list.elements.size() == 1 &&
                     std::string_view{text_}.substr(list.begin) == list.elements.front();
  if (!equal) {
    while (list.elements.size() < list.count) list.elements.push_back(list.elements.front());
    list.elements.push_back(text_.substr(list.begin));
  }
  text_.resize(list.begin);
  ++list.count;
}

/// Equal elements stand as one group.
void YamlTextWriter::end_list() {
  if (hidden_ > 0) return end_group();
  if (lists_.back().elements.size() == 1) {
    text_ += lists_.back().elements.front();
  } else {
    for (const std::string& element : lists_.back().elements) text_ += as_item(element, indent_);
  }
  lists_.pop_back();
  close();
}

}  // namespace texpipe::study
