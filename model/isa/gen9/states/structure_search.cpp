#include "isa/gen9/states/structure_search.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <exception>
#include <optional>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/given_fields.h"

namespace texpipe::gen9 {

namespace {

std::string list_of(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string{name};
  return text;
}

/// The name that a text is a part of; nothing when it is part of none. Errors: several.
/// @param keys  of the names
std::optional<std::size_t> with_part(std::string_view part, std::span<const std::string> keys,
                                     std::span<const std::string_view> names, std::string_view kind) {
  std::vector<std::string_view> found;
  std::size_t place = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (part.empty() || keys[i].find(part) == std::string::npos) continue;
    found.push_back(names[i]);
    place = i;
  }
  if (found.size() > 1) {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = "several " + std::string{kind} + " have \"" +
                                                                 std::string{part} + "\" in their names",
                                                      .hint = "expected one of " + list_of(found)}};
  }
  return found.empty() ? std::nullopt : std::optional{place};
}

std::string hexadecimal(std::uint32_t word) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", word);
  return text;
}

/// A key in any case and with blanks, brackets and dots as they are: `Entry[0].Logic Op Enable`.
std::string field_key_of(std::string_view name) {
  std::string key;
  for (const char c : name) {
    const bool letter = c >= 'A' && c <= 'Z';
    key += letter ? static_cast<char>(c - 'A' + 'a') : c == ' ' || c == '-' ? '_' : c;
  }
  return key;
}

/// Number in `reserved[3]`; nothing for other keys.
std::optional<std::size_t> reserved_dword(std::string_view key) {
  constexpr std::string_view kBegin = "reserved[";
  if (!key.starts_with(kBegin) || !key.ends_with(']')) return std::nullopt;
  key.remove_prefix(kBegin.size());
  std::size_t dword = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size() - 1, dword);
  if (error != std::errc{} || end != key.data() + key.size() - 1) return std::nullopt;
  return dword;
}

void assign_reserved(const StructureText& structure, std::vector<std::uint32_t>& words, std::size_t dword,
                     const FieldAssignment& assignment) {
  std::uint32_t bits = 0;
  std::string_view digits = assignment.value;
  if (digits.starts_with("0x")) digits.remove_prefix(2);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  const bool number = error == std::errc{} && end == digits.data() + digits.size();
  std::vector<std::uint32_t> ones(words);
  if (dword < words.size()) {
    ones[dword] = bits;
    for (const ReservedWord& free : structure.reserved(ones)) {
      if (number && free.dword == dword && free.bits == bits) {
        words[dword] |= bits;
        return;
      }
    }
    if (number && bits == 0) return;
  }
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = std::string{structure.name()} + ": " + assignment.name + " cannot hold \"" +
                                    assignment.value + '"',
                         .hint = "expected bits of DWord 0 to " + std::to_string(words.size() - 1) +
                                 " that belong to no field"}};
}

}  // namespace

std::string short_name(std::string_view documented) {
  std::string key = field_key(documented);
  for (const std::string_view before : {"render_", "3dstate_"}) {
    if (key.starts_with(before)) key.erase(0, before.size());
  }
  for (const std::string_view behind : {"_state", "_data", "_rect"}) {
    if (key.ends_with(behind)) key.erase(key.size() - behind.size());
  }
  return key;
}

StructureText find_structure(std::string_view name) {
  const std::vector<StructureText> states = StructureText::states();
  const std::string key = field_key(name);
  std::vector<std::string_view> names;
  std::vector<std::string> keys;
  for (const StructureText& state : states) {
    names.push_back(state.name());
    keys.push_back(field_key(state.name()));
    if (keys.back() == key || short_name(state.name()) == key) return state;
  }
  for (const auto group : {all_commands(), all_registers()}) {
    for (const CommandLayout* layout : group) {
      if (field_key(layout->name) == key) return StructureText{*layout};
      if (layout->opcode.mask != 0 && short_name(layout->name) == key) return StructureText{*layout};
    }
  }
  if (const auto place = with_part(key, keys, names, "states")) return states[*place];
  for (const CommandLayout* layout : all_commands()) names.push_back(layout->name);
  std::vector<std::string> short_names;
  for (const StructureText& state : states) short_names.push_back(short_name(state.name()));
  names.insert(names.end(), short_names.begin(), short_names.end());
  const std::string_view nearest = nearest_spelling(name, names);
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = "no state or command is called \"" + std::string{name} + '"',
                         .hint = nearest.empty() ? "texpipe state list prints their names"
                                                 : "did you mean " + std::string{nearest} + "?"}};
}

std::size_t dwords_of(const StructureText& structure, std::span<const std::uint32_t> words) {
  std::size_t dwords = structure.usual_dwords();
  if (structure.is_command() && !words.empty()) {
    const StructureText found = command_of(words.front());
    if (found.name() != structure.name()) {
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.problem = hexadecimal(words.front()) + " begins " + std::string{found.name()} + ", not " +
                                        std::string{structure.name()}}};
    }
    dwords = command_length(words.front());
  }
  if (words.size() >= dwords) return dwords;
  throw Error{
      ExitCode::kMalformedInput,
      Diagnostic{.problem = std::string{structure.name()} + " has " + std::to_string(dwords) +
                            (dwords == 1 ? " DWord; " : " DWords; ") + std::to_string(words.size()) + " given"}};
}

StructureText command_of(std::uint32_t first_word) {
  if (const CommandLayout* layout = find_command(first_word)) return StructureText{*layout};
  throw Error{ExitCode::kMalformedInput, hexadecimal(first_word) + " begins no command that the tables know"};
}

std::vector<std::uint32_t> words_from_fields(const StructureText& structure, std::vector<std::uint32_t> words,
                                             std::span<const FieldAssignment> assignments) {
  std::vector<FieldAssignment> pending, reserved;
  for (const FieldAssignment& assignment : assignments)
    (reserved_dword(assignment.name) ? reserved : pending).push_back(assignment);
  while (!pending.empty()) {
    std::vector<FieldAssignment> refused;
    std::exception_ptr first;
    for (const FieldAssignment& assignment : pending) {
      try {
        structure.assign(words, {field_key_of(assignment.name), assignment.value});
        require_held(structure.fields(words), {field_key_of(assignment.name), assignment.value});
      } catch (const Error&) {
        if (!first) first = std::current_exception();
        refused.push_back(assignment);
      }
    }
    if (refused.size() == pending.size()) std::rethrow_exception(first);
    pending = std::move(refused);
  }
  for (const FieldAssignment& assignment : reserved)
    assign_reserved(structure, words, *reserved_dword(assignment.name), assignment);
  return words;
}

FieldFacts find_field(const StructureText& structure, std::string_view key) {
  const std::vector<FieldFacts> facts = structure.facts();
  const std::string wanted = field_key_of(key);
  std::vector<std::string> keys;
  std::vector<std::string_view> names;
  for (const FieldFacts& field : facts) {
    if (field.key == wanted) return field;
    keys.push_back(field.key);
  }
  for (const std::string& each : keys) names.push_back(each);
  if (const auto place = with_part(wanted, keys, names, "fields")) return facts[*place];
  refuse_field_name(structure.name(), key, names);
}

}  // namespace texpipe::gen9
