#include "base/printable.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "base/shell_word.h"
#include "base/shortened.h"

using namespace texpipe;

TEST_CASE("control characters of inputs are spelled out", "[printable]") {
  CHECK(printable("plain, \ttab, gr\xC3\xBC\xC3\x9F") == "plain, \ttab, gr\xC3\xBC\xC3\x9F");
  CHECK(printable("\x1b[31m\r\x7f") == "\\x1b[31m\\x0d\\x7f");
  CHECK(printable("\xC2\x9B"
                  "31m") == "\\u009b31m");
  CHECK(printable("a\xE2\x80\xAE"
                  "b") == "a\\u202eb");
  CHECK(printable("a\nb") == "a\\nb");
  CHECK(printable("a\nb", LineBreaks::kKept) == "a\nb");
  CHECK(printable(std::string_view{"\0", 1}) == "\\x00");
}

TEST_CASE("diagnostics show no control characters", "[printable]") {
  const Diagnostic diagnostic{
      .position = {"a\nb\x1b.yaml", 1, 2}, .path = "\x07", .problem = "'\x1b[2J' is\nodd", .hint = "\x08"};
  CHECK(diagnostic.text() == "a\\nb\\x1b.yaml:1:2: \\x07: '\\x1b[2J' is\nodd; \\x08");
}

TEST_CASE("long texts are shortened to their ends, and characters stay whole", "[printable]") {
  CHECK(shortened("abc", 16) == "abc");
  CHECK(shortened("0123456789abcdefg", 16) == "0123456789ab ... (17 bytes) ... defg");
  CHECK(shortened("0123456789a\xC3\xA9"
                  "cdefghi\xC3\xA9"
                  "jkl",
                  16) == "0123456789a ... (25 bytes) ... jkl");
}

TEST_CASE("an error shows the first hundred problems and short lines", "[printable]") {
  std::vector<Diagnostic> many(1000);
  for (Diagnostic& diagnostic : many) diagnostic.problem = std::string(1'000'000, 'x') + "\nsecond line";
  const Error error{ExitCode::kUsage, many};
  CHECK(error.diagnostics().size() == 101);
  CHECK(error.diagnostics().back().text() == "and 900 more problems");
  const std::string first = error.diagnostics().front().text();
  CHECK(first.size() < 2100);
  CHECK(first.ends_with("x\nsecond line"));
  const Error again{ExitCode::kUsage, error.diagnostics()};
  CHECK(again.diagnostics().back().text() == "and 900 more problems");
}

TEST_CASE("a name in a command to copy is one word of a shell", "[printable]") {
  CHECK(shell_word("out/waves.fst") == "out/waves.fst");
  CHECK(shell_word("o'brien $(touch x)") == "'o'\\''brien $(touch x)'");
  CHECK(shell_word("-rf") == "./-rf");
  CHECK(shell_word("-a;b") == "'./-a;b'");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("a\nb") == "'a\\nb'");
}
