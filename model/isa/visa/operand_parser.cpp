#include "isa/visa/operand_parser.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>

#include "base/spelling.h"

namespace texpipe::visa {

namespace {

/// Bits of an immediate without its unused upper ones: 64 for types of 8 bytes, else 32.
std::uint64_t stored_bits(std::uint64_t bits, DataType type) {
  return byte_size(type) == 8 ? bits : bits & 0xFFFF'FFFF;
}

bool fits(std::uint64_t bits, DataType type) {
  const unsigned width = 8 * std::max(byte_size(type), 4u);  // immediates are stored in 32 or 64 bits
  if (width < 64 && bits >> width) return false;
  if (byte_size(type) == 4 || byte_size(type) == 8) return true;
  const unsigned narrow = 8 * byte_size(type);
  return bits >> narrow == 0 || bits >> narrow == (0xFFFFFFFFull >> narrow);  // zero- or sign-extended
}

std::uint64_t sign_bit(DataType type) {
  return 1ull << (8 * byte_size(type) - 1);
}

/// A decimal number that its integer type does not hold; hexadecimal digits are bits. The compiler takes a minus on
/// unsigned types as well: as much of it as the signed type holds.
bool out_of_range(std::string_view digits, DataType type) {
  using enum DataType;
  const bool negative = !digits.empty() && digits[0] == '-';
  if (negative) digits.remove_prefix(1);
  std::uint64_t magnitude = 0;
  if (digits.substr(0, 2) == "0x" || digits.substr(0, 2) == "0X" || !parse_unsigned(digits, magnitude)) return false;
  const unsigned bits = 8 * byte_size(type);
  const std::uint64_t most = bits == 64 ? ~0ull : (1ull << bits) - 1;
  switch (type) {
    case kD:
    case kW:
    case kB:
    case kQ:
      return magnitude > most / 2 + negative;
    case kUd:
    case kUw:
    case kUb:
    case kUq:
      return magnitude > (negative ? most / 2 + 1 : most);
    default:
      return false;  // bits of floats and packed vectors
  }
}

/// Bits of a whole number, negative as the compiler stores it: sign-extended to the stored width; of a float type the
/// digits are bits, and a minus flips the sign.
std::optional<std::uint64_t> whole_bits(std::string_view digits, DataType type) {
  const bool negative = !digits.empty() && digits[0] == '-';
  if (negative) digits.remove_prefix(1);
  std::uint64_t bits = 0;
  if (!parse_unsigned(digits, bits)) return std::nullopt;
  if (!negative) return bits;
  if (type == DataType::kF || type == DataType::kDf) return bits ^ sign_bit(type);
  return stored_bits(~bits + 1, type);
}

/// Bits of a number with a point or exponent; only f and df have those.
template <class Number, class Bits>
std::optional<std::uint64_t> decimal_bits(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return std::bit_cast<Bits>(number);
}

Immediate parse_immediate(TextCursor& cursor) {
  cursor.skip_spaces();
  const Word value = cursor.until(":");
  const std::string text{value.text};
  if (!cursor.accept(':'))
    cursor.fail(value.column, "immediate " + text + " has no type", "expected a form like 0x0:uw");
  const Word type_word = cursor.word("the immediate's type");
  const std::optional<DataType> type = value_of<DataType>(type_word.text);
  if (!type) {
    cursor.fail(type_word.column, "data type " + std::string{type_word.text} + " is not listed",
                spelling_hint(type_word.text, enum_rows(DataType{}).names()));
  }
  std::optional<std::uint64_t> bits = whole_bits(value.text, *type);
  if (bits && (!fits(*bits, *type) || out_of_range(value.text, *type))) {
    cursor.fail(value.column, "immediate " + text + " does not fit in " + std::string{type_word.text});
  }
  if (!bits && *type == DataType::kF) bits = decimal_bits<float, std::uint32_t>(value.text);
  if (!bits && *type == DataType::kDf) bits = decimal_bits<double, std::uint64_t>(value.text);
  if (!bits) cursor.fail(value.column, "immediate " + text + " is not a number of type " + std::string{type_word.text});
  return {.type = *type, .bits = *bits};
}

Region parse_region(TextCursor& cursor) {
  const auto stride = [&] {
    cursor.skip_spaces();
    const int column = cursor.column();
    const std::uint64_t value = cursor.number("a stride", 32);
    if (value & (value - 1))
      cursor.fail(column, "stride " + std::to_string(value) + " is not listed", "expected 0, 1, 2, 4, 8, 16 or 32");
    return static_cast<std::uint8_t>(value);
  };
  Region region;
  cursor.expect('<', "a region");
  region.vertical = stride();
  cursor.expect(';', "a region");
  region.width = stride();
  cursor.expect(',', "a region");
  region.horizontal = stride();
  cursor.expect('>', "a region");
  return region;
}

Region parse_destination_region(TextCursor& cursor) {
  cursor.expect('<', "a destination region");
  cursor.skip_spaces();
  const int column = cursor.column();
  const std::uint64_t stride = cursor.number("a stride", 4);
  if (stride == 3) cursor.fail(column, "stride 3 is not listed", "expected 0, 1, 2 or 4");
  cursor.expect('>', "a destination region");
  return {0, 0, static_cast<std::uint8_t>(stride)};
}

Modifier parse_modifier(TextCursor& cursor) {
  if (!cursor.accept('(')) return Modifier::kNone;
  const Word modifier = cursor.until(")");
  static constexpr std::pair<std::string_view, Modifier> kModifiers[] = {{"abs", Modifier::kAbsolute},
                                                                         {"-", Modifier::kNegate},
                                                                         {"-abs", Modifier::kNegateAbsolute},
                                                                         {"~", Modifier::kNot}};
  const auto* known = std::find_if(std::begin(kModifiers), std::end(kModifiers),
                                   [&](const auto& m) { return m.first == modifier.text; });
  if (known == std::end(kModifiers)) {
    cursor.fail(modifier.column, "source modifier " + std::string{modifier.text} + " is not listed",
                "expected -, abs, -abs or ~");
  }
  cursor.expect(')', "a source modifier");
  return known->second;
}

/// Behind `S_0(`.
StateOperand parse_state(TextCursor& cursor, NameScope& names, const Word& name) {
  StateOperand state;
  state.kind = names.is_sampler(name.text) ? StateOperand::Kind::kSampler : StateOperand::Kind::kSurface;
  state.variable =
      state.kind == StateOperand::Kind::kSampler ? names.sampler(cursor, name) : names.surface(cursor, name);
  state.element = static_cast<std::uint8_t>(cursor.number("an element", 255));
  cursor.expect(')', "a state operand");
  return state;
}

ExecutionControl parse_mask(TextCursor& cursor, const Word& word) {
  ExecutionControl execution;
  std::string_view mask = word.text;
  if (mask.size() > 3 && mask.substr(mask.size() - 3) == "_NM") {
    execution.no_mask = true;
    mask.remove_suffix(3);
  }
  if (mask.size() != 2 || mask[0] != 'M' || mask[1] < '1' || mask[1] > '8') {
    cursor.fail(word.column, "execution mask " + std::string{word.text} + " is not listed",
                "expected M1 to M8 or M1_NM to M8_NM");
  }
  execution.offset = static_cast<std::uint8_t>(mask[1] - '1');
  return execution;
}

}  // namespace

ExecutionControl parse_execution(TextCursor& cursor, MaskText mask) {
  cursor.expect('(', "the execution size");
  ExecutionControl execution;
  Word size_word = cursor.word("the execution size");
  std::uint64_t size = 0;
  if (!parse_unsigned(size_word.text, size)) {
    execution = parse_mask(cursor, size_word);
    cursor.expect(',', "the execution size");
    size_word = cursor.word("the execution size");
    if (!parse_unsigned(size_word.text, size)) {
      cursor.fail(size_word.column, "the execution size is not a number: " + std::string{size_word.text});
    }
  } else if (mask == MaskText::kRequired) {
    cursor.fail(size_word.column, "the execution mask is missing", "expected a form like (M1, 8)");
  }
  if (size == 0 || size > 32 || (size & (size - 1)) != 0) {
    cursor.fail(size_word.column, "execution size " + std::string{size_word.text} + " is not listed",
                "expected 1, 2, 4, 8, 16 or 32");
  }
  execution.size = static_cast<std::uint8_t>(size);
  cursor.expect(')', "the execution size");
  return execution;
}

RawOperand parse_raw(TextCursor& cursor, NameScope& names, const char* what) {
  const Word name = cursor.word(what);
  RawOperand operand;
  operand.variable = names.variable(cursor, name);
  if (!cursor.accept('.')) {
    cursor.fail(cursor.column(), std::string{what} + " " + std::string{name.text} + " has no byte offset",
                "expected " + std::string{name.text} + ".0");
  }
  operand.offset = static_cast<std::uint16_t>(cursor.number("the byte offset", 0xFFFF));
  return operand;
}

VectorOperand parse_vector(TextCursor& cursor, NameScope& names, OperandRole role) {
  const bool destination = role == OperandRole::kDestination;
  const char first = cursor.peek();
  const int start = cursor.column();
  if ((first >= '0' && first <= '9') || first == '-') {
    if (destination) cursor.fail(start, "the destination is an immediate");
    return parse_immediate(cursor);
  }
  if (first == '&') cursor.not_supported(start, "vISA address-of operands");
  RegisterOperand operand;
  if (destination && first == '(') cursor.fail(start, "a destination takes no source modifier");
  operand.modifier = parse_modifier(cursor);
  const Word name = cursor.word("an operand");
  if (name.text == "r" && cursor.peek() == '[') cursor.not_supported(start, "indirect vISA operands");
  if (names.is_address(name.text)) cursor.not_supported(start, "vISA address operands");
  if (!cursor.touches('(')) {  // `P1 (abs)V`: the parenthesis belongs to the next operand
    const bool known = names.is_predicate(name.text);
    if (!known && !(names.implicit() && name.text[0] == 'P')) {
      cursor.fail(name.column, "operand " + std::string{name.text} + " is not a predicate and has no (row,column)");
    }
    if (operand.modifier != Modifier::kNone) cursor.fail(start, "a predicate takes no source modifier");
    return PredicateOperand{names.predicate(cursor, name)};
  }
  cursor.expect('(', "an operand");
  if (operand.modifier == Modifier::kNone && (names.is_sampler(name.text) || names.is_surface(name.text)))
    return parse_state(cursor, names, name);
  operand.variable = names.variable(cursor, name);
  operand.row = static_cast<std::uint8_t>(cursor.number("a row", 255));
  cursor.expect(',', "an operand");
  operand.column = static_cast<std::uint8_t>(cursor.number("a column", 255));
  cursor.expect(')', "an operand");
  operand.region = destination ? parse_destination_region(cursor) : parse_region(cursor);
  return operand;
}

}  // namespace texpipe::visa
