// Memory of a recording, and the programs in it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "functional/frame/mapped_ranges.h"
#include "functional/memory/gpu_memory.h"

namespace texpipe::study {

/// A program's bytes, counted and named.
struct ProgramSummary {
  bool mapped = false;
  bool readable = false;  // it decodes to a message that ends its thread
  unsigned instructions = 0;
  unsigned bytes = 0;
  std::string hash;                    // first eight digits of SHA-256; empty: not readable
  std::vector<std::uint8_t> targets;   // binding table entries that it writes as targets
  std::vector<std::uint8_t> sampled;   // that it samples
  std::vector<std::uint8_t> data;      // that its data port messages use
  std::vector<std::uint8_t> samplers;  // sampler states that it uses
};

/// A program's summary as long as its bytes stay.
struct ReadSummary {
  ProgramSummary summary;
  std::uint64_t generation = 0;  // of the memory, when it was read
};

/// Memory of a recording, and which of it there is.
struct FrameMemory {
  functional::GpuMemory bytes;
  functional::MappedRanges mapped;
  /// Programs that `summary_of` has read, by address: to read one takes longer than everything else of a small draw.
  mutable std::map<std::uint64_t, ReadSummary> programs{};

  /// `dwords` words from an address; none where one of them is not mapped.
  std::optional<std::vector<std::uint32_t>> words(std::uint64_t address, std::size_t dwords) const;
};

/// The program at an address.
ProgramSummary summary_of(const FrameMemory& memory, std::uint64_t address);

}  // namespace texpipe::study
