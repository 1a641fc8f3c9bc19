#include "isa/visa/declaration_parser.h"

#include <algorithm>
#include <map>

#include "base/spelling.h"
#include "isa/visa/program_rules.h"

namespace texpipe::visa {

namespace {

struct Setting {
  std::string value;
  int column = 0;
};
using Settings = std::map<std::string, Setting, std::less<>>;

constexpr std::string_view kSettingNames[] = {"v_type", "type", "num_elts", "align", "alias", "v_name"};

/// `key=value ...`; a value is a word or `<name, offset>`.
Settings settings(TextCursor& cursor, std::span<const std::string_view> known) {
  Settings found;
  while (!cursor.at_end()) {
    const Word key = cursor.word("a setting");
    if (std::find(known.begin(), known.end(), key.text) == known.end()) {
      cursor.fail(key.column, "setting " + std::string{key.text} + " is not known", spelling_hint(key.text, known));
    }
    cursor.expect('=', "a setting");
    cursor.skip_spaces();
    const int column = cursor.column();
    std::string value;
    if (cursor.accept('<')) {
      value = std::string{cursor.until(",>").text};
      cursor.expect(',', "an alias");
      value += ',';
      value += cursor.until(">").text;
      cursor.expect('>', "an alias");
    } else {
      value = cursor.until("").text;
      if (value.empty()) cursor.fail(column, "setting " + std::string{key.text} + " has no value");
    }
    if (!found.emplace(key.text, Setting{value, column}).second) {
      cursor.fail(key.column, "setting " + std::string{key.text} + " stands twice");
    }
  }
  return found;
}

const Setting& need(const TextCursor& cursor, const Settings& found, std::string_view key) {
  const auto setting = found.find(key);
  if (setting == found.end()) cursor.fail(cursor.column(), "setting " + std::string{key} + " is missing");
  return setting->second;
}

std::uint64_t number_of(const TextCursor& cursor, const Setting& setting, std::string_view key, std::uint64_t most) {
  std::uint64_t value = 0;
  if (!parse_unsigned(setting.value, value) || value > most) {
    cursor.fail(setting.column, std::string{key} + " is " + setting.value,
                "expected a number up to " + std::to_string(most));
  }
  return value;
}

template <class E>
E value_in(const TextCursor& cursor, const Setting& setting, std::string_view what) {
  const std::optional<E> value = value_of<E>(setting.value);
  if (!value)
    cursor.fail(setting.column, std::string{what} + " " + setting.value + " is not listed",
                spelling_hint(setting.value, enum_rows(E{}).names()));
  return *value;
}

void set_alias(const TextCursor& cursor, const Setting& setting, Variable& variable, NameScope& names) {
  const std::size_t comma = setting.value.find(',');
  if (comma == std::string::npos) cursor.fail(setting.column, "an alias has the form <name, offset>");
  const std::string name = setting.value.substr(0, comma);
  variable.alias = names.variable(cursor, Word{name, setting.column});
  variable.alias_offset = static_cast<std::uint16_t>(
      number_of(cursor, {setting.value.substr(comma + 1), setting.column}, "the alias offset", 0xFFFF));
}

void keep(const TextCursor& cursor, int column, const std::optional<RuleProblem>& broken) {
  if (broken) cursor.fail(column, broken->problem, broken->hint);
}

void declare(TextCursor& cursor, Program& program, NameScope& names) {
  const Word name = cursor.word("a name");
  const Settings found = settings(cursor, kSettingNames);
  const Setting& kind = need(cursor, found, "v_type");
  const auto elements =
      static_cast<std::uint16_t>(number_of(cursor, need(cursor, found, "num_elts"), "num_elts", 0xFFFF));
  if (elements == 0) cursor.fail(need(cursor, found, "num_elts").column, "num_elts is 0");
  const std::string text{name.text};
  const auto taken = [&](NameKind name_kind, std::size_t number) {
    if (!names.declare(name_kind, text, static_cast<std::uint32_t>(number)))
      cursor.fail(name.column, text + " is declared twice");
  };
  if (kind.value == "G") {
    Variable variable{.name = text, .elements = elements};
    variable.type = value_in<DataType>(cursor, need(cursor, found, "type"), "type");
    const auto alignment = found.find("align");
    variable.alignment =
        alignment == found.end() ? Alignment::kDword : value_in<Alignment>(cursor, alignment->second, "alignment");
    if (const auto alias = found.find("alias"); alias != found.end()) {
      set_alias(cursor, alias->second, variable, names);
      keep(cursor, alias->second.column, alias_problem(program, variable));
    }
    taken(NameKind::kVariable, kFirstUserVariable + program.variables.size());
    program.variables.push_back(std::move(variable));
  } else if (kind.value == "P") {
    taken(NameKind::kPredicate, kFirstUserPredicate + program.predicates.size());
    program.predicates.push_back({text, elements});
    keep(cursor, need(cursor, found, "num_elts").column, predicate_problem(program.predicates.back()));
  } else if (kind.value == "S") {
    taken(NameKind::kSampler, program.samplers.size());
    program.samplers.push_back({text, elements});
    if (program.samplers.size() > kBindlessSampler) cursor.fail(name.column, "more than 31 samplers");
  } else if (kind.value == "T") {
    taken(NameKind::kSurface, kFirstUserSurface + program.surfaces.size());
    program.surfaces.push_back({text, elements});
    if (program.surfaces.size() > 250) cursor.fail(name.column, "more than 250 surfaces");
  } else if (kind.value == "A") {
    taken(NameKind::kAddress, program.addresses.size());
    program.addresses.push_back({text, elements});
  } else {
    cursor.fail(kind.column, "v_type " + kind.value + " is not listed", "expected G, P, S, T or A");
  }
}

void input(TextCursor& cursor, Program& program, NameScope& names) {
  constexpr std::string_view kKnown[] = {"offset", "size"};
  const Word name = cursor.word("a name");
  const Settings found = settings(cursor, kKnown);
  Input input;
  if (names.is_sampler(name.text)) {
    input.kind = Input::Kind::kSampler;
    input.index = names.sampler(cursor, name);
  } else if (names.is_surface(name.text)) {
    input.kind = Input::Kind::kSurface;
    input.index = names.surface(cursor, name);
  } else {
    input.index = names.variable(cursor, name);
  }
  input.offset = static_cast<std::uint16_t>(number_of(cursor, need(cursor, found, "offset"), "offset", 0xFFFF));
  input.size = static_cast<std::uint16_t>(number_of(cursor, need(cursor, found, "size"), "size", 0xFFFF));
  keep(cursor, name.column, input_problem(program, input));
  program.inputs.push_back(input);
}

void attribute(TextCursor& cursor, Program& program) {
  const Word name = cursor.word("an attribute");
  cursor.expect('=', "an attribute");
  Attribute attribute{.name = std::string{name.text}};
  if (cursor.peek() == '"') {
    const std::string value = cursor.quoted_or_word("an attribute");
    if (attribute.name == "Target") {
      if (value != "3d" && value != "cm")
        cursor.fail(name.column, "Target " + value + " is not listed", "expected cm or 3d");
      attribute.value = std::string(1, value == "3d" ? '\1' : '\0');
    } else {
      if (value.size() > 255) cursor.fail(name.column, "an attribute holds at most 255 bytes");
      attribute.value = value;
    }
  } else {
    const std::uint64_t value = cursor.number("an attribute", 0xFFFFFFFF);
    for (unsigned byte = 0; byte < 4; ++byte) attribute.value += static_cast<char>(value >> (8 * byte));
  }
  keep(cursor, name.column, attribute_problem(attribute));
  program.attributes.push_back(std::move(attribute));
}

void version(TextCursor& cursor, Program& program) {
  const Word text = cursor.until("");
  const std::size_t dot = text.text.find('.');
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  if (dot == std::string_view::npos || !parse_unsigned(text.text.substr(0, dot), major) ||
      !parse_unsigned(text.text.substr(dot + 1), minor) || major > 255 || minor > 255) {
    cursor.fail(text.column, "the version is " + std::string{text.text}, "expected a form like 4.1");
  }
  if (!is_known_version(static_cast<unsigned>(major), static_cast<unsigned>(minor)))
    cursor.not_supported(text.column, "vISA version " + std::string{text.text});
  program.major = static_cast<std::uint8_t>(major);
  program.minor = static_cast<std::uint8_t>(minor);
}

}  // namespace

void parse_directive(TextCursor& cursor, Program& program, NameScope& names) {
  constexpr std::string_view kDirectives[] = {"version", "kernel", "decl", "input", "kernel_attr", "function"};
  cursor.expect('.', "a directive");
  const Word directive = cursor.word("a directive");
  if (directive.text == "version") {
    version(cursor, program);
  } else if (directive.text == "kernel") {
    if (!program.name.empty())
      cursor.not_supported(directive.column, "a second kernel in one text, behind " + program.name);
    program.name = cursor.quoted_or_word("the kernel's name");
  } else if (directive.text == "decl") {
    declare(cursor, program, names);
  } else if (directive.text == "input") {
    input(cursor, program, names);
  } else if (directive.text == "kernel_attr") {
    attribute(cursor, program);
  } else if (directive.text == "function") {
    cursor.skip_spaces();
    const int column = cursor.column();
    const std::string name = cursor.quoted_or_word("the function's name");
    names.label(Word{name, column}, true);
  } else {
    cursor.fail(directive.column, "directive ." + std::string{directive.text} + " is not known",
                spelling_hint(directive.text, kDirectives));
  }
  if (!cursor.at_end()) cursor.fail(cursor.column(), "more text than the directive has");
}

}  // namespace texpipe::visa
