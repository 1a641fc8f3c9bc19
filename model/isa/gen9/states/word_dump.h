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
  std::string name;  // of the section, as "rcs0 (scene [1234]) --- batch"; empty: it has none
};

/// One word of a command line: hexadecimal, with or without 0x, with or without `u`, `h` behind it and separators
/// inside (`0x0442_0001`, `32'h04420001`). Nothing when the text is none.
std::optional<std::uint32_t> hexadecimal_word(std::string_view text);

/// Words of hexadecimal texts, which may hold several each, apart by blanks, commas or semicolons, in brackets and
/// quotes or not. Nothing when one is no word.
std::optional<std::vector<std::uint32_t>> hexadecimal_words(const std::vector<std::string>& texts);

/// Words of a zlib stream of a dump. Errors: Error at the stream's place.
using InflateWords = std::vector<std::uint32_t> (*)(std::span<const std::byte> stream, const SourcePosition& place);

/// The words of a dump, line by line:
/// - Mesa's INTEL_DEBUG=bat and aubinator: `0x00010040:  0x23000000 : Dword 1`, with colours or not; lines of fields
///   are left out; intel_error_decode's marks (HEAD, TAIL, CS) before a word, too;
/// - i915 error states: `00000040 :  23000000`, with the address that a heading `--- NAME = 0xHIGH LOW` gives to 0; and
///   packed: a line of the base 85, behind `~` as it is, behind `:` as a zlib stream;
/// - xe core dumps: `[1a0000].data: ` and a line of the base 85;
/// - xxd (also -p, -e and -g4, which its text tells apart), hexdump (with and without -C), od, objdump -s and
///   readelf -x, `*` for lines that repeat: bytes in order;
/// - gdb, lldb, WinDbg and others: an address, a mark or nothing, and bytes, words or pairs of words;
/// - kernel logs, whose time and source are left out, and lines in mails, patches and of grep;
/// - Verilog's $readmemh files: `@ADDRESS` counts the words of the file's own width;
/// - words without addresses, one or more a line, also as C, JSON and Verilog write them and behind labels such as
///   `DW3:`; where nothing else is there, lines that number their words from 0 on, as tables do.
/// Numbers of 0x and 9 or more digits are several words, the lowest first. Lines of other texts are left out.
/// Neighbours of one section are one block.
/// @param inflate  null: zlib streams are refused
/// Errors: Error (kMalformedInput) for a text without words, for bytes that are no whole words and for letters that are
/// no digits of the base 85; kUnsupported for zlib streams that are refused; those of `inflate`.
std::vector<DumpBlock> read_word_dump(std::string_view text, const std::string& file, InflateWords inflate = nullptr);

}  // namespace texpipe::gen9
