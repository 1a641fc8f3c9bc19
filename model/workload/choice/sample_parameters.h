// Parameters by which a long recording is sampled.
#pragma once

#include <cstdint>

#include "base/parameter.h"

namespace texpipe::study {

struct SampleParameters {
  bool enabled = false;
  std::uint32_t stretches = 48;
  std::uint32_t threads = 512;
  std::uint32_t seed = 1;

  template <class Visitor>
  void describe(Visitor& v) {
    v("enabled", enabled,
      {.help = "simulate representative stretches of the recording and extrapolate; run --sample sets it"});
    v("stretches", stretches,
      {.range = {{12, 10'000}},
       .help = "stretches that are simulated besides the beginning and the end; more give a narrower bound"});
    v("threads", threads,
      {.range = {{64, 1'000'000}},
       .help =
           "least threads of a stretch, which has three times as many as the machine runs at a time if that is more; "
           "threads that fill the machine before it are not counted"});
    v("seed", seed,
      {.range = {{1, 2'000'000'000}},
       .help = "seed of the drawing of stretches: another seed simulates other stretches"});
  }
};

}  // namespace texpipe::study
