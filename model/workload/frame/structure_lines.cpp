#include "workload/frame/structure_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"

namespace texpipe::study {

namespace {

/// Not worth a line: the words begin with it. A state that has a type begins with other values.
bool is_zero(const StructureText& structure, const gen9::FieldValue& field) {
  return structure.has_table() && field.raw == 0 &&
         (field.value == "0" || field.value == "false" || field.value == "0x0");
}

/// Commands and structures of the tables come back from their fields, whatever their bits are (a test holds them to
/// it). States whose types refuse some values need a trial.
bool comes_back(const StructureText& structure, std::span<const std::uint32_t> words,
                const std::vector<gen9::FieldValue>& fields, const std::vector<ReservedWord>& reserved) {
  if (structure.has_table()) return true;
  try {
    std::vector<std::uint32_t> made = structure.blank(static_cast<unsigned>(words.size()));
    for (const gen9::FieldValue& field : fields) structure.assign(made, {field.key, field.value});
    for (const ReservedWord& word : reserved) made[word.dword] |= word.bits;
    return std::equal(made.begin(), made.end(), words.begin(), words.end());
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::string words_text(std::span<const std::uint32_t> words) {
  std::string text;
  for (const std::uint32_t word : words) text += fmt::format("{}0x{:08x}", text.empty() ? "" : " ", word);
  return text;
}

std::string structure_lines(const StructureText& structure, std::span<const std::uint32_t> words) {
  const std::vector<gen9::FieldValue> fields = structure.fields(words);
  const std::vector<ReservedWord> reserved = structure.reserved(words);
  const bool readable = comes_back(structure, words, fields, reserved);
  std::string text;
  if (!readable) text += "  raw = " + words_text(words) + '\n';
  for (const gen9::FieldValue& field : fields) {
    if (!is_zero(structure, field)) text += fmt::format("  {}{} = {}\n", readable ? "" : "# ", field.key, field.value);
  }
  if (!readable) return text;
  for (const ReservedWord& word : reserved) text += fmt::format("  reserved[{}] = 0x{:08x}\n", word.dword, word.bits);
  return text;
}

nlohmann::ordered_json structure_json(const StructureText& structure, std::span<const std::uint32_t> words) {
  nlohmann::ordered_json fields = nlohmann::ordered_json::array();
  for (const gen9::FieldValue& field : structure.fields(words)) {
    fields.push_back({{"key", field.key},
                      {"name", field.name},
                      {"bits", field.bits},
                      {"raw", field.raw},
                      {"value", field.value},
                      {"meaning", field.meaning}});
  }
  nlohmann::ordered_json reserved = nlohmann::ordered_json::array();
  for (const ReservedWord& word : structure.reserved(words))
    reserved.push_back({{"dword", word.dword}, {"bits", fmt::format("0x{:08x}", word.bits)}});
  return {{"name", structure.name()}, {"words", words_text(words)}, {"fields", fields}, {"reserved", reserved}};
}

}  // namespace texpipe::study
