#include "pages/run/draw_charts.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "support/scratch_folder.h"

namespace texpipe::study {

TEST_CASE("launches in a row are a table, with the shares of all equal parts", "[page]") {
  test::ScratchFolder scratch;
  scratch.write("launches.csv",
                "statistic,0 kernel a,1 kernel b,all\nbegin,1,501,0\ncycles,500,300,801\nmemory.bytes,640,0,640\n"
                "slice.subslice[0].sampler.l1.hits,30,10,40\nslice.subslice[0].sampler.l1.lookups,40,40,80\n"
                "slice.subslice[1].sampler.l1.hits,10,20,30\nslice.subslice[1].sampler.l1.lookups,40,0,40\n"
                "slice.subslice[0].sampler.front_end.subspans,7,8,15\n");
  nlohmann::ordered_json charts = nlohmann::ordered_json::array();
  add_launch_table(scratch.path(), charts);
  REQUIRE(charts.size() == 1);
  CHECK(charts[0]["rows"][0].dump() == R"(["0 kernel a",1.0,500.0,7.0,80.0,"50.0 %","",640.0])");
  CHECK(charts[0]["rows"][1].dump() == R"(["1 kernel b",501.0,300.0,8.0,40.0,"75.0 %","",0.0])");
}

TEST_CASE("a run without launches in a row has no table of them, a broken one is refused", "[page]") {
  test::ScratchFolder scratch;
  nlohmann::ordered_json charts = nlohmann::ordered_json::array();
  add_launch_table(scratch.path(), charts);
  CHECK(charts.empty());
  scratch.write("launches.csv", "statistic,0 kernel a,all\nbegin,1\n");
  CHECK_THROWS_AS(add_launch_table(scratch.path(), charts), Error);
}

}  // namespace texpipe::study
