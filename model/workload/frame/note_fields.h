// Numbers in the texts of notes that a run answers with a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace texpipe::study {

/// Takes a text apart from its front. The first part that is missing ends it with an error.
class NoteFields {
 public:
  /// @param form  of such notes, for the error
  NoteFields(std::string_view note, std::string_view form);

  std::uint32_t number();  // decimal, of 32 bits
  void word(std::string_view expected);
  /// One of several words; its place among them.
  template <class Words>
  std::size_t one_of(const Words& words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (rest_.starts_with(words[i])) return rest_.remove_prefix(words[i].size()), i;
    }
    refuse();
  }
  void end();

 private:
  [[noreturn]] void refuse() const;

  std::string_view note_, form_, rest_;
};

/// Length of the whole number, with or without a sign, that a text begins with; 0: it begins with none.
std::size_t number_length(std::string_view text);

/// The text up to a zero byte, which ends the words of a note.
std::string_view words_of_note(std::string_view text);

}  // namespace texpipe::study
