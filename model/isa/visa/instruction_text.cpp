#include "isa/visa/instruction_text.h"

namespace texpipe::visa {

void InstructionText::read_head() {
  if (cursor.peek() == '(') {
    mark(Part::kPredicate, cursor.column());
    cursor.expect('(', "the predicate");
    predicate.inverted = cursor.accept('!');
    predicate_name = cursor.word("a predicate");
    if (cursor.accept('.')) {
      const Word control = cursor.word("any or all");
      if (control.text == "any") {
        predicate.control = PredicateUse::Control::kAny;
      } else if (control.text == "all") {
        predicate.control = PredicateUse::Control::kAll;
      } else {
        cursor.fail(control.column, "predicate control " + std::string{control.text} + " is not listed",
                    "expected any or all");
      }
    }
    cursor.expect(')', "the predicate");
  }
  words.push_back(cursor.word("an instruction"));
  while (cursor.accept('.')) words.push_back(cursor.word("a modifier or channels"));
  mark(Part::kInstruction, words.front().column);
  mark(Part::kOperation, words.front().column);
}

PredicateUse InstructionText::take_predicate() {
  if (predicate_name) predicate.variable = names.predicate(cursor, *predicate_name);
  return predicate;
}

void InstructionText::end_of_line() {
  if (!cursor.at_end()) cursor.fail(cursor.column(), "more text than the instruction has");
}

int InstructionText::column_of(Part part, unsigned index) const {
  const auto exact = columns.find({part, index});
  if (exact != columns.end()) return exact->second;
  const auto start = columns.find({Part::kInstruction, 0});
  return start == columns.end() ? 1 : start->second;
}

Instruction InstructionText::checked(Instruction instruction) const {
  if (!rules) return instruction;
  std::vector<Diagnostic> diagnostics;
  for (const Violation& broken : violations(program, instruction, *rules)) {
    try {
      cursor.fail(column_of(broken.part, broken.index), broken.problem, broken.hint);
    } catch (const Error& error) {
      diagnostics.push_back(error.diagnostics().front());
    }
  }
  if (!diagnostics.empty()) throw Error{ExitCode::kMalformedInput, std::move(diagnostics)};
  return instruction;
}

std::uint8_t channel_mask(std::string_view word) {
  constexpr std::string_view kLetters = "RGBA";
  std::uint8_t mask = 0;
  std::size_t last = 0;
  for (char letter : word) {
    const std::size_t index = kLetters.find(letter, last);
    if (index == std::string_view::npos) return 0;
    mask |= static_cast<std::uint8_t>(1u << index);
    last = index + 1;
  }
  return mask;
}

}  // namespace texpipe::visa
