// Words of a state or message that a command line or a dump gives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen9/states/word_dump.h"

namespace texpipe::cli {

/// Source of words: arguments that are words, or one that names a file, - for standard input.
struct WordSource {
  std::vector<std::string> arguments;
  std::optional<std::uint64_t> at;  // address in a dump
  bool is_batch = false;            // commands: a section called batch, where the dump has one
};

/// `WORDS` of help texts.
inline constexpr const char* kWordsHelp =
    "DWords in hexadecimal, 0x and commas as you like; or a dump: a file, - for standard input";

/// Reads an address of a command line: hexadecimal with 0x, else decimal. Errors: Error (kUsage).
std::uint64_t parse_address(const std::string& text, const char* option);

/// Words from the place on: all words of arguments, of lines of a dump as arguments, or of the dump's block that holds
/// the address (its first block without one). Errors: Error (kUsage) for what is neither words nor a file, for no words
/// and for a dump of several sections without an address; (kMalformedInput) for an address that the dump lacks, with
/// the ranges that it has.
gen9::DumpBlock source_words(const WordSource& source);

/// The words of a dump's lines, with their addresses, that were pasted to a command line; nothing where they are none.
std::optional<gen9::DumpBlock> pasted_words(const std::vector<std::string>& arguments);

/// Cure of a text that is no DWord.
std::string word_hint(std::string_view text);

/// A dump's blocks, of a file or standard input.
std::vector<gen9::DumpBlock> read_dump_file(const std::string& file);

}  // namespace texpipe::cli
