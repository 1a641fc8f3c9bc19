#include "base/printable.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

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
