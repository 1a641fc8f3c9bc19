// Fields of a command or structure as lines that the assembler reads.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "isa/gen9/states/structure_text.h"

namespace texpipe::study {

/// A line for each field that is not 0 and for bits of no field; where such lines would not give the words back, the
/// words themselves and the fields as remarks.
std::string structure_lines(const gen9::StructureText& structure, std::span<const std::uint32_t> words);

/// Every field with its bits, value and meaning, and the words.
nlohmann::ordered_json structure_json(const gen9::StructureText& structure, std::span<const std::uint32_t> words);

/// `0x` and eight digits each.
std::string words_text(std::span<const std::uint32_t> words);

}  // namespace texpipe::study
