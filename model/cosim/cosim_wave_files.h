// Waves of a mismatch as files: for GTKWave and for Surfer.
#pragma once

#include <string>

#include "rtl_cosim/scoreboard/cosim_waves.h"

namespace texpipe::cosim {

/// `--waves FILE` with `--force` and `-q`.
struct WavesAsked {
  std::string file;  // empty: not given
  bool force = false;
  bool quiet = false;

  bool given() const { return !file.empty(); }
};

/// Checks of --waves that need no run. Errors: kUsage for a name of no format, and for files that exist, without
/// --force.
void check_waves(const WavesAsked& asked);

/// Writes waves, and beside them save files (.gtkw, .sucl), to the file that was asked for or, without one, to
/// `preset`. Errors: those of check_waves and of study::write_output; where nobody asked for waves, they are told and
/// left out.
/// @return the file; empty when nothing was written
std::string store_waves(const rtl_cosim::CosimWaves& waves, const WavesAsked& asked, const std::string& preset);

/// A line that says how to look at them.
std::string how_to_open(const std::string& waves);

}  // namespace texpipe::cosim
