#include "host/files/json_writer.h"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

using namespace texpipe::study;
using Json = nlohmann::ordered_json;

TEST_CASE("written JSON has the bytes of the library's", "[json]") {
  const Json expected{{"empty", Json::object()},
                      {"none", Json::array()},
                      {"text", "a \"quoted\" \\ line\nand \x01 \xC3\xA9"},
                      {"numbers", {0u, 18446744073709551615u, 0.0, 1.0, -2.5, 1e-7, 1e300, 0.1, 1.0 / 3}},
                      {"nan", std::numeric_limits<double>::quiet_NaN()},
                      {"deep", {{{"a", {1u, {2u}}}}}}};
  for (const unsigned indent : {0u, 1u, 4u}) {
    JsonWriter json{indent};
    json.begin_object();
    json.key("empty");
    json.begin_object();
    json.end_object();
    json.key("none");
    json.begin_array();
    json.end_array();
    json.member("text", std::string{"a \"quoted\" \\ line\nand \x01 \xC3\xA9"});
    json.key("numbers");
    json.begin_array();
    json.value(0u);
    json.value(18446744073709551615u);
    for (const double number : {0.0, 1.0, -2.5, 1e-7, 1e300, 0.1, 1.0 / 3}) json.value(number);
    json.end_array();
    json.member("nan", std::numeric_limits<double>::quiet_NaN());
    json.key("deep");
    json.begin_array();
    json.begin_object();
    json.key("a");
    json.begin_array();
    json.value(1u);
    json.begin_array();
    json.value(2u);
    json.end_array();
    json.end_array();
    json.end_object();
    json.end_array();
    json.end_object();
    CHECK(json.take() == expected.dump(static_cast<int>(indent)));
  }
}
