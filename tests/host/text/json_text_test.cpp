#include "host/text/json_text.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace texpipe::study;
using nlohmann::json;
using nlohmann::ordered_json;

TEST_CASE("json text: one line has no spaces, an indent gives every element a line") {
  const ordered_json value{{"b", 1}, {"a", {1.5, nullptr}}};
  CHECK(json_text(value) == R"({"b":1,"a":[1.5,null]})");
  CHECK(json_text(value, 1) == "{\n \"b\": 1,\n \"a\": [\n  1.5,\n  null\n ]\n}");
}

TEST_CASE("json text: members of an ordered value keep their order, others are sorted") {
  CHECK(json_text(parse_json<ordered_json>(R"({"b": 1, "a": 2})")) == R"({"b":1,"a":2})");
  CHECK(json_text(parse_json<json>(R"({"b": 1, "a": 2})")) == R"({"a":2,"b":1})");
}

TEST_CASE("json text: bytes that are no UTF-8 are refused, or replaced where that is asked for") {
  const json value = "a\xFF";
  CHECK_THROWS_AS(json_text(value), json::type_error);
  CHECK(json_text(value, kOneLine, InvalidUtf8::kReplaced) == "\"a\xEF\xBF\xBD\"");
}

TEST_CASE("json text: a text that is no JSON names its line, or gives nothing where that is asked for") {
  CHECK_THROWS_WITH(parse_json<json>("{\n  \"a\": }"), Catch::Contains("line 2"));
  CHECK(parse_json_or_discard<json>("{").is_discarded());
  std::istringstream cut{"[1, "};
  CHECK(parse_json_or_discard<ordered_json>(cut).is_discarded());
  std::istringstream whole{"[1, 2]"};
  CHECK(parse_json_or_discard<ordered_json>(whole).size() == 2);
}
