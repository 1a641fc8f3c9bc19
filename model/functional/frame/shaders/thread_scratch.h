// Scratch memory of a stage's threads: spilled registers, and arrays that found no room in registers.
#pragma once

#include <cstdint>

#include "functional/execution/thread_source.h"
#include "functional/message/message.h"

namespace texpipe::functional {

/// Places of threads, one behind the other. The hardware chooses one by the slot that a thread runs in; here threads
/// take them in turn (assumed).
struct ThreadScratch {
  std::uint64_t base = 0;     // from the general state base
  std::uint32_t code = 0;     // bytes of a place: 1024 << code
  std::uint32_t threads = 0;  // that have a place each; 0: the stage has no scratch memory

  /// Puts a thread's place into r0 of its payload: its offset into r0.5, the code of its size into r0.3.
  void place(std::uint64_t thread, Grf& header) const {
    constexpr unsigned kOffsetDword = 5, kSizeDword = 3, kSmallest = 1024;
    if (threads == 0) return;
    header[kOffsetDword] |= static_cast<std::uint32_t>(base + thread % threads * (std::uint64_t{kSmallest} << code));
    header[kSizeDword] |= code;
  }

  /// Threads from one to the next that uses its place again; ThreadSource::kNeverReused: they have none.
  unsigned distance() const { return threads != 0 ? threads : ThreadSource::kNeverReused; }
};

/// Scratch memory by the fields of a stage's command. @param most  field: threads that run side by side, less one
template <class State, class Field>
ThreadScratch thread_scratch(const State& state, Field space, Field base, Field most) {
  if (state.value(base) == 0) return {};
  return {.base = state.value(base),
          .code = static_cast<std::uint32_t>(state.value(space)),
          .threads = static_cast<std::uint32_t>(state.value(most)) + 1};
}

}  // namespace texpipe::functional
