#include "machine/cache/slice_crossing.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "machine/statistics/statistics.h"

using namespace texpipe;
using namespace texpipe::machine;

namespace {

struct Read {
  int number = 0;
  bool write = false;
  std::uint32_t bytes = 64;
};

}  // namespace

TEST_CASE("answers of a slice leave one after the other over its port and arrive with the crossbar's latency",
          "[cache]") {
  StatisticsRegistry statistics;
  SliceCrossing<Read> crossing{{.latency = Cycles{7}, .bytes_per_cycle = 16},
                               LinkAccount{statistics.group("slice"), "crossbar", "a crossbar"}};
  CHECK(crossing.next() == kNever);
  crossing.add({{.number = 1}}, Cycles{10});
  crossing.add({{.number = 2, .bytes = 128}}, Cycles{10});
  crossing.add({{.number = 3, .write = true}}, Cycles{10});
  crossing.add({{.number = 4}}, Cycles{40});
  std::vector<std::pair<int, Cycles>> there;
  for (Cycles now = crossing.next(); now != kNever; now = crossing.next())
    crossing.take(now, [&](const auto& answer, Cycles at) { there.emplace_back(answer.request.number, at); });
  // 64 bytes take four cycles, 128 take eight, an acknowledgement none; each is there with its last byte.
  CHECK(there == std::vector<std::pair<int, Cycles>>{
                     {1, Cycles{13 + 7}}, {2, Cycles{21 + 7}}, {3, Cycles{22 + 7}}, {4, Cycles{43 + 7}}});
  CHECK(std::get<Counter>(statistics.find("slice.crossbar_bytes")->value).value() == 64 + 128 + 64);
}
