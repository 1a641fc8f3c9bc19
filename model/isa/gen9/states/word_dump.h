// Words in the forms that drivers and tools print them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::gen9 {

/// Words that follow each other, as a dump has them.
struct DumpBlock {
  SourcePosition position;               // of its first line
  std::optional<std::uint64_t> address;  // of its first word; none: the dump names none
  std::vector<std::uint32_t> words;
};

/// One word of a command line: hexadecimal, with or without 0x. Nothing when the text is none.
std::optional<std::uint32_t> hexadecimal_word(std::string_view text);

/// Words of hexadecimal texts, which may hold several each, apart by blanks or commas. Nothing when one is no word.
std::optional<std::vector<std::uint32_t>> hexadecimal_words(const std::vector<std::string>& texts);

/// Words of a zlib stream of a dump. Errors: Error at the stream's place.
using InflateWords = std::vector<std::uint32_t> (*)(std::span<const std::byte> stream, const SourcePosition& place);

/// The words of a dump, line by line:
/// - Mesa's INTEL_DEBUG=bat: `0x00010040:  0x23000000 : Dword 1`; lines of fields are left out;
/// - i915 error states: `00000040 :  23000000`, with the address that a heading `--- NAME = 0xHIGH LOW` gives to 0; and
/// packed: a line
///   of the base 85, behind `~` as it is, behind `:` as a zlib stream;
/// - xxd, hexdump (with and without -C) and od, `*` for lines that repeat: bytes in order;
/// - gdb and others: an address, a colon and words; xxd -e;
/// - words without addresses, one or more a line, also as C writes them and behind labels such as `DW3:`.
/// Lines of other texts are left out. Neighbours are one block.
/// @param inflate  null: zlib streams are refused
/// Errors: Error (kMalformedInput) for a text without words, for bytes that are no whole words and for letters that are
/// no digits of the base 85; kUnsupported for zlib streams that are refused; those of `inflate`.
std::vector<DumpBlock> read_word_dump(std::string_view text, const std::string& file, InflateWords inflate = nullptr);

}  // namespace texpipe::gen9
