// Parameters of a subslice's gateway, where the threads of a work group meet at barriers.
#pragma once

#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"

namespace texpipe::machine {

struct GatewayParameters {
  Implementation implementation;
  Cycles latency{20};
  Cycles notify_interval{1};

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("latency", latency,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "last thread at a barrier to the first one told",
       .source = kAssumed});
    v("notify_interval", notify_interval,
      {.range = {{Cycles{1}, Cycles{10'000}}}, .help = "from a thread that is told to the next", .source = kAssumed});
  }
};

}  // namespace texpipe::machine
