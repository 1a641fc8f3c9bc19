// Signals inside a block about which no event tells, as RTL has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "timing/observe/wave_file.h"
#include "timing/observe/wave_save_files.h"

namespace texpipe::timing {

/// Inner signals of one block; an sc_object below the block's module. WaveWriter calls begin() and declare() when all
/// blocks are built, then catch_up() and take() as time goes on.
class InnerSignals {
 public:
  struct Change {
    std::uint64_t half_cycle = 0;  // 2n: cycle n, settled; 2n + 1: the changes made by its clock edge
    std::size_t signal = 0;        // number in the order of declaration
    std::string bits;              // highest bit first
  };

  virtual ~InnerSignals() = default;

  /// Path of the scope that holds the signals.
  virtual std::string path() const = 0;

  /// Chooses the cycles in which changes are kept. Returns false when nothing inside can be seen.
  virtual bool begin(Cycles from, Cycles to) = 0;
  /// Declares the signals, and scopes with more of them, inside the scope that holds them. Returns the number of
  /// signals.
  virtual std::size_t declare(WaveFile& file) = 0;
  /// The signals that tell most: ports.
  virtual std::vector<ShownSignal> ports() const = 0;

  /// Says that everything before the present cycle is done.
  virtual void catch_up() = 0;
  /// Appends the changes since the last call, oldest first.
  virtual void take(std::vector<Change>& changes) = 0;
};

/// Inner signals of all blocks that exist, in the order in which they were built.
std::vector<InnerSignals*> all_inner_signals();

}  // namespace texpipe::timing
