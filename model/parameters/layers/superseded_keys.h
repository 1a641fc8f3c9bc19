// Keys of machine files of earlier versions, read as what took their place.
#pragma once

#include <vector>

#include "parameters/layers/layer.h"

namespace texpipe::study {

/// Half banks and reads of pairs of lines (`half_banks: true`, `wide_reads: pairs` of `slice.subslice.sampler.l1`)
/// became banks of words: `bank_choice: words`, 32 banks, `wide_reads: rows`. Their other values (`false`, `lines`) say
/// what is so without them, and are left out.
/// @return  a warning at the place of each key that is read as another one
std::vector<Diagnostic> replace_superseded_keys(Layer& layer);

}  // namespace texpipe::study
