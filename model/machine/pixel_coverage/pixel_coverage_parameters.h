// Parameters of the pixel coverage unit and of the raster front end that feeds it.
#pragma once

#include <cstdint>

#include "base/fraction.h"
#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"

namespace texpipe::machine {

struct RasterFrontEndParameters {
  Implementation implementation;
  std::uint32_t slots = 256;
  Cycles setup_interval{4};
  Fraction tiles_per_cycle = 1;
  Fraction subspans_per_cycle = 1;
  Fraction samples_per_cycle = 16;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("slots", slots, {.range = {{8, 65536}}, .help = "subspans in flight whose coverage is held", .source = kAssumed});
    v("setup_interval", setup_interval,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "from a triangle's set-up to the next one's",
       .source = kAssumed});
    v("tiles_per_cycle", tiles_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}}, .help = "coarse 8x8 tiles tested per cycle", .source = kAssumed});
    v("subspans_per_cycle", subspans_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}}, .help = "subspans made per cycle", .source = kAssumed});
    v("samples_per_cycle", samples_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}},
       .help = "samples tested per cycle, those of four pixels in a subspan",
       .source = kAssumed});
  }
};

struct PixelCoverageParameters {
  Implementation implementation;
  std::uint32_t queue = 8;
  Cycles latency{12};
  Fraction subspans_per_cycle = 2;

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("queue", queue, {.range = {{1, 1024}}, .help = "messages held", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}}, .help = "message taken to first result", .source = kAssumed});
    v("subspans_per_cycle", subspans_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}}, .help = "subspans answered per cycle", .source = kAssumed});
  }
};

}  // namespace texpipe::machine
