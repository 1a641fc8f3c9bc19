#include "isa/visa/generic_parser.h"

#include <algorithm>
#include <bit>

#include "base/spelling.h"
#include "isa/visa/operand_parser.h"

namespace texpipe::visa {

namespace {

class GenericParser {
 public:
  GenericParser(InstructionText& text, const OpcodeFacts& opcode)
      : text_{text}, cursor_{text.cursor}, instruction_{.opcode = &opcode} {}

  Instruction parse();

 private:
  void read(OperandField field);
  bool has(OperandField field) const {
    const auto& fields = instruction_.opcode->fields;
    return std::find(fields.begin(), fields.end(), field) != fields.end();
  }
  std::string name() const { return std::string{instruction_.opcode->name}; }

  /// The next dotted word; an error that names `what` when there is none.
  const Word& next_word(std::string_view what, std::string expected);
  void word();
  void atomic();
  void fence();
  void channels();
  void owords();
  std::uint8_t power(std::string_view what, std::initializer_list<unsigned> listed);
  void saturate();

  InstructionText& text_;
  TextCursor& cursor_;
  GenericInstruction instruction_;
  std::size_t next_word_ = 1;
};

const Word& GenericParser::next_word(std::string_view what, std::string expected) {
  if (next_word_ == text_.words.size()) {
    const Word& last = text_.words.back();
    cursor_.fail(last.column + static_cast<int>(last.text.size()), "the " + std::string{what} + " is missing",
                 std::move(expected));
  }
  return text_.words[next_word_++];
}

void GenericParser::word() {
  const WordTable& table = *instruction_.opcode->words;
  std::vector<std::string_view> names;
  for (const SelectorWord& each : table.words) names.push_back(each.text);
  std::string listed;
  for (std::string_view each : names) listed += (listed.empty() ? "" : ", ") + std::string{each};
  const Word& found = next_word(table.what, "expected ." + listed);
  const auto known = std::find(names.begin(), names.end(), found.text);
  if (known == names.end()) {
    cursor_.fail(found.column, std::string{table.what} + " " + std::string{found.text} + " is not listed",
                 spelling_hint(found.text, names));
  }
  instruction_.selector = table.words[static_cast<std::size_t>(known - names.begin())].value;
}

void GenericParser::atomic() {
  word();
  if (next_word_ == text_.words.size()) return;
  const Word& width = text_.words[next_word_];
  if (width.text == "16") {
    instruction_.selector |= kAtomicWidth16;
  } else if (width.text == "64") {
    instruction_.selector |= kAtomicWidth64;
  } else {
    return;
  }
  ++next_word_;
}

void GenericParser::fence() {
  if (next_word_ == text_.words.size()) return;
  const Word& found = text_.words[next_word_++];
  const std::optional<std::uint8_t> flags = fence_flags(found.text);
  if (!flags)
    cursor_.fail(found.column, "." + std::string{found.text} + " names no caches",
                 "expected E, I, S, C, R, L1 in order");
  instruction_.selector = *flags;
}

void GenericParser::channels() {
  const Word& found = next_word("channel mask", "expected channels like .RGBA");
  instruction_.selector = channel_mask(found.text);
  if (instruction_.selector == 0)
    cursor_.fail(found.column, "." + std::string{found.text} + " are no channels", "expected channels like .RGBA");
}

void GenericParser::owords() {
  cursor_.expect('(', "the number of OWords");
  cursor_.skip_spaces();
  const int column = cursor_.column();
  const std::uint64_t count = cursor_.number("the number of OWords", 16);
  if (count == 0 || (count & (count - 1)) != 0)
    cursor_.fail(column, std::to_string(count) + " OWords are not listed", "expected 1, 2, 4, 8 or 16");
  instruction_.selector = static_cast<std::uint8_t>(std::countr_zero(count));
  cursor_.expect(')', "the number of OWords");
}

/// Place of the next word's number among those that are listed.
std::uint8_t GenericParser::power(std::string_view what, std::initializer_list<unsigned> listed) {
  std::string expected;
  for (unsigned each : listed) expected += (expected.empty() ? "expected " : ", ") + std::to_string(each);
  const Word& found = next_word(what, expected);
  std::uint64_t value = 0;
  const bool number = parse_unsigned(found.text, value);
  const auto* place = std::find(listed.begin(), listed.end(), value);
  if (!number || place == listed.end())
    cursor_.fail(found.column, std::string{what} + " " + std::string{found.text} + " is not listed", expected);
  return static_cast<std::uint8_t>(place - listed.begin());
}

void GenericParser::read(OperandField field) {
  switch (field) {
    case OperandField::kExecution:
      text_.mark_next(Part::kExecution);
      instruction_.execution = parse_execution(cursor_, MaskText::kRequired);
      break;
    case OperandField::kPredicate:
      instruction_.predicate = text_.take_predicate();
      break;
    case OperandField::kWord:
      return word();
    case OperandField::kAtomic:
      return atomic();
    case OperandField::kFence:
      return fence();
    case OperandField::kOwords:
      return owords();
    case OperandField::kBlockBytes:
      instruction_.selector = power("size of a block", {1, 4, 8});
      break;
    case OperandField::kBlockCount:
      instruction_.block_count = power("number of blocks", {1, 2, 4, 8});
      break;
    case OperandField::kChannels:
      return channels();
    case OperandField::kSurface: {
      const Word word = cursor_.word("a surface");
      text_.mark(Part::kSurface, word.column);
      instruction_.surface = text_.names.surface(cursor_, word);
      break;
    }
    case OperandField::kLabel:
      instruction_.label = text_.names.label(cursor_.word("a label"), false);
      break;
    case OperandField::kDestination:
    case OperandField::kSource:
      text_.mark_next(Part::kParameter, static_cast<unsigned>(instruction_.operands.size()));
      instruction_.operands.push_back(
          parse_vector(cursor_, text_.names,
                       field == OperandField::kDestination ? OperandRole::kDestination : OperandRole::kSource));
      break;
    case OperandField::kRaw:
      text_.mark_next(Part::kParameter, static_cast<unsigned>(instruction_.operands.size() + instruction_.raws.size()));
      instruction_.raws.push_back(parse_raw(cursor_, text_.names, "an operand"));
      break;
    case OperandField::kZero:
    case OperandField::kFixed:
      break;  // not printed
  }
}

void GenericParser::saturate() {
  if (next_word_ == text_.words.size() || text_.words[next_word_].text != "sat") return;
  const Word& word = text_.words[next_word_++];
  auto* target = instruction_.operands.empty() ? nullptr : std::get_if<RegisterOperand>(&instruction_.operands.front());
  if (!target) cursor_.fail(word.column, ".sat needs a destination register");
  target->modifier = Modifier::kSaturate;
}

Instruction GenericParser::parse() {
  if (text_.predicate_name && !has(OperandField::kPredicate))
    cursor_.fail(text_.predicate_name->column, name() + " has no predicate");
  for (OperandField field : instruction_.opcode->fields) read(field);
  saturate();
  if (next_word_ < text_.words.size()) {
    const Word& extra = text_.words[next_word_];
    cursor_.fail(extra.column, "." + std::string{extra.text} + " is not a modifier of " + name());
  }
  text_.end_of_line();
  return text_.checked(std::move(instruction_));
}

}  // namespace

Instruction parse_generic(InstructionText& text, const OpcodeFacts& opcode) {
  return GenericParser{text, opcode}.parse();
}

}  // namespace texpipe::visa
