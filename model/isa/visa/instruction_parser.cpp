#include "isa/visa/instruction_parser.h"

#include "base/spelling.h"
#include "isa/visa/generic_parser.h"
#include "isa/visa/sampler_parser.h"

namespace texpipe::visa {

namespace {

Instruction label(InstructionText& text) {
  GenericInstruction instruction;
  instruction.label = text.names.label(text.words.front(), false);
  instruction.opcode = find_opcode(text.program.labels[instruction.label].function ? "subroutine" : "label");
  text.end_of_line();
  return instruction;
}

[[noreturn]] void unknown(const InstructionText& text) {
  const Word& name = text.words.front();
  if (is_unread_opcode(name.text)) text.cursor.not_supported(name.column, "vISA instruction " + std::string{name.text});
  std::vector<std::string_view> candidates;
  for (const OperationFacts& row : all_operations()) candidates.push_back(row.text);
  for (const OpcodeFacts& row : all_opcodes()) candidates.push_back(row.name);
  std::string_view near = nearest_spelling(name.text, candidates);
  for (const OperationFacts& row : all_operations()) {
    if (row.message().name == name.text) near = row.text;  // the document's name, which the text does not use
  }
  text.cursor.fail(name.column, "instruction " + std::string{name.text} + " is not known",
                   near.empty() ? std::string{} : "did you mean " + std::string{near} + "?");
}

}  // namespace

Instruction parse_instruction(TextCursor& cursor, const Program& program, NameScope& names,
                              std::optional<Generation> rules) {
  InstructionText text{.cursor = cursor, .program = program, .names = names, .rules = rules};
  text.read_head();
  if (text.words.size() == 1 && !text.predicate_name && cursor.accept(':')) return label(text);
  const std::string_view name = text.words.front().text;
  if (const OperationFacts* operation = find_operation(name)) return parse_sampler(text, *operation);
  const OpcodeFacts* opcode = find_opcode(name);
  if (!opcode || opcode->code == kOpcodeLabel || opcode->code == kOpcodeSubroutine) unknown(text);
  return parse_generic(text, *opcode);
}

}  // namespace texpipe::visa
