#include "host/text/markup.h"

#include <catch2/catch.hpp>

using namespace texpipe::study;

TEST_CASE("text in a page is no element and ends no attribute", "[markup]") {
  CHECK(html_text("a < b && \"c\" > d") == "a &lt; b &amp;&amp; &quot;c&quot; &gt; d");
}

TEST_CASE("text in a manual page is no order to the formatter", "[markup]") {
  CHECK(roff_text("--jobs \\n") == "\\-\\-jobs \\en");
  CHECK(roff_text(".TH") == "\\&.TH");
  CHECK(roff_text("'br") == "\\&'br");
}
