#include "isa/visa/instruction_parser.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <map>

#include "base/spelling.h"

namespace texpipe::visa {

namespace {

constexpr std::string_view kChannelLetters = "RGBA";

/// Channel mask of a name like `RGA`: letters in order, each once; 0 when the word is no such name.
std::uint8_t channels_of(std::string_view word) {
  std::uint8_t mask = 0;
  std::size_t last = 0;
  for (char letter : word) {
    const std::size_t index = kChannelLetters.find(letter, last);
    if (index == std::string_view::npos) return 0;
    mask |= static_cast<std::uint8_t>(1u << index);
    last = index + 1;
  }
  return mask;
}

bool only_channel_letters(std::string_view word) {
  return !word.empty() && word.find_first_not_of(kChannelLetters) == std::string_view::npos;
}

bool fits(std::uint64_t bits, DataType type) {
  const unsigned width = 8 * std::max(byte_size(type), 4u);  // immediates are stored in 32 or 64 bits
  if (width < 64 && bits >> width) return false;
  if (byte_size(type) == 4 || byte_size(type) == 8) return true;
  const unsigned narrow = 8 * byte_size(type);
  return bits >> narrow == 0 || bits >> narrow == (0xFFFFFFFFull >> narrow);  // zero- or sign-extended
}

class InstructionParser {
 public:
  InstructionParser(TextCursor& cursor, const Program& program, NameScope& names, Generation generation)
      : cursor_{cursor}, program_{program}, names_{names}, generation_{generation} {}

  Instruction parse();

 private:
  void mark(Part part, int column, unsigned index = 0) { columns_[{part, index}] = column; }
  int column_of(Part part, unsigned index) const;

  void predicate();
  void name_and_modifiers();
  ExecutionControl execution(bool mask_is_optional);
  Instruction sampler(const OperationFacts& operation);
  Instruction info(const OperationFacts& operation);
  Instruction generic(const OpcodeFacts& opcode, std::size_t name_words);
  Instruction label(const Word& name);
  void sampler_modifiers(SamplerInstruction& instruction, const OperationFacts& operation);
  std::uint8_t channels(const Word& word, const OperationFacts& operation);

  RawOperand raw(const char* what, DataType implicit_type, unsigned implicit_elements);
  Immediate immediate();
  VectorOperand vector(bool destination, DataType implicit_type, unsigned lanes);
  Region source_region();
  void end_of_line();
  Instruction checked(Instruction instruction);

  TextCursor& cursor_;
  const Program& program_;
  NameScope& names_;
  Generation generation_;
  PredicateUse predicate_;
  std::optional<Word> predicate_name_;
  std::vector<Word> words_;  // the name and what follows its dots
  std::map<std::pair<Part, unsigned>, int> columns_;
};

int InstructionParser::column_of(Part part, unsigned index) const {
  const auto exact = columns_.find({part, index});
  if (exact != columns_.end()) return exact->second;
  const auto start = columns_.find({Part::kInstruction, 0});
  return start == columns_.end() ? 1 : start->second;
}

void InstructionParser::predicate() {
  if (cursor_.peek() != '(') return;
  mark(Part::kPredicate, cursor_.column());
  cursor_.expect('(', "the predicate");
  predicate_.inverted = cursor_.accept('!');
  predicate_name_ = cursor_.word("a predicate");
  if (cursor_.accept('.')) {
    const Word control = cursor_.word("any or all");
    if (control.text == "any") {
      predicate_.control = PredicateUse::Control::kAny;
    } else if (control.text == "all") {
      predicate_.control = PredicateUse::Control::kAll;
    } else {
      cursor_.fail(control.column, "predicate control " + std::string{control.text} + " is not listed",
                   "expected any or all");
    }
  }
  cursor_.expect(')', "the predicate");
}

void InstructionParser::name_and_modifiers() {
  words_.push_back(cursor_.word("an instruction"));
  while (cursor_.accept('.')) words_.push_back(cursor_.word("a modifier or channels"));
  mark(Part::kInstruction, words_.front().column);
  mark(Part::kOperation, words_.front().column);
}

ExecutionControl InstructionParser::execution(bool mask_is_optional) {
  cursor_.skip_spaces();
  mark(Part::kExecution, cursor_.column());
  cursor_.expect('(', "the execution size");
  ExecutionControl execution;
  cursor_.skip_spaces();
  const Word first = cursor_.word("the execution size");
  std::uint64_t size = 0;
  Word size_word = first;
  if (!parse_unsigned(first.text, size)) {
    std::string_view mask = first.text;
    if (mask.size() > 3 && mask.substr(mask.size() - 3) == "_NM") {
      execution.no_mask = true;
      mask.remove_suffix(3);
    }
    if (mask.size() != 2 || mask[0] != 'M' || mask[1] < '1' || mask[1] > '8') {
      cursor_.fail(first.column, "execution mask " + std::string{first.text} + " is not listed",
                   "expected M1 to M8 or M1_NM to M8_NM");
    }
    execution.offset = static_cast<std::uint8_t>(mask[1] - '1');
    cursor_.expect(',', "the execution size");
    size_word = cursor_.word("the execution size");
    if (!parse_unsigned(size_word.text, size)) {
      cursor_.fail(size_word.column, "the execution size is not a number: " + std::string{size_word.text});
    }
  } else if (!mask_is_optional) {
    cursor_.fail(first.column, "the execution mask is missing", "expected a form like (M1, 8)");
  }
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) {
    cursor_.fail(size_word.column, "execution size " + std::string{size_word.text} + " is not listed",
                 "expected 1, 2, 4, 8, 16 or 32");
  }
  execution.size = static_cast<std::uint8_t>(size);
  cursor_.expect(')', "the execution size");
  return execution;
}

std::uint8_t InstructionParser::channels(const Word& word, const OperationFacts& operation) {
  mark(Part::kChannels, word.column);
  const std::uint8_t mask = channels_of(word.text);
  if (mask == 0) {
    if (only_channel_letters(word.text)) {
      cursor_.fail(word.column, "channels " + std::string{word.text} + " are not in the order RGBA, each once");
    }
    constexpr std::string_view kWords[] = {"pixel_null_mask", "cps", "divS"};
    const std::string_view near = nearest_spelling(word.text, kWords);
    cursor_.fail(word.column,
                 "." + std::string{word.text} + " is neither a modifier nor channels of " + std::string{operation.text},
                 near.empty() ? "expected channels like .RGBA" : "did you mean ." + std::string{near} + "?");
  }
  return mask;
}

void InstructionParser::sampler_modifiers(SamplerInstruction& instruction, const OperationFacts& operation) {
  struct ModifierWord {
    std::string_view text;
    bool* flag;
    Part part;
  };
  const ModifierWord modifiers[] = {{"pixel_null_mask", &instruction.pixel_null_mask, Part::kNullMask},
                                    {"cps", &instruction.coarse_pixel, Part::kCoarsePixel},
                                    {"divS", &instruction.divergent_sampler, Part::kDivergent}};
  std::size_t order = 0;
  std::size_t next = 1;
  for (; next < words_.size(); ++next) {
    const auto* modifier = std::find_if(std::begin(modifiers), std::end(modifiers),
                                        [&](const ModifierWord& m) { return m.text == words_[next].text; });
    if (modifier == std::end(modifiers)) break;
    const auto position = static_cast<std::size_t>(modifier - modifiers);
    // The document's line for SAMPLE_3d prints [.divS] twice, which counts as one.
    const bool doubled = *modifier->flag && position == 2 && instruction.operation == SamplerOperation::kSample;
    if (*modifier->flag && !doubled)
      cursor_.fail(words_[next].column, "." + std::string{modifier->text} + " stands twice");
    if (position < order) {
      cursor_.fail(words_[next].column, "." + std::string{modifier->text} + " stands too late",
                   "expected the order .pixel_null_mask.cps.divS");
    }
    order = position;
    *modifier->flag = true;
    mark(modifier->part, words_[next].column);
  }
  if (next == words_.size()) {
    const Word& last = words_.back();
    cursor_.fail(last.column + static_cast<int>(last.text.size()), "no channel is enabled",
                 "expected channels like ." + std::string{operation.opcode == SamplerOpcode::kSample4 ? "R" : "RGBA"});
  }
  instruction.channels = channels(words_[next], operation);
  if (next + 1 < words_.size())
    cursor_.fail(words_[next + 1].column, "." + std::string{words_[next + 1].text} + " follows the channels");
}

RawOperand InstructionParser::raw(const char* what, DataType implicit_type, unsigned implicit_elements) {
  const Word name = cursor_.word(what);
  RawOperand operand;
  operand.variable = names_.variable(cursor_, name, implicit_type, implicit_elements);
  if (!cursor_.accept('.')) {
    cursor_.fail(cursor_.column(), std::string{what} + " " + std::string{name.text} + " has no byte offset",
                 "expected " + std::string{name.text} + ".0");
  }
  operand.offset = static_cast<std::uint16_t>(cursor_.number("the byte offset", 0xFFFF));
  return operand;
}

Immediate InstructionParser::immediate() {
  cursor_.skip_spaces();
  const Word value = cursor_.until(":");
  if (!cursor_.accept(':'))
    cursor_.fail(value.column, "immediate " + std::string{value.text} + " has no type", "expected a form like 0x0:uw");
  const Word type_word = cursor_.word("the immediate's type");
  const std::optional<DataType> type = value_of<DataType>(type_word.text);
  if (!type) {
    cursor_.fail(type_word.column, "data type " + std::string{type_word.text} + " is not listed",
                 spelling_hint(type_word.text, enum_rows(DataType{}).names()));
  }
  Immediate immediate{.type = *type};
  std::string_view digits = value.text;
  const bool negative = !digits.empty() && digits[0] == '-';
  if (negative) digits.remove_prefix(1);
  if (parse_unsigned(digits, immediate.bits) && !(negative && *type == DataType::kF)) {
    const unsigned width = 8 * byte_size(*type);
    if (negative) immediate.bits = (~immediate.bits + 1) & (width == 64 ? ~0ull : (1ull << width) - 1);
    if (!fits(immediate.bits, *type)) {
      cursor_.fail(value.column,
                   "immediate " + std::string{value.text} + " does not fit in " + std::string{type_word.text});
    }
    return immediate;
  }
  float number = 0;
  const auto [end, error] = std::from_chars(value.text.data(), value.text.data() + value.text.size(), number);
  if (*type != DataType::kF || error != std::errc{} || end != value.text.data() + value.text.size()) {
    cursor_.fail(value.column,
                 "immediate " + std::string{value.text} + " is not a number of type " + std::string{type_word.text});
  }
  immediate.bits = std::bit_cast<std::uint32_t>(number);
  return immediate;
}

Region InstructionParser::source_region() {
  const auto stride = [&] {
    cursor_.skip_spaces();
    const int column = cursor_.column();
    const std::uint64_t value = cursor_.number("a stride", 32);
    if (value & (value - 1))
      cursor_.fail(column, "stride " + std::to_string(value) + " is not listed", "expected 0, 1, 2, 4, 8, 16 or 32");
    return static_cast<std::uint8_t>(value);
  };
  Region region;
  cursor_.expect('<', "a region");
  region.vertical = stride();
  cursor_.expect(';', "a region");
  region.width = stride();
  cursor_.expect(',', "a region");
  region.horizontal = stride();
  cursor_.expect('>', "a region");
  return region;
}

VectorOperand InstructionParser::vector(bool destination, DataType implicit_type, unsigned lanes) {
  const char first = cursor_.peek();
  if ((first >= '0' && first <= '9') || first == '-') {
    if (destination) cursor_.fail(cursor_.column(), "the destination is an immediate");
    return immediate();
  }
  RegisterOperand operand;
  if (cursor_.accept('(')) {
    const Word modifier = cursor_.until(")");
    static constexpr std::pair<std::string_view, Modifier> kModifiers[] = {{"abs", Modifier::kAbsolute},
                                                                           {"-", Modifier::kNegate},
                                                                           {"-abs", Modifier::kNegateAbsolute},
                                                                           {"~", Modifier::kNot}};
    const auto* known = std::find_if(std::begin(kModifiers), std::end(kModifiers),
                                     [&](const auto& m) { return m.first == modifier.text; });
    if (known == std::end(kModifiers)) {
      cursor_.fail(modifier.column, "source modifier " + std::string{modifier.text} + " is not listed",
                   "expected -, abs, -abs or ~");
    }
    operand.modifier = known->second;
    cursor_.expect(')', "a source modifier");
  }
  const Word name = cursor_.word("an operand");
  if (cursor_.peek() != '(') {
    const bool known = names_.is_predicate(name.text);
    if (!known && !(names_.implicit() && name.text[0] == 'P')) {
      cursor_.fail(name.column, "operand " + std::string{name.text} + " is not a predicate and has no (row,column)");
    }
    return PredicateOperand{names_.predicate(cursor_, name, lanes)};
  }
  cursor_.expect('(', "an operand");
  if (destination && (names_.is_sampler(name.text) || names_.is_surface(name.text))) {
    StateOperand state;
    state.kind = names_.is_sampler(name.text) ? StateOperand::Kind::kSampler : StateOperand::Kind::kSurface;
    state.variable =
        state.kind == StateOperand::Kind::kSampler ? names_.sampler(cursor_, name) : names_.surface(cursor_, name);
    state.element = static_cast<std::uint8_t>(cursor_.number("an element", 255));
    cursor_.expect(')', "a state operand");
    return state;
  }
  operand.variable = names_.variable(cursor_, name, implicit_type, lanes);
  operand.row = static_cast<std::uint8_t>(cursor_.number("a row", 255));
  cursor_.expect(',', "an operand");
  operand.column = static_cast<std::uint8_t>(cursor_.number("a column", 255));
  cursor_.expect(')', "an operand");
  if (destination) {
    cursor_.expect('<', "a destination region");
    const int column = cursor_.column();
    const std::uint64_t stride = cursor_.number("a stride", 4);
    if (stride == 3) cursor_.fail(column, "stride 3 is not listed", "expected 0, 1, 2 or 4");
    operand.region = {0, 0, static_cast<std::uint8_t>(stride)};
    cursor_.expect('>', "a destination region");
  } else {
    operand.region = source_region();
  }
  return operand;
}

void InstructionParser::end_of_line() {
  if (!cursor_.at_end()) cursor_.fail(cursor_.column(), "more text than the instruction has");
}

Instruction InstructionParser::checked(Instruction instruction) {
  std::vector<Diagnostic> diagnostics;
  for (const Violation& broken : violations(program_, instruction, generation_)) {
    try {
      cursor_.fail(column_of(broken.part, broken.index), broken.problem, broken.hint);
    } catch (const Error& error) {
      diagnostics.push_back(error.diagnostics().front());
    }
  }
  if (!diagnostics.empty()) throw Error{ExitCode::kMalformedInput, std::move(diagnostics)};
  return instruction;
}

Instruction InstructionParser::sampler(const OperationFacts& operation) {
  SamplerInstruction instruction{.operation = operation.operation};
  sampler_modifiers(instruction, operation);
  instruction.execution = execution(true);
  const unsigned lanes = instruction.execution.size;
  if (predicate_name_) predicate_.variable = names_.predicate(cursor_, *predicate_name_, lanes);
  instruction.predicate = predicate_;
  const char next = cursor_.peek();
  mark(Part::kOffsets, cursor_.column());
  if ((next >= '0' && next <= '9') || next == '-' || next == '(' || cursor_.after_word() == '(') {
    instruction.offsets = vector(false, DataType::kUw, 16);
  }
  if (operation.opcode != SamplerOpcode::kLoad3d) {
    const Word name = cursor_.word("a sampler");
    mark(Part::kSampler, name.column);
    instruction.sampler = names_.sampler(cursor_, name);
  }
  const Word surface = cursor_.word("a surface");
  mark(Part::kSurface, surface.column);
  instruction.surface = names_.surface(cursor_, surface);
  cursor_.skip_spaces();
  mark(Part::kDestination, cursor_.column());
  instruction.destination = raw("the destination", DataType::kF, lanes * 4);
  const DataType type = operation.type == ParameterType::kFloat ? DataType::kF : DataType::kUd;
  while (!cursor_.at_end()) {
    mark(Part::kParameter, cursor_.column(), static_cast<unsigned>(instruction.parameters.size()));
    instruction.parameters.push_back(raw("a parameter", type, lanes));
  }
  mark(Part::kCount, cursor_.column());
  return checked(std::move(instruction));
}

Instruction InstructionParser::info(const OperationFacts& operation) {
  InfoInstruction instruction{.operation = operation.operation};
  if (predicate_name_) cursor_.fail(predicate_name_->column, std::string{operation.text} + " has no predicate");
  if (words_.size() > 1) instruction.channels = channels(words_[1], operation);
  if (words_.size() > 2) cursor_.fail(words_[2].column, "." + std::string{words_[2].text} + " follows the channels");
  instruction.execution = execution(true);
  const Word surface = cursor_.word("a surface");
  mark(Part::kSurface, surface.column);
  instruction.surface = names_.surface(cursor_, surface);
  const unsigned lanes = instruction.execution.size;
  cursor_.skip_spaces();
  if (operation.operation == SamplerOperation::kResinfo) {
    mark(Part::kParameter, cursor_.column());
    instruction.lod = raw("the LOD", DataType::kUd, lanes);
    cursor_.skip_spaces();
  }
  mark(Part::kDestination, cursor_.column());
  instruction.destination = raw("the destination", DataType::kUd, lanes * 4);
  end_of_line();
  return checked(std::move(instruction));
}

Instruction InstructionParser::generic(const OpcodeFacts& opcode, std::size_t name_words) {
  GenericInstruction instruction{.opcode = &opcode};
  bool saturate = false;
  std::size_t next_word = name_words;
  if (next_word < words_.size() && words_[next_word].text == "sat") {
    saturate = true;
    ++next_word;
  }
  for (OperandField field : opcode.fields) {
    switch (field) {
      case OperandField::kExecution:
        instruction.execution = execution(false);
        break;
      case OperandField::kPredicate:
        if (predicate_name_)
          predicate_.variable = names_.predicate(cursor_, *predicate_name_, instruction.execution.size);
        instruction.predicate = predicate_;
        break;
      case OperandField::kRelation: {
        if (next_word == words_.size())
          cursor_.fail(cursor_.column(), "the relation is missing", "expected cmp.eq, ne, gt, ge, lt or le");
        const Word& word = words_[next_word++];
        const auto names = relation_names();
        const auto found = std::find(names.begin(), names.end(), word.text);
        if (found == names.end())
          cursor_.fail(word.column, "relation " + std::string{word.text} + " is not listed",
                       spelling_hint(word.text, names));
        instruction.selector = static_cast<std::uint8_t>(found - names.begin());
        break;
      }
      case OperandField::kOwords: {
        cursor_.expect('(', "the number of OWords");
        cursor_.skip_spaces();
        const int column = cursor_.column();
        const std::uint64_t count = cursor_.number("the number of OWords", 8);
        if (count == 0 || (count & (count - 1)) != 0)
          cursor_.fail(column, std::to_string(count) + " OWords are not listed", "expected 1, 2, 4 or 8");
        instruction.selector = static_cast<std::uint8_t>(std::countr_zero(count));
        cursor_.expect(')', "the number of OWords");
        break;
      }
      case OperandField::kChannels: {
        if (next_word == words_.size())
          cursor_.fail(cursor_.column(), "no channel is enabled", "expected channels like .RGBA");
        const Word& word = words_[next_word++];
        instruction.selector = channels_of(word.text);
        if (instruction.selector == 0)
          cursor_.fail(word.column, "." + std::string{word.text} + " are no channels", "expected channels like .RGBA");
        break;
      }
      case OperandField::kSurface: {
        const Word word = cursor_.word("a surface");
        mark(Part::kSurface, word.column);
        instruction.surface = names_.surface(cursor_, word);
        break;
      }
      case OperandField::kLabel:
        instruction.label = names_.label(cursor_.word("a label"), false);
        break;
      case OperandField::kDestination:
      case OperandField::kSource:
        cursor_.skip_spaces();
        mark(Part::kParameter, cursor_.column(), static_cast<unsigned>(instruction.operands.size()));
        instruction.operands.push_back(
            vector(field == OperandField::kDestination, DataType::kUd, instruction.execution.size));
        break;
      case OperandField::kRaw:
        cursor_.skip_spaces();
        mark(Part::kParameter, cursor_.column(),
             static_cast<unsigned>(instruction.operands.size() + instruction.raws.size()));
        instruction.raws.push_back(raw("an operand", DataType::kF, 64));
        break;
      default:
        break;  // constants are not printed
    }
  }
  if (saturate) {
    auto* target = instruction.operands.empty() ? nullptr : std::get_if<RegisterOperand>(&instruction.operands.front());
    if (!target) cursor_.fail(words_[name_words].column, ".sat needs a destination register");
    target->modifier = Modifier::kSaturate;
  }
  if (next_word < words_.size()) {
    cursor_.fail(words_[next_word].column,
                 "." + std::string{words_[next_word].text} + " is not a modifier of " + std::string{opcode.name});
  }
  end_of_line();
  return checked(std::move(instruction));
}

Instruction InstructionParser::label(const Word& name) {
  GenericInstruction instruction;
  instruction.label = names_.label(name, false);
  instruction.opcode = find_opcode(program_.labels[instruction.label].function ? "subroutine" : "label");
  end_of_line();
  return instruction;
}

Instruction InstructionParser::parse() {
  predicate();
  name_and_modifiers();
  const Word name = words_.front();
  if (words_.size() == 1 && cursor_.accept(':')) return label(name);
  if (const OperationFacts* operation = find_operation(name.text)) {
    return operation->opcode == SamplerOpcode::kInfo ? info(*operation) : sampler(*operation);
  }
  // Some names hold dots themselves (`gather_scaled.4`): the longest known name wins.
  std::string full;
  const OpcodeFacts* opcode = nullptr;
  std::size_t name_words = 0;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    full += (i ? "." : "") + std::string{words_[i].text};
    if (const OpcodeFacts* found = find_opcode(full)) {
      opcode = found;
      name_words = i + 1;
    }
  }
  if (opcode && opcode->code != kOpcodeLabel && opcode->code != kOpcodeSubroutine) return generic(*opcode, name_words);
  std::vector<std::string_view> candidates;
  for (const OperationFacts& row : all_operations()) candidates.push_back(row.text);
  for (const OpcodeFacts& row : all_opcodes()) candidates.push_back(row.name);
  const std::string_view near = nearest_spelling(name.text, candidates);
  cursor_.fail(name.column, "instruction " + std::string{name.text} + " is not known",
               near.empty() ? std::string{} : "did you mean " + std::string{near} + "?");
}

}  // namespace

Instruction parse_instruction(TextCursor& cursor, const Program& program, NameScope& names, Generation generation) {
  return InstructionParser{cursor, program, names, generation}.parse();
}

}  // namespace texpipe::visa
