// Words of a text that numbers them: tables, lists of assignments, registers' dumps.
#pragma once

#include <string>
#include <vector>

namespace texpipe::gen9 {

/// Words of lines that count them from 0 on, one by one or by their bytes, each behind the same text:
/// `SURFACE_STATE[01]: 00000010`, `1,0x00000010`, `| 1 | 0x10 |`, `+0x04: 0x00000010`. Empty when lines do not count
/// so, or there are not two. Lines without a word are left out.
/// @param lines  as plain_dump_line() gives them
std::vector<std::string> numbered_words(const std::vector<std::string>& lines);

/// Whether all numbers of a line are 0x and two digits, as gdb's x/xb writes bytes; words have all their digits there.
bool are_prefixed_bytes(std::string_view line);

}  // namespace texpipe::gen9
