#include "study/run/outside_file.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("a file inside the run folder is refused however its name is spelled, one beside it is not", "[run]") {
  for (const char* inside : {"out/run/waves.vcd", "out/run", "out/./run/a/b.vcd", "out/other/../run/waves.vcd"}) {
    CAPTURE(inside);
    CHECK_THROWS_WITH(refuse_inside("out/run", inside, "--waves"),
                      Catch::Contains("--waves: ") && Catch::Contains(" lies in the run folder"));
  }
  CHECK_THROWS_AS(refuse_inside(std::filesystem::absolute("out/run"), "out/run/waves.vcd", "--waves"), Error);
  for (const char* beside :
       {"out/waves.vcd", "out/run.vcd", "out/run2/waves.vcd", "out/run/../waves.vcd", "waves.vcd"}) {
    CAPTURE(beside);
    CHECK_NOTHROW(refuse_inside("out/run", beside, "--waves"));
  }
}
