// Signals inside a block of which no event tells, as those of RTL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "timing/observe/wave_file.h"
#include "timing/observe/wave_save_files.h"

namespace texpipe::timing {

/// Of one block, and an sc_object below its module. WaveWriter calls begin() and declare() when all blocks are built,
/// then catch_up() and take() as time goes on.
class InnerSignals {
 public:
  struct Change {
    std::uint64_t half_cycle = 0;  // 2n: the settled cycle n, 2n + 1: what its clock edge made
    std::size_t signal = 0;        // in the order of declaration
    std::string bits;              // the highest first
  };

  virtual ~InnerSignals() = default;

  /// The scope that holds them.
  virtual std::string path() const = 0;

  /// Cycles in which changes are kept. False: nothing inside can be seen.
  virtual bool begin(Cycles from, Cycles to) = 0;
  /// Signals, and scopes with more of them, inside the scope that holds them. Returns how many signals.
  virtual std::size_t declare(WaveFile& file) = 0;
  /// Those that tell most: ports.
  virtual std::vector<ShownSignal> ports() const = 0;

  /// Everything before the present cycle is done.
  virtual void catch_up() = 0;
  /// Appends what changed since the last call, oldest first.
  virtual void take(std::vector<Change>& changes) = 0;
};

/// Of all blocks that stand, in the order in which they were built.
std::vector<InnerSignals*> all_inner_signals();

}  // namespace texpipe::timing
