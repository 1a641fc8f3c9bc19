#include "host/progress/progress.h"

#include <catch2/catch.hpp>
#include <sstream>

using namespace texpipe::study;

TEST_CASE("heartbeat lines come every five seconds and end in a line end", "[run]") {
  std::ostringstream out;
  Progress progress{out, ProgressStyle::kHeartbeat, "first_look"};
  const auto start = Progress::Clock::now();
  progress.update(1, 8, "10 cycles", start + std::chrono::seconds{1});
  CHECK(out.str().empty());
  progress.update(2, 8, "20 cycles", start + std::chrono::seconds{6});
  progress.update(3, 8, "30 cycles", start + std::chrono::seconds{7});
  CHECK(out.str() == "first_look: 25 % (2 of 8), 20 cycles\n");
}

TEST_CASE("a bar redraws its line and leaves it empty", "[run]") {
  std::ostringstream out;
  {
    Progress progress{out, ProgressStyle::kBar, "first_look"};
    progress.update(1, 2, "10 cycles", Progress::Clock::now() + std::chrono::seconds{1});
  }
  CHECK(out.str() == "\rfirst_look [###############...............]  50 %  10 cycles\033[K\r\033[K");
}
