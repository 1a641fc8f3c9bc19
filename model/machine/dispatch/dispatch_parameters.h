// Parameters of the thread dispatcher.
#pragma once

#include "base/implementation.h"
#include "base/parameter.h"
#include "base/quantity.h"

namespace texpipe::machine {

struct DispatchParameters {
  Implementation implementation;
  Cycles thread_interval{2};
  Cycles end_latency{4};

  template <class Visitor>
  void describe(Visitor& v) {
    implementation.describe(v);
    v("thread_interval", thread_interval,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from the start of a thread to the start of the next",
       .source = {"assumed: half a thread of 16 lanes a cycle fits sprites of 8 x 6.4 pixels on HD 530 (shmup/lofivor) "
                  "and the published 8 pixels a cycle"}});
    v("end_latency", end_latency,
      {.range = {{Cycles{1}, Cycles{10'000}}},
       .help = "cycles from receiving a thread's end until its slot is free",
       .source = kAssumed});
  }
};

}  // namespace texpipe::machine
