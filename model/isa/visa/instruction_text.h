// One line of vISA text while an instruction is read from it: the words in front, and where each part stands.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "isa/visa/name_scope.h"
#include "isa/visa/validate.h"

namespace texpipe::visa {

struct InstructionText {
  TextCursor& cursor;
  const Program& program;
  NameScope& names;
  std::optional<Generation> rules;     // whose rules hold; nothing: names and numbers only
  PredicateUse predicate;              // without its variable until take_predicate()
  std::optional<Word> predicate_name;  // `(!P1.any)`
  std::vector<Word> words;             // the name and what follows its dots
  std::map<std::pair<Part, unsigned>, int> columns;

  /// Reads the predicate, the name and its dotted words.
  void read_head();
  /// The predicate with its variable.
  PredicateUse take_predicate();
  void mark(Part part, int column, unsigned index = 0) { columns[{part, index}] = column; }
  /// Marks the next character that is no space.
  void mark_next(Part part, unsigned index = 0) {
    cursor.skip_spaces();
    mark(part, cursor.column(), index);
  }
  void end_of_line();
  /// The instruction, when it breaks no rule. Errors: all rules that it breaks, each at its part's column.
  Instruction checked(Instruction instruction) const;

 private:
  int column_of(Part part, unsigned index) const;
};

/// Channel mask of a name like `RGA`: letters in order, each once; 0 when the word is no such name.
std::uint8_t channel_mask(std::string_view word);

}  // namespace texpipe::visa
