// What fuzzers and corpus replay do with SPA text and warp files: read them; an Error is the only way to refuse one.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "isa/spa/instruction.h"
#include "study/workload/warp_file.h"

namespace texpipe::fuzz {

/// What is accepted prints as text that is accepted and prints the same.
inline void spa_text(std::span<const std::byte> bytes) try {
  const std::string text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  for (const spa::PlacedInstruction& placed : spa::parse_program(text, "fuzz")) {
    const std::string printed = spa::text_of(placed.instruction);
    if (spa::text_of(spa::parse_program(printed, "printed").at(0).instruction) != printed) std::abort();
  }
} catch (const Error&) {
}

inline void warp_file(std::span<const std::byte> bytes) try {
  study::parse_warp_file({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "fuzz.yaml", ".");
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
