// Surroundings of a cache of lines in its machine: the cache does not know what it is connected to.
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
  // Bytes of a line of the next level; longer lines are asked for and written back in parts.
  ByteSize next_line = kAnyLine;
  std::uint32_t requesters_per_port = 1;  // so many neighbouring requesters get their answers over one port
  // Rate of each requester's link for written lines; none: a written line arrives at once.
  std::optional<Fraction> write_bytes_per_cycle = {};
  Tlb* tlb = nullptr;  // translates the addresses for which the next level is asked; null: nothing translates
  CachePlaces places = places_of(BlockKind::kL3);  // names of the places of lines in this cache
};

}  // namespace texpipe::machine
