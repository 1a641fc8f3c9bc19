// Plug-ins that files ask for.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "parameters/layers/load_configuration.h"

namespace texpipe::study {

/// Loads the plug-ins that a study or a bench names as `plugins`: their words are needed to read the rest. A file that
/// is not there is left to whoever reads the key. Errors: those of load_plugin, at the place that names the file.
void load_named_plugins(const ConfigurationLayers& layers);

/// Those of them whose files are not there, at the places that name them.
std::vector<Diagnostic> missing_plugins(const ConfigurationLayers& layers);

/// Loads the project's RTL, a plug-in that nobody names, when some block's `implementation` is `rtl`. Where there is
/// none, that implementation is refused like any other that nobody added. Errors: those of load_plugin.
void load_rtl_where_asked(const ConfigurationLayers& layers);

}  // namespace texpipe::study
