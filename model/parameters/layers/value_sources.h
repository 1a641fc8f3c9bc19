// Sources of the values of a machine file, as the file itself gives them under its key `sources`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "parameters/layers/layer.h"
#include "parameters/layers/read_parameters.h"
#include "parameters/tree/parameter_tree.h"

namespace texpipe::study {

/// Source of a value.
struct ValueSource {
  std::string text;
  std::vector<std::string> rows;  // reference rows that it was taken from, FAMILY/ROW or a whole FAMILY
};

/// A source for each path without indices, as `slice.l3.hit_latency: CC-ADRENO [M]` or, for values that were taken from
/// reference rows, `{source: CC-ADRENO, rows: [sampler_chain/l3]}`; the path of a group stands for what the file gives
/// in it.
using ValueSources = std::map<std::string, ValueSource>;

/// Numbers that the file gives under its key `constants`, for expressions of reference rows: what a measurement on this
/// chip contains beside what is measured.
using MachineConstants = std::map<std::string, double>;

/// Takes the key `sources` out of a machine file's keys.
/// Problems: not a mapping of sources, an empty text, a path at which the file gives nothing.
ValueSources take_value_sources(Layer& machine, std::vector<Diagnostic>& problems);

/// Takes the key `constants` out of them. Problems: not a mapping of numbers.
MachineConstants take_constants(Layer& machine, std::vector<Diagnostic>& problems);

/// The source of a path without indices, or of the smallest group around it; null when there is none.
const ValueSource* source_of(std::string path, const ValueSources& sources);

/// Puts the file's own words in place of the descriptions' for the values that it gave: one that another layer gave
/// after it has no source here. The nodes look into `sources` afterwards.
void apply_value_sources(ParameterNode& tree, const ValueSources& sources, const ParameterReader& reader);

}  // namespace texpipe::study
