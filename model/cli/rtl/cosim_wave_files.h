// Waves of a mismatch as files: for GTKWave and for Surfer.
#pragma once

#include <string>

#include "cli/output_option.h"
#include "cli/verb.h"
#include "rtl_cosim/scoreboard/cosim_waves.h"

namespace texpipe::cli {

/// Checks of --waves that need no run. Errors: kUsage for a name of no format, and for files that exist, without
/// --force.
void check_waves(const OutputOption& asked);

/// Writes waves, and beside them save files (.gtkw, .sucl), to the file that was asked for or, without one, to
/// `preset`. Errors: those of check_waves and of study::write_output; where nobody asked for waves, they are told and
/// left out.
/// @return the file; empty when nothing was written
std::string store_waves(const rtl_cosim::CosimWaves& waves, const OutputOption& asked, const std::string& preset,
                        const GlobalOptions& globals);

/// A line that says how to look at them.
std::string how_to_open(const std::string& waves);

}  // namespace texpipe::cli
