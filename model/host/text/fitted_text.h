// Text that fits a terminal: lines break between words, and go on where their last cell began.
#pragma once

#include <cstddef>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>

#include "host/text/terminal.h"

namespace texpipe::study {

/// A line in as many as it needs. What goes on stands below the last cell of the line (a cell begins behind two spaces
/// or more), or a little to the right of the line's own beginning where that cell begins late. Words are never broken:
/// one that is wider than the terminal, as a path, stays whole.
/// @param width  columns; a letter of UTF-8 is one
std::string fitted_line(std::string_view line, std::size_t width);

/// A line of YAML whose comment, at its beginning or behind two spaces, goes on below itself where it does not fit.
/// What is no comment stays as it is.
std::string fitted_comment(std::string_view line, std::size_t width);

/// Row of a table whose first cell is long: the rest stands behind it or, where both do not fit, on a line below it. A
/// first cell that is wider than the terminal goes on behind one of its dots.
/// @param first  first cell, a path with its indentation
/// @param rest   other cells
/// @param column where the rest begins: that of rest_column()
/// @param width  columns of the terminal, at least 1
std::string path_row(std::string_view first, std::string_view rest, std::size_t column, std::size_t width);
/// Column of path_row() for a table with these widest cells.
std::size_t rest_column(std::size_t first_width, std::size_t rest_width, std::size_t width);

/// While it lives, what a stream gets is made to fit the terminal. For text that persons read; JSON, CSV and sources
/// are printed without it.
class FittedOutput final : public std::streambuf {
 public:
  using FitLine = std::string (*)(std::string_view line, std::size_t width);
  explicit FittedOutput(std::ostream& out, std::size_t width = table_width(), FitLine fit = fitted_line);
  ~FittedOutput() override;
  FittedOutput(const FittedOutput&) = delete;
  FittedOutput& operator=(const FittedOutput&) = delete;

 protected:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* letters, std::streamsize count) override;
  int sync() override;

 private:
  bool put(std::string_view text);

  std::ostream& out_;
  std::streambuf* below_;
  std::size_t width_;
  FitLine fit_;
  std::string line_;  // whose end has not come
};

}  // namespace texpipe::study
