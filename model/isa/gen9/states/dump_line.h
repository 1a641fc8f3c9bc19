// Lines of dumps before their words are read: one spelling of numbers and addresses for all tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texpipe::gen9 {

bool is_hexadecimal_digit(char c);
bool is_dump_blank(char c);
std::string_view trimmed_dump_text(std::string_view text);
inline constexpr std::size_t kWordDigits = 8;  // hexadecimal, of a DWord

/// True for text that begins with 0x or 0X.
bool has_hexadecimal_prefix(std::string_view text);
/// Hexadecimal digits at the beginning, with 0x before them where it stands there.
std::string_view leading_number(std::string_view text);
/// False for a word whose first letters are digits, as `const`.
bool begins_with_number(std::string_view text);
/// Digits that a number of leading_number() stands for: those of whole DWords where it has 0x, which tools write
/// without leading zeros; else its own.
std::size_t number_width(std::string_view number);
/// Digits to a base; nothing when there are none, others, or more than 64 bits.
std::optional<std::uint64_t> number_of_digits(std::string_view digits, int base = 16);
/// Hexadecimal number with or without 0x.
std::optional<std::uint64_t> plain_number(std::string_view text);

/// True for `unsigned char state[] =` and others that declare bytes.
bool is_byte_array(std::string_view declaration);

/// A line without what tools put around its words, and with their numbers as C writes them: without colours of a
/// terminal, what behind_line_prefix() leaves out, brackets and quotes of lists (`{0x1, 0x2}`, `["0x1"]`), digit
/// separators (`0x0000_0001`, WinDbg's `00000000'00010040` with a backtick) and dashes between bytes; `[0x40]` before
/// a word becomes `0x40:`, Verilog's `32'h1f`, VHDL's `x"1f"` and Rust's `0x1fu32` become `0x1f`.
std::string plain_dump_line(std::string_view line);

/// Puts a colon behind the first number of lines that follow each other where that counts the bytes of the others, as
/// in WinDbg's `00010040  231d703f 00000008`.
void mark_address_columns(std::vector<std::string>& lines);

}  // namespace texpipe::gen9
