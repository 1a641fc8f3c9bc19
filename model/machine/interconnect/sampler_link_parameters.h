// Parameters of the way between the interconnects of several subslices and the samplers that they share.
#pragma once

#include <cstdint>

#include "base/fraction.h"
#include "base/parameter.h"
#include "base/quantity.h"

namespace texpipe::machine {

struct SamplerLinkParameters {
  Cycles latency{4};
  Fraction bytes_per_cycle{64};
  std::uint32_t slots{2};

  template <class Visitor>
  void describe(Visitor& v) {
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{1000}}},
       .help = "cycles from a subslice's interconnect to the sampler, and back, without those of the transfer",
       .source = kAssumed});
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = {{kSlowestRate, Fraction{4096}}},
       .help = "bytes per cycle that a sampler receives, that it sends, and that a subslice sends and receives",
       .source = kAssumed});
    v("slots", slots,
      {.range = {{1u, 1024u}}, .help = "messages that can wait at each input, and at each output", .source = kAssumed});
  }
};

}  // namespace texpipe::machine
