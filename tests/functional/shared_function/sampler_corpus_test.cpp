// The fuzzer's corpus of hostile sampler messages, and damaged copies of it.
#include <catch2/catch.hpp>

#include "fuzz/damage.h"
#include "fuzz/functional_targets.h"

namespace texpipe {

TEST_CASE("damaged state and payload never crash the sampler", "[sampling][fuzz]") {
  CHECK(fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/sampler_message", fuzz::sampler_message, 2000, 100) >= 7);
}

}  // namespace texpipe
