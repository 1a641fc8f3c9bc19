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

/// Parameters by which a frame is sampled, whose phases come one after the other.
struct FrameSampleParameters {
  bool enabled = false;
  std::uint32_t one_of = 16;
  std::uint32_t threads = 128;
  std::uint32_t seed = 1;

  template <class Visitor>
  void describe(Visitor& v) {
    v("enabled", enabled,
      {.help = "simulate representative threads of the frame and extrapolate; run --sample sets it"});
    v("one_of", one_of,
      {.range = {{2, 10'000}},
       .help =
           "threads of a draw's long phases for each one that is simulated, and short phases that are alike for each "
           "of them: fewer give a narrower bound"});
    v("threads", threads,
      {.range = {{16, 1'000'000}},
       .help = "least threads that follow each other and are simulated; they are as many as the machine runs at a "
               "time, if that is more"});
    v("seed", seed,
      {.range = {{1, 2'000'000'000}}, .help = "seed of the drawing of threads: another seed simulates others"});
  }
};

}  // namespace texpipe::study
