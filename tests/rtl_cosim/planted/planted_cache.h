// A cache of somebody else's with a bug of choice, verilated once for all of them.
#pragma once

#include <cstdint>
#include <memory>

#include "rtl_cosim/verilated/lines_rtl.h"

namespace texpipe::test {

/// Bugs by their numbers in planted_cache.sv.
enum class CacheBug : unsigned {
  kNone,
  kTagsOverReset,       // valid bits survive a reset
  kValidUnchecked,      // a tag hits whether or not it is valid
  kCounterOverReset,    // the number of the line that is looked up survives a reset
  kPendingOverReset,    // lines on their way survive a reset: it waits for them for ever
  kAnswersInOrder,      // takes each answer for that of the oldest line
  kResultAfterTheLast,  // gives a result again after 20 cycles of idleness
  kLineNotAsked,        // lines of one key modulo 128 are waited for and not asked for
  kAnswerNotTaken,      // takes 50 answers
  kShortTags,           // the highest bit of a key is not compared
  kWrongBit,            // a bit of line 2, where it comes from memory
  kResultChanges,       // while it waits
  kResultGoes,          // while it waits
  kShortCount,          // 15 lines in the place of 16
  kOtherSet,            // hits in one set give the data of another
  kTakesInReset,        // a request that comes with the reset is kept
};

std::unique_ptr<rtl_cosim::LinesRtl> planted_cache(CacheBug bug, std::uint64_t seed);

}  // namespace texpipe::test
