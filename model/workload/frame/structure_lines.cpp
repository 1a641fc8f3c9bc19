#include "workload/frame/structure_lines.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace texpipe::study {

namespace {

/// Not worth a line: the words begin with it.
bool is_zero(const gen9::StructureText& structure, const gen9::FieldValue& field) {
  return structure.is_blank_zero() && field.raw == 0 &&
         (field.value == "0" || field.value == "false" || field.value == "0x0");
}

}  // namespace

std::string words_text(std::span<const std::uint32_t> words) {
  std::string text;
  for (const std::uint32_t word : words) text += fmt::format("{}0x{:08x}", text.empty() ? "" : " ", word);
  return text;
}

std::string structure_lines(const gen9::StructureText& structure, std::span<const std::uint32_t> words) {
  std::string text;
  for (const gen9::FieldValue& field : structure.fields(words)) {
    if (!is_zero(structure, field)) text += fmt::format("  {} = {}\n", field.key, field.value);
  }
  for (const gen9::ReservedWord& word : structure.reserved(words))
    text += fmt::format("  reserved[{}] = 0x{:08x}\n", word.dword, word.bits);
  return text;
}

nlohmann::ordered_json structure_json(const gen9::StructureText& structure, std::span<const std::uint32_t> words) {
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
  for (const gen9::ReservedWord& word : structure.reserved(words))
    reserved.push_back({{"dword", word.dword}, {"bits", fmt::format("0x{:08x}", word.bits)}});
  return {{"name", structure.name()}, {"words", words_text(words)}, {"fields", fields}, {"reserved", reserved}};
}

}  // namespace texpipe::study
