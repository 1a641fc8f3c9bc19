// The folder of a plug-in to begin with.
#pragma once

#include "cli/output_option.h"

namespace texpipe::cli {

/// Writes a replacement policy and what builds it (rtl_cosim/examples/replacement_policy) into the folder that the
/// option names, which may exist. Errors: kUsage for files that are there, without --force.
void write_plugin_template(const OutputOption& folder, const GlobalOptions& globals);

}  // namespace texpipe::cli
