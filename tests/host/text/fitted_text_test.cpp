#include "host/text/fitted_text.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace texpipe::study;

TEST_CASE("a line that does not fit goes on below its last cell", "[terminal]") {
  CHECK(fitted_line("  memory   one two three four five six seven", 34) ==
        "  memory   one two three four five\n"
        "           six seven");
  CHECK(fitted_line("  a cell that ends late   one two three", 34) ==
        "  a cell that ends late   one two\n"
        "    three");
  CHECK(fitted_line("  l1  3  one two three four five six seven", 34) ==
        "  l1  3  one two three four five\n"
        "         six seven");
  CHECK(fitted_line("no cell but words that go on and on", 20) ==
        "no cell but words\n"
        "  that go on and on");
}

TEST_CASE("a line that fits, and a word that never does, stay whole", "[terminal]") {
  CHECK(fitted_line("exactly ten", 11) == "exactly ten");
  CHECK(fitted_line("▁▂▃▄▅▆▇█▁▂", 10) == "▁▂▃▄▅▆▇█▁▂");
  CHECK(fitted_line("/a/path/without/end", 10) == "/a/path/without/end");
  CHECK(fitted_line("in /a/path/without/end there", 10) == "in\n  /a/path/without/end\n  there");
  CHECK(fitted_line("word          ", 8) == "word          ");
  CHECK(fitted_line("", 10).empty());
  CHECK(fitted_line(std::string(30, ' '), 10) == std::string(30, ' '));
  CHECK(fitted_line(std::string(30, ' ') + "far", 10) == std::string(30, ' ') + "far");
  CHECK(fitted_line(std::string(30, ' ') + "far right", 10) == std::string(30, ' ') + "far\n       right");
}

TEST_CASE("a row's numbers stand behind its path, or below it, in one column", "[terminal]") {
  const std::size_t column = rest_column(30, 8, 30);
  CHECK(column == 22);
  CHECK(path_row("short.path", "   1,234", column, 30) == "short.path               1,234");
  CHECK(path_row("a.path.that.is.too.long.here", "   1,234", column, 30) ==
        "a.path.that.is.too.long.here\n                         1,234");
  CHECK(rest_column(10, 8, 80) == 12);
}

TEST_CASE("a path that is wider than the terminal goes on behind a dot", "[terminal]") {
  CHECK(path_row("one.path.that.is.wide", "1,234", 12, 12) == "one.path.\n  that.is.\n  wide      1,234");
  CHECK(path_row("  one.path.that", "1", 10, 12) == "  one.path.\n    that  1");
  CHECK(path_row("one.path.exactly", "1", 18, 16) == "one.path.exactly  1");
  CHECK(path_row("words_without_dots.a", "1", 4, 10) == "words_without_dots.a\n    1");
}

TEST_CASE("a stream fits what it gets in any portions, and the last line without an end", "[terminal]") {
  std::ostringstream out;
  {
    const FittedOutput fitted{out, 80};
    for (int i = 0; i < 30; ++i) out << "word" << i << ' ';
    out << '\n' << "last";
  }
  std::istringstream lines{out.str()};
  std::string line;
  std::size_t count = 0;
  for (; std::getline(lines, line); ++count) CHECK(line.size() <= 80);
  CHECK(count >= 3);
  CHECK(out.str().ends_with("last"));
}

TEST_CASE("comments of YAML go on below themselves, and what is no comment stays whole", "[terminal]") {
  const std::string value = "key: " + std::string(90, 'v') + " and more words";
  CHECK(fitted_comment(value, 40) == value);
  CHECK(fitted_comment("#   one two three four five six seven", 24) == "#   one two three four\n#     five six seven");
  CHECK(fitted_comment("key: 1  # one two three four five six", 36) ==
        "key: 1  # one two three four five\n        #   six");
  CHECK(fitted_comment("key: 1" + std::string(30, ' ') + "  # one two three four", 40).find('\n') == std::string::npos);
}
