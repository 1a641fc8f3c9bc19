#include "workload/frame/note_fields.h"

#include <charconv>

#include "base/decimal.h"
#include "base/diagnostic.h"
#include "workload/frame/note_text.h"

namespace texpipe::study {

NoteFields::NoteFields(std::string_view note, std::string_view form) : note_{note}, form_{form}, rest_{note} {}

std::uint32_t NoteFields::number() {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
  if (error != std::errc{}) refuse();
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
  return number;
}

void NoteFields::word(std::string_view expected) {
  if (!rest_.starts_with(expected)) refuse();
  rest_.remove_prefix(expected.size());
}

void NoteFields::end() {
  if (!rest_.empty()) refuse();
}

void NoteFields::refuse() const {
  const std::size_t at = note_.size() - rest_.size();
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = "the note \"" + shown_note(note_) + "\" is wrong from letter " +
                                    std::to_string(at + 1) + " on",
                         .hint = "expected " + std::string{form_} + ", with numbers up to 4294967295"}};
}

std::size_t number_length(std::string_view text) {
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  std::size_t end = sign;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end == sign ? 0 : end;
}

std::string_view words_of_note(std::string_view text) {
  return text.substr(0, text.find('\0'));
}

}  // namespace texpipe::study
