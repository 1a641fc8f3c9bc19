#include "study/run/bounds_report.h"

#include <catch2/catch.hpp>

using namespace texpipe;
using namespace texpipe::study;
using functional::BufferBounds;

TEST_CASE("a workload that touched nothing beyond its buffers gets neither warning nor statistic", "[run]") {
  functional::Workload workload;
  machine::StatisticsRegistry statistics;
  CHECK_FALSE(report_beyond_buffers(workload, statistics));  // nobody counted
  workload.bounds = std::make_unique<BufferBounds>("kernel k", BufferBounds::Policy::kCount);
  CHECK_FALSE(report_beyond_buffers(workload, statistics));
  CHECK(bounds_text(workload).empty());
  CHECK(statistics.find("bounds.beyond_buffers") == nullptr);
}

TEST_CASE("accesses beyond every buffer are counted in the statistics and warned of", "[run]") {
  functional::Workload workload;
  workload.bounds = std::make_unique<BufferBounds>("kernel k", BufferBounds::Policy::kCount);
  for (std::uint32_t group : {4u, 2u, 3u})
    workload.bounds->note({.group = group, .address = ByteAddress{64}, .bytes = 4, .by_address = true});
  machine::StatisticsRegistry statistics;
  const auto warning = report_beyond_buffers(workload, statistics);
  REQUIRE(warning);
  CHECK(warning->path == "workload.bounds");
  CHECK(warning->problem == workload.bounds->text());
  REQUIRE(statistics.find("bounds.beyond_buffers") != nullptr);
  CHECK(std::get<machine::Counter>(statistics.find("bounds.beyond_buffers")->value).value() == 3);
}
