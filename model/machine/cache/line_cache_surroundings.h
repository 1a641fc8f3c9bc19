// Where a cache of lines stands in its machine.
#pragma once

#include <cstdint>
#include <optional>

#include "base/fraction.h"
#include "machine/cache/line_parts.h"
#include "machine/cache/line_path.h"
#include "machine/cache/tlb.h"

namespace texpipe::machine {

struct LineCacheSurroundings {
  std::uint32_t requesters = 1;
  ByteSize next_line = kAnyLine;          // of the next level; longer lines are asked for and written back in parts
  std::uint32_t requesters_per_port = 1;  // neighbours, whose answers leave over one port
  std::optional<Fraction> write_bytes_per_cycle = {};  // of each requester's way here; none: a write is here at once
  Tlb* tlb = nullptr;                                  // of what it asks the next level for; null: none
  CachePlaces places = places_of(BlockKind::kL3);      // of lines that are here
};

}  // namespace texpipe::machine
