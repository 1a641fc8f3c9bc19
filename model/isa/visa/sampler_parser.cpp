#include "isa/visa/sampler_parser.h"

#include <algorithm>

#include "base/spelling.h"
#include "isa/visa/operand_parser.h"

namespace texpipe::visa {

namespace {

bool only_channel_letters(std::string_view word) {
  return !word.empty() && word.find_first_not_of("RGBA") == std::string_view::npos;
}

std::uint8_t channels(InstructionText& text, const Word& word, const OperationFacts& operation) {
  text.mark(Part::kChannels, word.column);
  const std::uint8_t mask = channel_mask(word.text);
  if (mask != 0) return mask;
  const std::string shown{word.text};
  if (only_channel_letters(word.text)) {
    text.cursor.fail(word.column, "channels " + shown + " are not in the order RGBA, each once");
  }
  constexpr std::string_view kWords[] = {"pixel_null_mask", "cps", "divS"};
  if (operation.opcode == SamplerOpcode::kInfo &&
      std::find(std::begin(kWords), std::end(kWords), word.text) != std::end(kWords))
    text.cursor.fail(word.column, "." + shown + " is not available for " + std::string{operation.text});
  const std::string_view near = nearest_spelling(word.text, kWords);
  text.cursor.fail(word.column, "." + shown + " is neither a modifier nor channels of " + std::string{operation.text},
                   near.empty() ? "expected channels like .RGBA" : "did you mean ." + std::string{near} + "?");
}

/// `.pixel_null_mask.cps.divS`, each at most once and in this order; the index of the word behind them.
std::size_t modifiers(InstructionText& text, SamplerInstruction& instruction) {
  struct ModifierWord {
    std::string_view text;
    bool* flag;
    Part part;
  };
  const ModifierWord known[] = {{"pixel_null_mask", &instruction.pixel_null_mask, Part::kNullMask},
                                {"cps", &instruction.coarse_pixel, Part::kCoarsePixel},
                                {"divS", &instruction.divergent_sampler, Part::kDivergent}};
  constexpr std::size_t kDivergentPlace = 2;
  std::size_t order = 0;
  std::size_t next = 1;
  for (; next < text.words.size(); ++next) {
    const Word& word = text.words[next];
    const auto* modifier =
        std::find_if(std::begin(known), std::end(known), [&](const ModifierWord& m) { return m.text == word.text; });
    if (modifier == std::end(known)) break;
    const auto place = static_cast<std::size_t>(modifier - known);
    // The document's line for SAMPLE_3d prints [.divS] twice, which counts as one.
    const bool doubled =
        *modifier->flag && place == kDivergentPlace && instruction.operation == SamplerMessageType::kSample;
    if (*modifier->flag && !doubled) text.cursor.fail(word.column, "." + std::string{modifier->text} + " stands twice");
    if (place < order) {
      text.cursor.fail(word.column, "." + std::string{modifier->text} + " stands too late",
                       "expected the order .pixel_null_mask.cps.divS");
    }
    order = place;
    *modifier->flag = true;
    text.mark(modifier->part, word.column);
  }
  return next;
}

void modifiers_and_channels(InstructionText& text, SamplerInstruction& instruction, const OperationFacts& operation) {
  const std::size_t next = modifiers(text, instruction);
  if (next == text.words.size()) {
    const Word& last = text.words.back();
    text.cursor.fail(
        last.column + static_cast<int>(last.text.size()), "no channel is enabled",
        "expected channels like ." + std::string{operation.opcode == SamplerOpcode::kSample4 ? "R" : "RGBA"});
  }
  instruction.channels = channels(text, text.words[next], operation);
  if (next + 1 < text.words.size()) {
    const Word& extra = text.words[next + 1];
    text.cursor.fail(extra.column, "." + std::string{extra.text} + " follows the channels");
  }
}

void surface(InstructionText& text, std::uint8_t& number) {
  const Word name = text.cursor.word("a surface");
  text.mark(Part::kSurface, name.column);
  number = text.names.surface(text.cursor, name);
}

Instruction sampler(InstructionText& text, const OperationFacts& operation) {
  TextCursor& cursor = text.cursor;
  SamplerInstruction instruction{.operation = operation.operation};
  modifiers_and_channels(text, instruction, operation);
  text.mark_next(Part::kExecution);
  instruction.execution = parse_execution(cursor, MaskText::kOptional);
  instruction.predicate = text.take_predicate();
  const char next = cursor.peek();
  text.mark_next(Part::kOffsets);
  if ((next >= '0' && next <= '9') || next == '-' || next == '(' || cursor.after_word() == '(') {
    instruction.offsets = parse_vector(cursor, text.names, OperandRole::kSource);
  }
  if (operation.opcode != SamplerOpcode::kLoad3d) {
    const Word name = cursor.word("a sampler");
    text.mark(Part::kSampler, name.column);
    instruction.sampler = text.names.sampler(cursor, name);
  }
  surface(text, instruction.surface);
  text.mark_next(Part::kDestination);
  instruction.destination = parse_raw(cursor, text.names, "the destination");
  while (!cursor.at_end()) {
    text.mark(Part::kParameter, cursor.column(), static_cast<unsigned>(instruction.parameters.size()));
    instruction.parameters.push_back(parse_raw(cursor, text.names, "a parameter"));
  }
  text.mark(Part::kCount, cursor.column());
  return text.checked(std::move(instruction));
}

Instruction info(InstructionText& text, const OperationFacts& operation) {
  TextCursor& cursor = text.cursor;
  InfoInstruction instruction{.operation = operation.operation};
  if (text.predicate_name) cursor.fail(text.predicate_name->column, std::string{operation.text} + " has no predicate");
  if (text.words.size() > 1) instruction.channels = channels(text, text.words[1], operation);
  if (text.words.size() > 2)
    cursor.fail(text.words[2].column, "." + std::string{text.words[2].text} + " follows the channels");
  text.mark_next(Part::kExecution);
  instruction.execution = parse_execution(cursor, MaskText::kOptional);
  surface(text, instruction.surface);
  if (operation.operation == SamplerMessageType::kResinfo) {
    text.mark_next(Part::kParameter);
    instruction.lod = parse_raw(cursor, text.names, "the LOD");
  }
  text.mark_next(Part::kDestination);
  instruction.destination = parse_raw(cursor, text.names, "the destination");
  text.end_of_line();
  return text.checked(std::move(instruction));
}

}  // namespace

Instruction parse_sampler(InstructionText& text, const OperationFacts& operation) {
  return operation.opcode == SamplerOpcode::kInfo ? info(text, operation) : sampler(text, operation);
}

}  // namespace texpipe::visa
