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
      {.range = {{12, 10'000}}, .help = "that are simulated, besides the beginning and the end: more are more exact"});
    v("threads", threads,
      {.range = {{64, 1'000'000}},
       .help = "of a stretch, at least, and three times what the machine runs; what fills it before comes on top"});
    v("seed", seed,
      {.range = {{1, 2'000'000'000}}, .help = "of which stretches are drawn: another seed simulates others"});
  }
};

}  // namespace texpipe::study
