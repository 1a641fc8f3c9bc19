// Interface of a cache of lines between requesters and memory, be it the model's or somebody else's.
#pragma once

#include <cstdint>
#include <string_view>

#include "machine/cache/line_cache_surroundings.h"
#include "timing/stage/block.h"

namespace texpipe::functional {
class GpuMemory;
}

namespace texpipe::timing {

/// Surroundings that a cache is built with besides its parameters.
struct LineCachePlace {
  machine::LineCacheSurroundings surroundings;
  functional::GpuMemory& memory;  // has the bytes of every line, current at any time
  std::string_view description{};
};

/// Socket n takes the requests of requester n; the initiator socket 0 asks the next level.
class LineCacheBlock : public Block {
 public:
  /// Says that the next level keeps bytes of its own: lines that are written back must carry theirs.
  virtual void write_bytes_back() = 0;

  /// At the end of a run: counts the dirty lines that are still here and writes them to a next level with bytes of its
  /// own, by debug transport, so that no time passes.
  virtual void write_back_all() = 0;

  /// Bytes that the cache asked the next level for and wrote there.
  virtual std::uint64_t bytes_moved() const = 0;
};

}  // namespace texpipe::timing
