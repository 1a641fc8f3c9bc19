// Where the values of a machine file come from, as the file itself says under its key `sources`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "study/config/layer.h"
#include "study/config/parameter_tree.h"
#include "study/config/read_parameters.h"

namespace texpipe::study {

/// A text for each path without indices, as `slice.l3.hit_latency: CC-ADRENO [M]`; the path of a group stands for what
/// the file gives in it.
using ValueSources = std::map<std::string, std::string>;

/// Takes the key `sources` out of a machine file's keys.
/// Problems: not a mapping of texts, an empty text, a path at which the file gives nothing.
ValueSources take_value_sources(Layer& machine, std::vector<Diagnostic>& problems);

/// Puts the file's own words in place of the descriptions' for the values that it gave: one that another layer gave
/// after it has no source here. The nodes look into `sources` afterwards.
void apply_value_sources(ParameterNode& tree, const ValueSources& sources, const ParameterReader& reader);

}  // namespace texpipe::study
