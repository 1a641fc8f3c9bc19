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
       .help = "cycles from the arrival of the last thread at a barrier until the first thread is told",
       .source = kAssumed});
    v("notify_interval", notify_interval,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from telling one thread of a barrier to telling the next",
       .source = kAssumed});
  }
};

}  // namespace texpipe::machine
