#include "host/text/base64.h"

#include <catch2/catch.hpp>
#include <string>

using texpipe::study::base64;

TEST_CASE("base64 gives the letters of RFC 4648's examples", "[text]") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64(std::string{"\xFF\xFE\x00", 3}) == "//4A");
}
