#include "rtl_cosim/adapters/verilated_bilinear_filter.h"

#include <catch2/catch.hpp>
#include <deque>
#include <random>

using namespace texpipe::functional;
using namespace texpipe::rtl_cosim;

namespace {

FootprintOperands random_operands(std::mt19937& random) {
  FootprintOperands operands;
  for (unsigned pixel = 0; pixel < kPixelsPerSubspan; ++pixel) {
    const std::uint32_t u = random() % 256;
    const std::uint32_t v = random() % 256;
    const std::uint32_t weights[] = {(256 - u) * (256 - v), u * (256 - v), (256 - u) * v, u * v};
    for (unsigned corner = 0; corner < kTexelsPerPixel; ++corner) {
      operands.weight[4 * pixel + corner] = weights[corner];
      for (unsigned channel = 0; channel < 4; ++channel)
        operands.code[4 * pixel + corner][channel] = random() % 0x1FFFFFFu - 0xFFFFFFu;  // the widest signed codes
    }
  }
  return operands;
}

FootprintSums sums_of(const FootprintOperands& operands) {
  FootprintSums sums{};
  for (unsigned texel = 0; texel < kTexelsPerFootprint; ++texel) {
    for (unsigned channel = 0; channel < 4; ++channel) {
      sums[texel / 4][channel] +=
          std::int64_t{static_cast<std::int32_t>(operands.code[texel][channel])} * operands.weight[texel];
    }
  }
  return sums;
}

struct Run {
  unsigned accepted = 0;
  unsigned delivered = 0;
  unsigned wrong = 0;
};

Run run(BilinearFilterRtl rtl, unsigned cycles, unsigned offer_percent, unsigned ready_percent) {
  VerilatedBilinearFilter filter{rtl};
  std::mt19937 random{7};
  std::deque<FootprintSums> expected;
  FootprintOperands operands = random_operands(random);
  Run result;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    const bool offer = random() % 100 < offer_percent;
    const bool ready = random() % 100 < ready_percent;
    filter.drive(offer ? &operands : nullptr, ready);
    if (filter.output_valid() && ready) {
      ++result.delivered;
      if (filter.output() != expected.front()) ++result.wrong;
      expected.pop_front();
    }
    if (offer && filter.input_ready()) {
      ++result.accepted;
      expected.push_back(sums_of(operands));
      operands = random_operands(random);
    }
    filter.clock();
  }
  return result;
}

}  // namespace

TEST_CASE("the RTL filter delivers the exact sums in order under random back-pressure", "[rtl]") {
  const Run result = run(BilinearFilterRtl::kRepository, 5000, 70, 60);
  CHECK(result.delivered > 2500);
  CHECK(result.wrong == 0);
}

TEST_CASE("the RTL filter takes one footprint per cycle", "[rtl]") {
  const Run result = run(BilinearFilterRtl::kRepository, 1000, 100, 100);
  CHECK(result.accepted == 1000);
  CHECK(result.delivered == 1000 - VerilatedBilinearFilter::kLatency);
}

TEST_CASE("an RTL result is not there a cycle before its latency", "[rtl]") {
  VerilatedBilinearFilter filter;
  std::mt19937 random{1};
  const FootprintOperands operands = random_operands(random);
  filter.drive(&operands, true);
  for (unsigned cycle = 1; cycle <= VerilatedBilinearFilter::kLatency; ++cycle) {
    filter.clock();
    filter.drive(nullptr, true);
    CHECK(filter.output_valid() == (cycle == VerilatedBilinearFilter::kLatency));
  }
  CHECK(filter.output() == sums_of(operands));
}

TEST_CASE("the planted bug shows", "[rtl]") {
  CHECK(run(BilinearFilterRtl::kSwappedWeights, 100, 100, 100).wrong > 50);
}
