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
    v("slots", slots,
      {.range = {{8, 65536}}, .help = "subspans in flight whose coverage can be held", .source = kAssumed});
    v("setup_interval", setup_interval,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from setting up a triangle to setting up the next",
       .source = kAssumed});
    v("tiles_per_cycle", tiles_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}},
       .help = "tiles of 8x8 pixels tested per cycle, as a whole",
       .source = kAssumed});
    v("subspans_per_cycle", subspans_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}}, .help = "subspans made per cycle", .source = kAssumed});
    v("samples_per_cycle", samples_per_cycle,
      {.range = {{kSlowestRate, Fraction{1024}}},
       .help = "samples tested per cycle; a subspan has those of four pixels",
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
    v("queue", queue, {.range = {{1, 1024}}, .help = "messages that can be held", .source = kAssumed});
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from taking a message to its first result",
       .source = kAssumed});
    v("subspans_per_cycle", subspans_per_cycle,
      {.range = {{kSlowestRate, Fraction{64}}}, .help = "subspans answered per cycle", .source = kAssumed});
  }
};

}  // namespace texpipe::machine
