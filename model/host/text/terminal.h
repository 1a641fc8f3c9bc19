// The terminal that a text goes to: how wide it is, and which letters it has.
#pragma once

#include <cstddef>
#include <string>

namespace texpipe::study {

/// Columns of standard output: of its terminal, or COLUMNS where that is a number from 20 on; 80 without either.
std::size_t terminal_width();

/// Columns that lines of a table are made to fit: those of a terminal, or COLUMNS. Without either, as in a pipe or a
/// file that other programs read, lines stay whole: kWholeLines.
std::size_t table_width();
inline constexpr std::size_t kWholeLines = 1 << 20;

/// Whether the locale says that texts are ASCII: the first of LC_ALL, LC_CTYPE and LANG that is not empty is C, POSIX
/// or names another encoding than UTF-8. A program without any of these (a script, a container) gets UTF-8.
bool terminal_is_ascii();

/// The text with our own symbols (bars of eight heights, degree, arrow, times, plus-minus, micro) as ASCII where the
/// terminal is; other letters, as of names, stay.
std::string for_terminal(std::string text);

}  // namespace texpipe::study
